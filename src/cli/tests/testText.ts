/** The report of `pprof-lens test` as text. */
import * as l10n from '@vscode/l10n';
import type { TestBucket } from '../../analysis/benchmark/testOwners.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';
import { scaledLabel } from '../../analysis/values/units.ts';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { memoryText } from '../../go/results/memoryText.ts';
import { longest } from '../../go/tests/shortTests.ts';
import { costTable, hottest, mostLines } from '../bench/benchText.ts';
import type { OneTest, PackageReport, TestReport } from './testReport.ts';

/** So many tests are listed by each metric. The JSON has all. */
const mostTests = 20;
/** Tests below this share of the total are not listed, unless they failed. */
const leastShare = 0.001;

/** The metrics that a table is made of, by what they are called. The others are in the JSON. */
const titles: Readonly<Record<string, () => string>> = {
  'cpu-ns': () => l10n.t('CPU'),
  bytes: () => l10n.t('allocated'),
  'block-delay-ns': () => l10n.t('blocked'),
  'mutex-delay-ns': () => l10n.t('mutex waits'),
};

/** @param isOwn whether a file is of the user's own modules */
export function testText(report: TestReport, isOwn: (file: string) => boolean): string {
  const metrics = Object.keys(report.totals).filter((metric) => metric in titles);
  const lines = [
    ...report.packages.flatMap((each) => packageText(each, report)),
    ...report.problems.map(({ message }) => visibleLine(`! ${message}`)),
    ...metrics.flatMap((metric) => ranking(report, metric)),
    ...metrics.flatMap((metric) => costTable(metric, hottest(report.lines, metric, isOwn, mostLines))),
    '',
    ...report.profiles.map(({ kind, path }) => visibleLine(`${kind}: ${path}`)),
  ];
  return `${lines.join('\n')}\n`;
}

function packageText(
  { package: name, outcome, seconds, memory, problems }: PackageReport,
  report: TestReport,
): string[] {
  const tests = report.tests.filter((each) => each.package === name);
  const failed = tests.filter((each) => each.outcome === 'fail').length;
  const counts = [
    tests.length === 1 ? l10n.t('1 test') : l10n.t('{0} tests', tests.length),
    ...(failed === 0 ? [] : [l10n.t('{0} failed', failed)]),
    ...(outcome === 'unfinished' ? [l10n.t('not finished')] : []),
  ];
  const seen = memoryText(memory);
  return [
    visibleLine(`${name}  ${counts.join(', ')}  ${secondsLabel(seconds)}`),
    ...(seen === '' ? [] : [`  ${l10n.t('memory: {0}', seen)}`]),
    ...problems.map(({ message }) => visibleLine(`  ! ${message}`)),
  ];
}

/** The tests by one metric, and what is of no test. */
function ranking(report: TestReport, metric: string): string[] {
  const total = report.totals[metric] ?? 0;
  if (total === 0) return [];
  const isOfMany = report.packages.length > 1;
  const costOf = (test: { readonly metrics: TestReport['totals'] }) => test.metrics[metric] ?? 0;
  const ranked = report.tests
    .filter((test) => costOf(test) >= leastShare * total)
    .sort((a, b) => costOf(b) - costOf(a));
  const shown = ranked.slice(0, mostTests);
  const rows = shown.map((test) => [
    costLabel(costOf(test), metric),
    shareLabel(costOf(test) / total),
    secondsLabel(longest(test)),
    testLabel(test, isOfMany),
  ]);
  const buckets = new Map<TestBucket, number>();
  for (const other of report.others)
    buckets.set(other.bucket, (buckets.get(other.bucket) ?? 0) + costOf(other));
  const rest = [...buckets].filter(([, value]) => value > 0).sort(([, a], [, b]) => b - a);
  const others = rest.map(([bucket, value]) => [
    costLabel(value, metric),
    shareLabel(value / total),
    '',
    `(${bucketLabel(bucket)})`,
  ]);
  const head = [titles[metric]?.() ?? metric, '', l10n.t('time'), l10n.t('test')];
  const more = report.tests.length - shown.length;
  return [
    '',
    ...aligned([head, ...rows, ...others], 'rrrl').map((row) => `  ${row}`),
    ...(more > 0 ? [`  ${l10n.t('and {0} more', more)}`] : []),
  ];
}

function testLabel({ name, outcome, runs, package: of }: OneTest, isOfMany: boolean): string {
  const parts = [
    name,
    ...(isOfMany ? [of] : []),
    ...(runs > 1 ? [l10n.t('{0} runs', runs)] : []),
    ...(outcome === 'pass' ? [] : [outcome.toUpperCase()]),
  ];
  return visibleLine(parts.join('  '));
}

function bucketLabel(bucket: TestBucket): string {
  switch (bucket) {
    case 'subtests':
      return l10n.t('subtests of tests that are not known');
    case 'goroutines':
      return l10n.t('other goroutines');
    case 'truncated':
      return l10n.t('stacks too deep to tell');
    case 'setup':
      return l10n.t('TestMain, initialisation');
    case 'collector':
      return l10n.t('garbage collector');
    case 'scheduler':
      return l10n.t('scheduler, rest of the runtime');
  }
}

function costLabel(value: number, metric: string): string {
  return scaledLabel(Math.round(value), metric.endsWith('ns') ? 'nanoseconds' : 'bytes', 'auto');
}

function secondsLabel(seconds: number): string {
  return scaledLabel(Math.round(seconds * 1e9), 'nanoseconds', 'auto');
}
