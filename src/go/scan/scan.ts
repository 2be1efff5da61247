/**
 * Finds benchmarks in Go source, with tree-sitter's grammar of Go as WebAssembly. It takes texts and returns names and
 * ranges. It reads no files, so it works wherever WebAssembly does.
 */

import { Language, type Node, Parser, type Tree } from 'web-tree-sitter';
import type { TimedCode } from '../../analysis/benchmark/timedRegion.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import { isBenchmarkName } from '../../bench/benchfmt/resultLine.ts';
import { SubNames } from './benchmarkNames.ts';
import type { LoopFacts, SourceSmell } from './benchmarkSmells.ts';
import { missingClosers, topLevelPieces } from './brokenSource.ts';
import { type Call, callsWith } from './calledWith.ts';
import { type DeclaredFile, declarationsOf } from './declarations.ts';
import { namesIn, namesOfLarge } from './largeSource.ts';
import { loopFacts } from './loopFacts.ts';
import { type LineSpan, loopLines } from './loopLines.ts';
import { walkBenchmark } from './scanBody.ts';
import type { ScannedBenchmark, TimedLoop } from './scannedBenchmark.ts';
import { type ScannedProgram, scanProgram } from './scanProgram.ts';
import { sourceSmells } from './scanSmells.ts';
import { type ScannedTest, scannedTest, type TestTypes } from './scanTest.ts';
import { type ServeOffer, serveOffers } from './serveProfiles.ts';
import { type FoundStatement, statementOn } from './statementOn.ts';
import { readStringLiteral } from './syntax.ts';
import { timedCode } from './timedLoops.ts';

export interface ScannedFile {
  readonly packageName: string;
  /** The line of the first import, 0-based; 0 if there is none. */
  readonly importLine: number;
  /** In source order. A sub-benchmark comes after its parent. */
  readonly benchmarks: readonly ScannedBenchmark[];
  /** The tests, examples that are run, and fuzz targets, in source order. */
  readonly tests: readonly ScannedTest[];
}

export interface GoScanner {
  /**
   * The benchmarks and tests in one Go source text. If the text is broken, those that can still be recognised. The answers for
   * the latest texts are kept: a click on a lens asks a dozen times for the same.
   */
  scan(text: string): ScannedFile;
  /** The lines inside timed loops of one Go source text, in any function. */
  timedCode(text: string): TimedCode;
  /** What may be wrong with the benchmarks of a test file, by its source alone; `null` for text that does not parse. */
  smells(text: string): ScannedSmells | null;
  /** The lines inside loops of one Go source text, in any function. */
  loops(text: string): readonly LineSpan[];
  /** The statement that begins on a line, 0-based, of one Go source text. */
  statementOn(text: string, line: number): FoundStatement;
  /** What one Go source text says about profiling its own program. */
  program(text: string): ScannedProgram;
  /** How profiles can be served, or be served no longer, by code at a line, 0-based. */
  serveOffers(text: string, line: number): ServeOffer[];
  declarations(text: string): DeclaredFile;
  /** With what the tests in one Go source text call a function: see `callsWith`. */
  callsWith(text: string, ...asked: AfterFirst<Parameters<typeof callsWith>>): Call[];
}

type AfterFirst<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

export interface ScannedSmells {
  readonly smells: readonly SourceSmell[];
  readonly loops: readonly LoopFacts[];
}

/** The two WebAssembly files: their paths or their bytes. */
export interface ScannerFiles {
  /** `web-tree-sitter.wasm` */
  readonly runtime: string | Uint8Array;
  /** `tree-sitter-go.wasm` */
  readonly grammar: string | Uint8Array;
}

/** So many answers are kept. */
const mostKept = 8;

