/** The tests of several packages: one process for each, one after the other, their profiles merged. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { combine } from '../../analysis/difference/combine.ts';
import { FileNames, fileNameOf } from '../../base/fileName.ts';
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem } from '../../base/result.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { BuildResult, CompilerError } from '../build/compilerErrors.ts';
import { type WrittenFiles, type WrittenProfile, withWrittenFiles } from '../build/writtenFiles.ts';
import type { ListedPackage } from '../toolchain/listPackages.ts';
import { testPackage } from './testPackage.ts';
import type { TestedPackage, TestRequest, TestStep } from './testRequest.ts';

/** What is done now: the build of a package, its tests, or one of them. */
export type TestsStep = TestStep & {
  readonly importPath: string;
  readonly done: number;
  readonly of: number;
};

export interface TestsRequest
  extends Omit<TestRequest, 'packageDirectory' | 'importPath' | 'outputDirectory' | 'progress'> {
  readonly packages: readonly ListedPackage[];
  /** The merged profiles are written here, those of each package into a folder below it; of a single package, here. */
  readonly outputDirectory: string;
  progress?(step: TestsStep): void;
}

export interface TestedPackages {
  readonly packages: readonly TestedPackage[];
  /** Of each kind that a package has given. */
  readonly profiles: readonly WrittenProfile[];
  /** Why packages have given nothing, and what else is wrong. Those of the packages that have run are with them. */
  readonly problems: readonly Problem[];
  readonly compilerErrors: readonly CompilerError[];
}

/** These say nothing if other packages have tests. */
const nothingToRun = ['no-tests', 'no-test-files'];

/** Runs the tests. Fails with the first package's problem if no package has run, and with `cancelled`. */
export async function testPackages(request: TestsRequest): Promise<BuildResult<TestedPackages>> {
  const { outputDirectory } = request;
  const withTests = request.packages.filter(({ hasTests }) => hasTests);
  // Of a single package the build says more: files that are left out by a build tag.
  const chosen = request.packages.length === 1 ? request.packages : withTests;
  const folders = new FileNames();
  const packages: TestedPackage[] = [];
  const problems: Problem[] = [];
  const compilerErrors: CompilerError[] = [];
  for (const [done, { importPath, directory }] of chosen.entries()) {
    const folder = chosen.length > 1 ? folders.claim(fileNameOf(importPath), '') : '';
    const tested = await testPackage({
      ...request,
      importPath,
      packageDirectory: directory,
      outputDirectory: join(outputDirectory, folder),
      progress: (step) => request.progress?.({ ...step, importPath, done, of: chosen.length }),
    });
    if (tested.ok) packages.push(tested.value);
    else if (tested.problem.code === 'cancelled') return tested;
    else {
      problems.push(tested.problem);
      append(compilerErrors, tested.compilerErrors ?? []);
    }
  }
  const matters = problems.filter(({ code }) => !nothingToRun.includes(code));
  if (packages.length === 0) {
    const problem = matters[0] ?? noneHas(request, problems);
    return { ok: false, problem, compilerErrors };
  }
  const merged = await withWrittenFiles(outputDirectory, (written) => mergeAll(packages, written));
  if (!merged.ok) return merged;
  const { profiles } = merged.value;
  return ok({ packages, profiles, problems: [...matters, ...merged.value.problems], compilerErrors });
}

function noneHas({ packages, run }: TestsRequest, problems: readonly Problem[]): Problem {
  const [first] = problems;
  if (first !== undefined && problems.length === 1) return first;
  if (packages.every(({ hasTests }) => !hasTests)) {
    return fail('no-test-files', 'None of these packages has test files.').problem;
  }
  return run === undefined
    ? fail('no-tests', 'None of these packages has tests.').problem
    : fail('no-tests', 'No test of these packages matches {0}.', [run]).problem;
}

async function mergeAll(packages: readonly TestedPackage[], written: WrittenFiles) {
  const profiles: WrittenProfile[] = [];
  const problems: Problem[] = [];
  const all = packages.flatMap((each) => each.profiles);
  for (const kind of new Set(all.map((each) => each.kind))) {
    const ofKind = all.filter((each) => each.kind === kind);
    const [only] = ofKind;
    // Of a single package the profile has been written to this folder.
    if (packages.length === 1 && only !== undefined) {
      profiles.push(only);
      continue;
    }
    const merged = combine(ofKind.map(({ profile }) => profile));
    if (!merged.ok) {
      problems.push(merged.problem);
      continue;
    }
    const path = written.claim(kind, '.pprof');
    await writeFile(path, encodeGzipped(merged.value));
    profiles.push({ kind, path, profile: merged.value });
  }
  return ok({ profiles, problems });
}
