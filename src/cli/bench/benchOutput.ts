/** The output of `pprof-lens bench`: text, Markdown or JSON. */
import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Problem } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { comparer, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import {
  type BenchComparison,
  comparisonJson,
  comparisonMarkdown,
  comparisonText,
} from './benchComparison.ts';
import { benchGrowth, growthText } from './benchGrowth.ts';
import type { BenchOptions } from './benchOptions.ts';
import { type BenchmarkReport, reportOf } from './benchReport.ts';
import { benchmarkText } from './benchText.ts';
import type { SavedBenchmark } from './savedRuns.ts';
import type { RunProfiles, TimedProfiles } from './timedProfiles.ts';

/** The outcome of a command that ran at least one benchmark. */
export interface FinishedBench {
  readonly results: readonly BenchmarkResult[];
  readonly comparison: BenchComparison | null;
  readonly roots: SourceRoots;
  readonly profiles: RunProfiles;
  /** What failed of the other benchmarks. */
  readonly failure: Problem | null;
}

/** What is written to standard output. */
export async function benchOutput(
  { results, comparison, roots, profiles }: FinishedBench,
  options: BenchOptions,
): Promise<string> {
  if (options.format === 'md' && !options.json) {
    return comparison === null ? markdownOf(results) : comparisonMarkdown(comparison);
  }
  const reports = await reportsOf(results, profiles.now, roots);
  const growth = await benchGrowth(results, profiles.now, roots);
  if (!options.json) {
    const text = [textOf(reports, roots), ...growth.map(growthText)].join('\n');
    return comparison === null ? text : `${text}\n${comparisonText(comparison)}`;
  }
  // Most runs have no series of benchmarks, and then there is no `growth`.
  const series = growth.length === 0 ? {} : { growth };
  const document =
    comparison === null
      ? { benchmarks: reports, ...series }
      : {
          benchmarks: reports,
          ...series,
          base: await reportsOf(comparison.base.benchmarks, profiles.base, roots),
          comparison: comparisonJson(comparison),
        };
  return `${JSON.stringify(document, null, 1)}\n`;
}

async function reportsOf(
  results: readonly SavedBenchmark[],
  profiles: TimedProfiles,
  roots: SourceRoots,
): Promise<BenchmarkReport[]> {
  const reports: BenchmarkReport[] = [];
  for (const result of results) reports.push(await reportOf(result, profiles, roots));
  return reports;
}

function markdownOf(results: readonly BenchmarkResult[]): string {
  const compare = comparer(defaultCompareOptions);
  const label = l10n.t('working tree');
  return compare.ok
    ? tablesMarkdown(compare.value([{ label, path: label, text: resultText(results) }]).tables)
    : '';
}

function textOf(reports: readonly BenchmarkReport[], { modules }: SourceRoots): string {
  const isOwn = (file: string) =>
    isAbsolute(file) && modules.some(({ directory }) => isBelow(file, directory));
  return reports.map((report) => benchmarkText(report, isOwn)).join('\n');
}
