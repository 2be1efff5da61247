/** The report of `pprof-lens test`: what each test and each line costs, in total. */
import { type TestBucket, testBuckets } from '../../analysis/benchmark/testOwners.ts';
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines } from '../../analysis/lines/lines.ts';
import { append } from '../../base/lists.ts';
import type { ProfileKind } from '../../base/profileKinds.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { TestOutcome, TestRun } from '../../go/tests/testEvents.ts';
import type { TestedPackages } from '../../go/tests/testPackages.ts';
import type { TestPosition } from '../../go/tests/testPositions.ts';
import type { TestedPackage } from '../../go/tests/testRequest.ts';
import { type LineReport, LineReports, metricsOfKind } from '../bench/lineReports.ts';
import { type Message, messageOf } from '../terminal/output.ts';

/** Totals by metric: `cpu-ns`, `allocs`, `bytes`, `block-delay-ns` and so on. */
export type Totals = Readonly<Record<string, number>>;

export interface TestReport {
  readonly packages: readonly PackageReport[];
  readonly profiles: readonly ProfilePath[];
  readonly totals: Totals;
  /** The costliest first. */
  readonly tests: readonly OneTest[];
  readonly others: readonly OtherCost[];
  /** The hottest first. */
  readonly lines: readonly LineReport[];
  readonly problems: readonly Message[];
}

interface ProfilePath {
  readonly kind: ProfileKind;
  readonly path: string;
}

export interface PackageReport {
  readonly package: string;
  readonly directory: string;
  readonly outcome: TestedPackage['outcome'];
  readonly seconds: number;
  readonly profiles: readonly ProfilePath[];
  readonly problems: readonly Message[];
}

export interface OneTest {
  readonly package: string;
  readonly name: string;
  readonly outcome: TestOutcome;
  readonly runs: number;
  readonly seconds: number;
  /** Missing if its source was not found, because a tool has made it. */
  readonly file?: string;
  readonly line?: number;
  readonly metrics: Totals;
  readonly subtests: readonly TestRun[];
}

/** What is of no test. */
export interface OtherCost {
  readonly package: string;
  readonly bucket: TestBucket;
  readonly metrics: Totals;
}

/** @param positionsOf where the tests of a package's folder are */
export async function testReport(
  { packages, profiles, problems }: TestedPackages,
  roots: SourceRoots,
  positionsOf: (directory: string) => Promise<ReadonlyMap<string, TestPosition>>,
): Promise<TestReport> {
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
      profiles: each.profiles.map(({ kind, path }) => ({ kind, path })),
      problems: each.problems.map(messageOf),
    })),
    profiles: profiles.map(({ kind, path }) => ({ kind, path })),
    totals: sum([...tests, ...others].map(({ metrics }) => metrics)),
    tests: tests.sort(byCost(order)),
    others,
    lines: lines.lines,
    problems: problems.map(messageOf),
  };
}

function testsOf(tested: TestedPackage, positions: ReadonlyMap<string, TestPosition>): OneTest[] {
  return tested.tests.map(({ name, outcome, runs, seconds, subtests }, index) => ({
    package: tested.importPath,
    name,
    outcome,
    runs,
    seconds: rounded(seconds),
    ...positions.get(name),
    metrics: metricsFrom(tested, (totals) => totals.tests[index] ?? 0),
    subtests: subtests.map((each) => ({ ...each, seconds: rounded(each.seconds) })),
  }));
}

function othersOf(tested: TestedPackage): OtherCost[] {
  return testBuckets.flatMap((bucket) => {
    const metrics = metricsFrom(tested, (totals) => totals.others[bucket]);
    const isEmpty = Object.values(metrics).every((value) => value === 0);
    return isEmpty ? [] : { package: tested.importPath, bucket, metrics };
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
