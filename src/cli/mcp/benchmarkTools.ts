/** The tool that finds benchmarks in the source, and which packages have those that are asked for. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { compilePattern } from '../../analysis/filters/pattern.ts';
import { append } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { createScanner, type GoScanner } from '../../go/scan/scan.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import { type ListedPackage, listPackages } from '../../go/toolchain/listPackages.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import { type AnyTool, tool } from './tool.ts';
import { cursorArgument, packagesArgument, tagsArgument } from './toolArguments.ts';
import type { Workspace } from './workspace.ts';

/** A benchmark in the source. */
interface FoundBenchmark {
  readonly package: string;
  /** Names that only the running program knows are missing: of `b.Run(name, ...)` with a name that is computed. */
  readonly name: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

export interface PackageQuestion {
  readonly packages?: readonly string[] | undefined;
  readonly tags?: string | undefined;
}

/** Packages below the folder that have tests. Problems: `outside`, and those of Go. */
async function testedPackages(
  { packages = ['./...'], tags = '' }: PackageQuestion,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<ListedPackage[]>> {
  const toolchain = await workspace.toolchain();
  if (!toolchain.ok) return toolchain;
  const { root } = workspace;
  const query = { toolchain: toolchain.value, directory: root, env: process.env, tags };
  const listed = await listPackages({ ...query, patterns: packages, signal });
  if (!listed.ok) return listed;
  const outside = listed.value.find(({ directory }) => directory !== root && !isBelow(directory, root));
  if (outside !== undefined) {
    return fail('outside', 'The package {0} is not below {1}. Only code below it is run.', [
      outside.importPath,
      root,
    ]);
  }
  return ok(listed.value.filter(({ hasTests }) => hasTests));
}

/** The benchmarks in the source. Problems: those of `testedPackages`. */
async function findBenchmarks(
  question: PackageQuestion,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<FoundBenchmark[]>> {
  const packages = await testedPackages(question, workspace, signal);
  if (!packages.ok) return packages;
  const scanner = await createScanner(shippedGrammar());
  const found: FoundBenchmark[] = [];
  for (const each of packages.value) append(found, await benchmarksIn(each, scanner, workspace));
  return ok(found);
}

async function benchmarksIn(
  { importPath, directory }: ListedPackage,
  scanner: GoScanner,
  { files }: Workspace,
): Promise<FoundBenchmark[]> {
  const found: FoundBenchmark[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    if (!name.endsWith('_test.go')) continue;
    const file = join(directory, name);
    const read = files.read(file);
    if (!read.ok) continue;
    for (const benchmark of scanner.scan(read.value.text).benchmarks) {
      const line = benchmark.nameRange.startLine + 1;
      found.push({ package: importPath, name: benchmark.name, file, line });
    }
  }
  return found;
}

/**
 * The import paths of the packages with a benchmark that `go test -bench` would run. Problems: `no-such-benchmark`,
 * `bad-pattern`, and those of `findBenchmarks`.
 */
export async function packagesWith(
  pattern: string,
  question: PackageQuestion,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<string[]>> {
  // The part before the first slash is for the function's name.
  const [ofFunction = ''] = pattern.split('/');
  const compiled = compilePattern('benchmarks', ofFunction);
  if (!compiled.ok) return compiled;
  const all = await findBenchmarks(question, workspace, signal);
  if (!all.ok) return all;
  const found = all.value.filter(({ name }) => compiled.value.matches(name.split('/')[0] ?? ''));
  if (found.length > 0) return ok([...new Set(found.map((each) => each.package))]);
  return fail('no-such-benchmark', 'No benchmark of the packages matches {0}. list_benchmarks names them.', [
    pattern,
  ]);
}

const listBenchmarks = tool({
  name: 'list_benchmarks',
  title: 'List benchmarks',
  description:
    'The benchmarks of the packages, with their places. Sub-benchmarks whose names are computed are known only when they run.',
  schema: z.strictObject({
    packages: packagesArgument,
    match: z
      .string()
      .max(2000)
      .optional()
      .describe('only benchmarks with such names; a regular expression of Go'),
    tags: tagsArgument,
    cursor: cursorArgument,
  }),
  runs: false,
  async find({ packages, match = '', tags }, { workspace, signal }) {
    const pattern = compilePattern('match', match);
    if (!pattern.ok) return pattern;
    const all = await findBenchmarks({ packages, tags }, workspace, signal);
    if (!all.ok) return all;
    const benchmarks = all.value.filter(({ name }) => pattern.value.matches(name));
    const empty =
      benchmarks.length > 0
        ? {}
        : {
            empty:
              all.value.length === 0
                ? 'The packages have no benchmarks. One is: func BenchmarkX(b *testing.B) { for b.Loop() { ... } } in a file that ends with _test.go.'
                : `None of the ${all.value.length} benchmarks matches.`,
          };
    return ok({
      document: {
        filters: { packages: packages ?? ['./...'], match },
        ...empty,
        benchmarks: benchmarks.map((each) => ({ ...each })),
      },
    });
  },
});

export const benchmarkTools: readonly AnyTool[] = [listBenchmarks];