/** Loads the grammar. Rejects if a file is missing: then the installation is broken, and the user cannot mend that. */
export async function createScanner(files: ScannerFiles): Promise<GoScanner> {
  const { runtime } = files;
  await Parser.init(typeof runtime === 'string' ? { locateFile: () => runtime } : { wasmBinary: runtime });
  const parser = new Parser();
  parser.setLanguage(await Language.load(files.grammar));
  const scanned = new RecentlyUsed<ScannedFile>(mostKept);
  return {
    scan: (text) => {
      const file = scanned.get(text) ?? scan(parser, namesOfLarge(text));
      scanned.set(text, file);
      return file;
    },
    timedCode: (text) => {
      if (!/\.\s*(?:N|Loop|Next|(?:Stop|Reset)Timer)\b/.test(text)) return { loops: [], functions: [] };
      return withTree(parser, namesOfLarge(text), (root) => timedCode(root, testingTypes(root).B));
    },
    smells: (text) =>
      withTree(parser, namesOfLarge(text), (root) => {
        const types = testingTypes(root).B;
        return root.hasError ? null : { smells: sourceSmells(root, types), loops: loopFacts(root, types) };
      }),
    loops: (text) => withTree(parser, namesOfLarge(text), loopLines),
    statementOn: (text, line) => withTree(parser, text, (root) => statementOn(root, line)),
    program: (text) => withTree(parser, namesOfLarge(text), scanProgram),
    serveOffers: (text, line) => withTree(parser, text, (root) => serveOffers(root, line)),
    declarations: (text) => withTree(parser, namesOfLarge(text), declarationsOf),
    callsWith: (text, ...asked) => withTree(parser, namesOfLarge(text), (root) => callsWith(root, ...asked)),
  };
}

/**
 * The parser reports after every hundred of its steps: one report for 200 characters of a source, and for each character of
 * one that is broken all over, where its time grows with the square of the length.
 */
function mostReports(text: string): number {
  return 200 + text.length / 10;
}

/** `null` for a text that takes too long. */
function parsed(parser: Parser, text: string): Tree | null {
  let reports = 0;
  const most = mostReports(text);
  const tree = parser.parse(text, null, { progressCallback: () => ++reports > most });
  if (tree === null) parser.reset();
  return tree;
}

/**
 * Parses `text`, calls `use` with the root, and frees the tree: there is no garbage collector for WebAssembly's memory. Of a
 * text that takes too long, only names are parsed.
 */
function withTree<T>(parser: Parser, text: string, use: (root: Node) => T): T {
  const tree = parsed(parser, text) ?? parsed(parser, namesIn(text));
  if (!tree) throw new Error('the parser has no language');
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}

function scan(parser: Parser, text: string): ScannedFile {
  return withTree(parser, text, (root) => {
    const { B, T, F } = testingTypes(root);
    const context: Context = {
      types: B,
      testTypes: { test: T, fuzz: F },
      names: new SubNames(),
      found: [],
      loopsOf: new Map(),
      tests: [],
    };
    if (root.hasError) {
      for (const { text: piece, line } of topLevelPieces(root, text)) {
        if (!piece.startsWith('func')) continue;
        const closed = piece + withTree(parser, piece, missingClosers);
        withTree(parser, closed, (part) => scanPiece(part, line, context));
      }
    } else {
      const functions = new Map<string, Node>();
      for (const node of root.namedChildren) {
        const name = node?.type === 'function_declaration' ? node.childForFieldName('name')?.text : undefined;
        if (node && name !== undefined) functions.set(name, node);
      }
      for (const declaration of functions.values()) scanFunction(declaration, [], functions, 0, context);
    }
    const heads = root.descendantsOfType(['package_clause', 'import_declaration']);
    const first = (type: string) => heads.find((head) => head?.type === type);
    return {
      packageName: first('package_clause')?.namedChild(0)?.text ?? '',
      importLine: first('import_declaration')?.startPosition.row ?? 0,
      benchmarks: context.found,
      tests: context.tests,
    };
  });
}

interface Context {
  /** The ways in which this file writes `testing.B`. */
  readonly types: ReadonlySet<string>;
  readonly testTypes: TestTypes;
  readonly names: SubNames;
  readonly found: ScannedBenchmark[];
  readonly loopsOf: Map<Node, readonly TimedLoop[]>;
  readonly tests: ScannedTest[];
}

