/** What a Go source text says about profiling its own program: `func main`, flags for profiles, `net/http/pprof`. */
import type { Node } from 'web-tree-sitter';
import { kindsOfProfile, type ProfileKind, profileKinds } from '../../base/profileKinds.ts';
import type { SourceRange } from './scannedBenchmark.ts';
import { descendants, namedChildren, nodeRange, readStringLiteral } from './syntax.ts';

/** A flag of the program that names the file for a profile. */
export interface ProfileFlag {
  readonly kind: ProfileKind;
  /** Without dashes: `cpuprofile`. */
  readonly name: string;
}

export interface ScannedProgram {
  /** The name in `func main()` of package main; `null` if the text has none. */
  readonly main: SourceRange | null;
  readonly flags: readonly ProfileFlag[];
  /** It calls `pprof.StartCPUProfile`. */
  readonly startsCpuProfile: boolean;
  /** It imports `net/http/pprof`. */
  readonly servesProfiles: boolean;
  /** The addresses that it writes out, such as `localhost:6060`; those that it listens on come first. */
  readonly addresses: readonly string[];
}

/** The functions of package flag, and of others that are used like it, that declare a flag with a text. */
const flagFunctions = new Set(['String', 'StringVar', 'StringP', 'StringVarP']);
const listenFunctions = new Set(['ListenAndServe', 'ListenAndServeTLS', 'Listen', 'Serve']);

const localAddress = /^(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\[::\])?:([1-9]\d{0,4})$/;

export function scanProgram(root: Node): ScannedProgram {
  const calls = descendants(root, 'call_expression');
  const imports = descendants(root, 'import_spec').map((spec) =>
    readStringLiteral(spec.childForFieldName('path')?.text ?? ''),
  );
  return {
    main: mainName(root),
    flags: calls.flatMap((call) => profileFlag(call) ?? []),
    startsCpuProfile: calls.some((call) => calledName(call) === 'StartCPUProfile'),
    servesProfiles: imports.includes('net/http/pprof'),
    addresses: addressesIn(root, calls),
  };
}

/** The name in `func main()` of package main; `null` if there is none. */
export function mainName(root: Node): SourceRange | null {
  const clause = namedChildren(root).find(({ type }) => type === 'package_clause');
  if (clause === undefined || namedChildren(clause)[0]?.text !== 'main') return null;
  for (const node of namedChildren(root)) {
    const name = node.type === 'function_declaration' ? node.childForFieldName('name') : null;
    if (name?.text === 'main') return nodeRange(name);
  }
  return null;
}

/** The name of the function or method that is called, without its package or receiver. */
function calledName(call: Node): string {
  const called = call.childForFieldName('function');
  const name = called?.type === 'selector_expression' ? called.childForFieldName('field') : called;
  return name?.text ?? '';
}

/** The values of the first arguments that are written out. */
function literalArguments(call: Node, most: number): string[] {
  return namedChildren(call.childForFieldName('arguments'))
    .slice(0, most)
    .flatMap(({ type, text }) => (/_string_literal$/.test(type) ? (readStringLiteral(text) ?? []) : []));
}

function profileFlag(call: Node): ProfileFlag | null {
  if (!flagFunctions.has(calledName(call))) return null;
  // `StringVar` has the variable first.
  for (const name of literalArguments(call, 2)) {
    for (const kind of profileKinds) {
      if (kindsOfProfile[kind].programFlag?.test(name) === true) return { kind, name };
    }
  }
  return null;
}

function addressesIn(root: Node, calls: readonly Node[]): string[] {
  const listened = calls.flatMap((call) =>
    listenFunctions.has(calledName(call)) ? literalArguments(call, 2) : [],
  );
  const written = descendants(root, 'interpreted_string_literal').flatMap(
    ({ text }) => readStringLiteral(text) ?? [],
  );
  const found = [...listened, ...written].flatMap((text) => {
    const port = Number(localAddress.exec(text)?.[1] ?? 0);
    // What listens on all addresses listens on this one too.
    return port > 0 && port < 65536 ? text.replace(/^(?:0\.0\.0\.0|\[::\])?:/, 'localhost:') : [];
  });
  return [...new Set(found)];
}
