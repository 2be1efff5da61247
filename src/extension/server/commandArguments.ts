/** Checks of the arguments of commands. Links, menus, keys and other extensions hand them over, so they can be anything. */
import {
  nullable,
  object,
  property,
  type Reader,
  text,
  validItems,
  wholeNumber,
} from '../../outsideValues.ts';
import type { OpenRequest, RunRequest, ShowFlameGraphArgs, ShowResultsArgs } from '../../protocol.ts';

const nonEmpty: Reader<string> = (value) => text(value) || undefined;

const showFlameGraphArgs: Reader<ShowFlameGraphArgs> = object(
  {},
  { sessionId: text, profilePath: text, sampleType: wholeNumber, functionName: nonEmpty },
);

/** The argument of `clientCommands.showFlameGraph`; only the parts of it that have the right form. */
export function readShowFlameGraphArgs(value: unknown): ShowFlameGraphArgs {
  return showFlameGraphArgs(value) ?? {};
}

/** The argument of `clientCommands.showResults`. */
export const readShowResultsArgs: Reader<ShowResultsArgs> = object<
  ShowResultsArgs,
  Pick<ShowResultsArgs, 'benchmark'>
>({ uri: nonEmpty }, { benchmark: nonEmpty });

const runTarget: Reader<Pick<RunRequest, 'uri' | 'benchmark'>> = object({
  uri: text,
  benchmark: nullable(text),
});

/** Whether the value says which benchmark to run. The server checks the rest of a `RunRequest`. */
export function namesBenchmark(value: unknown): value is Pick<RunRequest, 'uri' | 'benchmark'> {
  return runTarget(value) !== undefined;
}

/** The argument of the server command `openProfile`, as it was kept over a reload of the window. */
export const readOpenRequest: Reader<OpenRequest> = object(
  { path: text },
  { merged: validItems(text), basePath: text, sampleType: wholeNumber },
);

/**
 * The benchmark of an item of the Go extension's Test Explorer. VS Code hands the item to the commands of its menus.
 * `null` where the value is no such item.
 */
export function readTestItem(value: unknown): { readonly uri: string; readonly benchmark: string } | null {
  const benchmark = benchmarkOfTestId(text(property(value, 'id')) ?? '');
  const uri = property(value, 'uri');
  return benchmark === null || typeof uri !== 'object' || uri === null
    ? null
    : { uri: String(uri), benchmark };
}

/** The test, example or fuzz target of an item of the Go extension's Test Explorer; of a subtest, the test above it. */
export function readTestOfExplorer(value: unknown): { readonly uri: string; readonly test: string } | null {
  const [, test] = /\?(?:test|example|fuzz)#(\w+)/u.exec(text(property(value, 'id')) ?? '') ?? [];
  const uri = property(value, 'uri');
  return test === undefined || typeof uri !== 'object' || uri === null ? null : { uri: String(uri), test };
}

/**
 * The benchmark's name in an item's id, `file:///m/a_test.go?benchmark#BenchmarkA`; `null` where the item is no benchmark.
 * The form is described at `GoTest.id` in golang/vscode-go, `extension/src/goTest/utils.ts`.
 */
function benchmarkOfTestId(id: string): string | null {
  const [, name] = /\?benchmark#(.+)$/s.exec(id) ?? [];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
