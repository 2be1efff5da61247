/** A run of tests, from the packages that are asked for to what each test costs. */

import { type TestBucket, testBuckets } from '../../../analysis/benchmark/testOwners.ts';
import { sampleCount } from '../../../analysis/values/profileFacts.ts';
import type { ProfileKind } from '../../../base/profileKinds.ts';
import type { BuildResult } from '../../../go/build/compilerErrors.ts';
import { memoryText } from '../../../go/results/memoryText.ts';
import type { GoScanner } from '../../../go/scan/scan.ts';
import {
  type TestsRequest as PackagesRequest,
  type TestedPackages,
  testPackages,
} from '../../../go/tests/testPackages.ts';
import { type TestPosition, testPositions } from '../../../go/tests/testPositions.ts';
import type { TestedPackage } from '../../../go/tests/testRequest.ts';
import { listPackages } from '../../../go/toolchain/listPackages.ts';
import type { SampledTestCost, TestCost, TestResult } from './testResults.ts';

export interface ProfiledTests extends Omit<TestedPackages, 'packages'> {
  /** Those that cost most first. */
  readonly results: readonly TestResult[];
}

export interface ProfileTestsRequest extends Omit<PackagesRequest, 'packages'> {
  /** Where `patterns` start. */
  readonly directory: string;
  /** Package patterns of the go command. */
  readonly patterns: readonly string[];
  readonly scanner: GoScanner;
}

/** Profiles the tests. Problems: those of `listPackages` and `testPackages`. */
export async function profileTests(request: ProfileTestsRequest): Promise<BuildResult<ProfiledTests>> {
  const { toolchain, directory, patterns, tags = '', env, signal } = request;
  const packages = await listPackages({ toolchain, directory, patterns, tags, env, signal });
  if (!packages.ok) return packages;
  const tested = await testPackages({ ...request, packages: packages.value });
  if (!tested.ok) return tested;
  const early = tested.value.packages.flatMap(({ outcome, problems }) =>
    outcome === 'unfinished' ? problems.slice(0, 1) : [],
  );
  // Nothing can be shown.
  if (early[0] !== undefined && early.length === tested.value.packages.length) {
    return { ok: false, problem: early[0] };
  }
  const results: TestResult[] = [];
  const { packages: ran } = tested.value;
  const costs = [
    costsOf(ran, 'cpu', 'cpu', ['setup']),
    // The profiler allocates, too.
    costsOf(ran, 'mem', 'alloc_space', ['setup', 'collector', 'scheduler']),
  ];
  for (const each of tested.value.packages) {
    const positions = await testPositions(each.directory, request.scanner);
    for (const index of each.tests.keys()) results.push(resultOf(each, index, positions, costs));
  }
  const { profiles, compilerErrors } = tested.value;
  return {
    ok: true,
    value: {
      results: results.sort(byCost),
      profiles: profiles.filter((each) => each.kind !== 'cpu' || (sampleCount(each.profile) ?? 0) > 0),
      problems: [...tested.value.packages.flatMap((each) => each.problems), ...tested.value.problems],
      compilerErrors,
    },
  };
}

/** Answers the cost of a test by its index; `null` if no package has such a profile. */
type CostOf = (tested: TestedPackage, index: number) => TestCost | null;

/** @param notOfTest what a test that has run alone has not caused: all the rest is its own, the goroutines that it started too */
function costsOf(
  packages: readonly TestedPackage[],
  kind: ProfileKind,
  type: string,
  notOfTest: readonly TestBucket[],
): CostOf {
  const totalsOf = (tested: TestedPackage) => {
    const found = tested.profiles.find((each) => each.kind === kind);
    return found?.totals[found.profile.sampleTypes.findIndex((each) => each.type === type)];
  };
  let total = 0;
  let others = 0;
  let tests = 0;
  for (const each of packages) {
    const totals = totalsOf(each);
    tests += each.tests.length;
    for (const value of totals?.tests ?? []) total += Number(value);
    if (totals === undefined) continue;
    for (const bucket of testBuckets) {
      const value = Number(totals.others[bucket]);
      total += value;
      if (!notOfTest.includes(bucket)) others += value;
    }
  }
  return (tested, index) => {
    const totals = totalsOf(tested);
    if (totals === undefined) return null;
    return { value: Number(totals.tests[index] ?? 0) + (tests === 1 ? others : 0), total };
  };
}

function resultOf(
  tested: TestedPackage,
  index: number,
  positions: ReadonlyMap<string, TestPosition>,
  [cpu, memory]: readonly CostOf[],
): TestResult {
  const { subtests, ...test } = tested.tests[index]!;
  return {
    ...test,
    directory: tested.directory,
    importPath: tested.importPath,
    // Go counts no time for a test while its parallel subtests run.
    seconds: subtests.reduce((most, each) => Math.max(most, each.seconds), test.seconds),
    cpu: sampled(cpu?.(tested, index) ?? null, tested),
    memory: memory?.(tested, index) ?? null,
    seen: memoryText(tested.memory),
    place: positions.get(test.name) ?? null,
  };
}

function sampled(cost: TestCost | null, { profiles }: TestedPackage): SampledTestCost | null {
  const period = Number(profiles.find(({ kind }) => kind === 'cpu')?.profile.period ?? 0);
  return cost === null || period <= 0 ? null : { ...cost, period };
}

function byCost(a: TestResult, b: TestResult): number {
  const byCpu = (b.cpu?.value ?? 0) - (a.cpu?.value ?? 0);
  return byCpu || (b.memory?.value ?? 0) - (a.memory?.value ?? 0) || b.seconds - a.seconds;
}
