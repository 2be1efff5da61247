/** Tests, examples and fuzz targets in Go source: what `go test` runs besides benchmarks. */
import type { Node } from 'web-tree-sitter';
import type { SourceRange } from './scannedBenchmark.ts';
import { descendants, rangeOf } from './syntax.ts';

export interface ScannedTest {
  /** The function's name. */
  readonly name: string;
  readonly kind: 'test' | 'example' | 'fuzz';
  readonly nameRange: SourceRange;
  /** The whole declaration. */
  readonly range: SourceRange;
}

/** The types of package testing that tests take, as the file writes them: `testing.T`, or with an import alias. */
export interface TestTypes {
  readonly test: ReadonlySet<string>;
  readonly fuzz: ReadonlySet<string>;
}

/** `Test`, `TestX`, `Test_x` and `TestÄ` are names of tests, `Testing` is not. `TestMain` runs them. */
const names: readonly (readonly [RegExp, ScannedTest['kind']])[] = [
  [/^Test(?!\p{Ll})/u, 'test'],
  [/^Fuzz(?!\p{Ll})/u, 'fuzz'],
  [/^Example(?!\p{Ll})/u, 'example'],
];

/**
 * The test that a function declaration is; `null` if `go test` does not run it.
 *
 * @param end the last node of its body, if the grammar has found the body beside the declaration; else the declaration
 * @param firstLine line of the file where the parsed text starts
 */
export function scannedTest(
  declaration: Node,
  end: Node,
  parameterOf: (declaration: Node, types: ReadonlySet<string>) => string | null,
  types: TestTypes,
  firstLine: number,
): ScannedTest | null {
  const nameNode = declaration.childForFieldName('name');
  const name = nameNode?.text ?? '';
  const kind = names.find(([pattern]) => pattern.test(name))?.[1];
  if (!nameNode || kind === undefined) return null;
  const isRun =
    kind === 'example' ? isRunExample(declaration, end) : parameterOf(declaration, types[kind]) !== null;
  if (!isRun) return null;
  return {
    name,
    kind,
    nameRange: rangeOf(nameNode, nameNode, firstLine),
    range: rangeOf(declaration, end, firstLine),
  };
}

/** Go runs an example if the last comment in it says what it prints (go/doc.Examples). */
function isRunExample(declaration: Node, end: Node): boolean {
  const parameters = declaration.childForFieldName('parameters')?.namedChildren ?? [];
  if (parameters.some((node) => node && node.type !== 'comment')) return false;
  if (declaration.childForFieldName('result') || declaration.childForFieldName('type_parameters'))
    return false;
  const comments = descendants(declaration.childForFieldName('body') ?? end, 'comment');
  return /^(?:\/\/|\/\*)\s*(?:unordered )?output:/i.test(lastGroup(comments));
}

/** Comments on lines that follow each other are one. */
function lastGroup(comments: readonly Node[]): string {
  let first = comments.length - 1;
  while (first > 0 && comments[first - 1]!.endPosition.row === comments[first]!.startPosition.row - 1)
    first--;
  return comments[first]?.text ?? '';
}