/** One declaration of a broken file. If the grammar has found no body, the nodes after the declaration are its body. */
function scanPiece(root: Node, line: number, context: Context): void {
  const declaration = root.descendantsOfType('function_declaration')[0];
  if (declaration) {
    const loose = declaration.childForFieldName('body')
      ? []
      : root.namedChildren.filter((node) => node && node.startIndex >= declaration.endIndex);
    scanFunction(
      declaration,
      loose.flatMap((node) => node ?? []),
      new Map(),
      line,
      context,
    );
  }
}

function scanFunction(
  declaration: Node,
  loose: readonly Node[],
  functions: ReadonlyMap<string, Node>,
  firstLine: number,
  context: Context,
): void {
  const nameNode = declaration.childForFieldName('name');
  const end = loose.at(-1) ?? declaration;
  const test = scannedTest(declaration, end, onlyParameter, context.testTypes, firstLine);
  if (test !== null) context.tests.push(test);
  if (!nameNode || !isBenchmarkName(nameNode.text)) return;
  const parameter = onlyParameter(declaration, context.types);
  if (parameter === null) return;
  const body = declaration.childForFieldName('body');
  walkBenchmark({
    name: nameNode.text,
    nameNode,
    range: [declaration, end],
    body: body ? [body] : loose,
    parameter,
    functions,
    firstLine,
    names: context.names,
    found: context.found,
    loopsOf: context.loopsOf,
  });
}

/** The name of the only parameter, `_` or empty if it has none. `null` for a function that takes something else than a pointer to one of the types. */
function onlyParameter(declaration: Node, types: ReadonlySet<string>): string | null {
  if (declaration.childForFieldName('result') || declaration.childForFieldName('type_parameters'))
    return null;
  const parameters = declaration.childForFieldName('parameters')?.namedChildren ?? [];
  const declared = parameters.filter((node) => node && node.type !== 'comment');
  const [only] = declared;
  if (!only || declared.length !== 1 || only.type !== 'parameter_declaration') return null;
  const names = only.childrenForFieldName('name').filter((node) => node?.isNamed);
  const type = only.childForFieldName('type');
  if (names.length > 1 || type?.type !== 'pointer_type') return null;
  const pointedTo = type.namedChild(0)?.text.replace(/\s/g, '') ?? '';
  return types.has(pointedTo) ? (names[0]?.text ?? '') : null;
}

/**
 * All ways in which this file can write `testing.B`, `testing.T` and `testing.F`: with the package's name, an import alias, a dot
 * import, a type alias.
 */
function testingTypes(root: Node): Readonly<Record<'B' | 'T' | 'F', ReadonlySet<string>>> {
  const prefixes: string[] = [];
  const aliases: { readonly name: string; readonly target: string }[] = [];
  let nameTaken = false;
  // A walk over all nodes takes as long as half a parse, so there is one.
  for (const node of root.descendantsOfType(['import_spec', 'type_alias'])) {
    const name = node?.childForFieldName('name')?.text;
    if (node?.type === 'type_alias') {
      if (name !== undefined) aliases.push({ name, target: node.childForFieldName('type')?.text ?? '' });
      continue;
    }
    const path = readStringLiteral(node?.childForFieldName('path')?.text ?? '');
    const imported = name ?? path?.split('/').at(-1) ?? '';
    if (path === 'testing') prefixes.push(imported === '.' ? '' : `${imported}.`);
    else if (imported === 'testing') nameTaken = true;
  }
  // Many editors add the import only when the file is saved.
  if (prefixes.length === 0 && !nameTaken) prefixes.push('testing.');
  const typesOf = (type: string) => {
    const types = new Set(prefixes.map((prefix) => prefix + type));
    for (const { name, target } of aliases) if (types.has(target)) types.add(name);
    return types;
  };
  return { B: typesOf('B'), T: typesOf('T'), F: typesOf('F') };
}
