/** The report of `pprof-lens test`: what each test and each line costs, in total. */
import { testBuckets } from '../../analysis/benchmark/testOwners.ts';
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines } from '../../analysis/lines/lines.ts';
import { append } from '../../base/lists.ts';
import { metricsOfKind } from '../../base/takenKind.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { TestedPackages } from '../../go/tests/testPackages.ts';
import type { TestPosition } from '../../go/tests/testPositions.ts';
import type { TestedPackage } from '../../go/tests/testRequest.ts';
import { LineReports } from '../bench/lineReports.ts';
import { messageOf } from '../terminal/output.ts';

/** Totals by metric: `cpu-ns`, `allocs`, `bytes`, `block-delay-ns` and so on. */
export type Totals = Readonly<Record<string, number>>;

export type TestReport = Awaited<ReturnType<typeof testReport>>;
export type PackageReport = TestReport['packages'][number];
export type OneTest = ReturnType<typeof testsOf>[number];

/** @param positionsOf where the tests of a package's folder are */
export async function testReport(
  { packages, profiles, problems }: TestedPackages,
  roots: SourceRoots,
  positionsOf: (directory: string) => Promise<ReadonlyMap<string, TestPosition>>,
) {
  const order = profiles.flatMap(({ kind }) => metricsOfKind(kind).map(({ total }) => total));
  const lines = new LineReports(roots);
  for (const { kind, profile } of profiles) {
    lines.add(kind, { profile, lines: indexLines(new ProfileCosts(profile)), causes: null }, null);
  }
  const tests: OneTest[] = [];
  for (const each of packages) append(tests, testsOf(each, await positionsOf(each.directory)));
  const others = packages.flatMap(othersOf);
  return {
    packages: packages.map((each) => ({
      package: each.importPath,
      directory: each.directory,
      outcome: each.outcome,
      seconds: rounded(each.seconds),
      ...(each.memory === undefined ? {} : { memory: each.memory }),
      profiles: each.profiles.map(({ kind, path }) => ({ kind, path })),
      problems: each.problems.map(messageOf),
    })),
    profiles: profiles.map(({ kind, path }) => ({ kind, path })),
    totals: sum([...tests, ...others].map(({ metrics }) => metrics)),
    /** The costliest first. */
    tests: tests.sort(byCost(order)),
    others,
    /** The hottest first. */
    lines: lines.lines,
    problems: problems.map(messageOf),
  };
}

function testsOf(tested: TestedPackage, positions: ReadonlyMap<string, TestPosition>) {
  return tested.tests.map(({ name, outcome, runs, seconds, subtests }, index) => ({
    package: tested.importPath,
    name,
    outcome,
    runs,
    seconds: rounded(seconds),
    /** Missing if the source was not found, because a tool has made it. */
    ...positions.get(name),
    metrics: metricsFrom(tested, (totals) => totals.tests[index] ?? 0),
    subtests: subtests.map((each) => ({ ...each, seconds: rounded(each.seconds) })),
  }));
}

/** What is of no test. */
function othersOf(tested: TestedPackage) {
  return testBuckets.flatMap((bucket) => {
    const metrics = metricsFrom(tested, (totals) => totals.others[bucket]);
    const isEmpty = Object.values(metrics).every((value) => value === 0);
    return isEmpty ? [] : [{ package: tested.importPath, bucket, metrics }];
  });
}

function metricsFrom(
  { profiles }: TestedPackage,
  valueIn: (totals: TestedPackage['profiles'][number]['totals'][number]) => number | bigint,
): Totals {
  const entries = profiles.flatMap(({ kind, profile, totals }) =>
    metricsOfKind(kind).flatMap(({ sampleType, total }): [string, number][] => {
      const type = profile.sampleTypes.findIndex((each) => each.type === sampleType);
      const ofType = totals[type];
      return ofType === undefined ? [] : [[total, Number(valueIn(ofType))]];
    }),
  );
  return Object.fromEntries(entries);
}

function sum(all: readonly Totals[]): Totals {
  const sums: Record<string, number> = {};
  for (const metrics of all) {
    for (const [name, value] of Object.entries(metrics)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

/** By the first metric in which two tests differ, then by their time, then in the order in which they ran. */
function byCost(order: readonly string[]): (a: OneTest, b: OneTest) => number {
  return (a, b) => {
    for (const name of order) {
      const difference = (b.metrics[name] ?? 0) - (a.metrics[name] ?? 0);
      if (difference !== 0) return difference;
    }
    return b.seconds - a.seconds;
  };
}

/** To a microsecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
