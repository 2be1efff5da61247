/** Which calls of tests are calls of the function that a benchmark is written for. */
import type { Call } from '../scan/calledWith.ts';
import type { DeclaredFile, DeclaredFunction } from '../scan/declarations.ts';
import type { PackageFile, WriteRequest } from './writeRequest.ts';

export interface ScannedFile extends PackageFile, DeclaredFile {}

/** So many calls of tests become sub-benchmarks. */
const mostCases = 8;

/** @param isOfPackage chooses the tests of the function's package, or those of the one beside it */
export function fittingCalls(
  { scanner, corpora }: Pick<WriteRequest, 'scanner' | 'corpora'>,
  declared: DeclaredFunction,
  files: readonly ScannedFile[],
  isOfPackage: (name: string) => boolean,
  packageName: string,
): Call[] {
  const { name, receiver, parameters } = declared;
  const called = { name, isMethod: receiver !== '', packageName };
  const tests = files.filter((each) => isOfPackage(each.packageName));
  const known = new Set(tests.flatMap((each) => [...each.names]));
  const needed = parameters.filter(({ isVariadic }) => !isVariadic).length;
  const calls = tests
    .filter((each) => each.name.endsWith('_test.go') && !each.imports.has('.'))
    .flatMap((test) => scanner.callsWith(test.text, called, known, corpora));
  const different = new Map(calls.map((each) => [`${each.receiver}\n${each.arguments.join('\n')}`, each]));
  const functions = files.flatMap((each) => each.functions);
  const fitting = [...different.values()]
    .filter((each) => receiver === '' || isOne(each, receiver, functions))
    .filter((each) => each.arguments.length >= needed)
    .filter((each) => parameters.length > needed || each.arguments.length === needed);
  return chosen(fitting);
}

/** Whether an expression shows that it has the receiver's type. Another type may have a method of this name. */
function isOne(
  { receiver: expression, canFail }: Call,
  type: string,
  functions: readonly DeclaredFunction[],
): boolean {
  const [, called = '', bracket] = /^&?(?:\w+\.)?(\w+)(?:\[[^\]]*\])?([({])/.exec(expression) ?? [];
  if (called === type) return true;
  return (
    bracket === '(' &&
    functions.some(({ name, receiver, results: [first = '', ...more] }) => {
      const isMade = name === called && receiver === '' && typeName(first) === type;
      return isMade && more.join() === (canFail ? 'error' : '');
    })
  );
}

/** `T` of `*T` and `T[K]`. */
function typeName(type: string): string {
  return type.replace(/^\*/, '').replace(/\[.*/s, '');
}

/** Some of many, from the shortest to the longest, so that there is a small and a large one. */
function chosen(calls: readonly Call[]): Call[] {
  if (calls.length <= mostCases) return [...calls];
  const length = (call: Call) => call.arguments.join().length;
  const sorted = [...calls].sort((a, b) => length(a) - length(b));
  return Array.from(
    { length: mostCases },
    (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (mostCases - 1))]!,
  );
}
