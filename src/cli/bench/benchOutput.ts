/** The output of `pprof-lens bench`: text, Markdown or JSON. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import type { Problem } from '../../base/result.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import { comparer, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { cell, shortPlace } from '../../go/results/growthRows.ts';
import { memoryText } from '../../go/results/memoryText.ts';
import type { RunProfiles, TimedProfiles } from '../../go/results/timedProfiles.ts';
import { locateFile, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import { inModules } from '../../go/sources/sourceRoots.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import type { CheckedBudget } from './benchBudgets.ts';
import {
  type BenchComparison,
  comparisonJson,
  comparisonMarkdown,
  comparisonText,
} from './benchComparison.ts';
import { benchGrowth, growthText } from './benchGrowth.ts';
import type { BenchOptions } from './benchOptions.ts';
import { type Predictions, predictionsJson, predictionsText } from './benchProduction.ts';
import { type BenchmarkReport, reportOf } from './benchReport.ts';
import { benchmarkText, mostLines } from './benchText.ts';
import type { BenchWhy, ExplainedAllocations } from './benchWhy.ts';
import { gateText } from './gateText.ts';
import { type LeakReport, leakText } from './leakReport.ts';

/** The outcome of a command that ran at least one benchmark. */
export interface FinishedBench {
  readonly results: readonly BenchmarkResult[];
  readonly comparison: BenchComparison | null;
  readonly roots: SourceRoots;
  readonly profiles: RunProfiles;
  /** Milliseconds. */
  readonly took: number;
  /** `null` if they are not asked for. */
  readonly budgets: readonly CheckedBudget[] | null;
  /** `null` if it is not asked for. */
  readonly why: BenchWhy | null;
  /** `null` if they are not asked for. */
  readonly leaks: LeakReport | null;
  /** `null` if there is no profile of production. */
  readonly predictions: Predictions | null;
  /** What failed of the other benchmarks. */
  readonly failure: Problem | null;
}

/** What is written to standard output. */
export async function benchOutput(finished: FinishedBench, options: BenchOptions): Promise<string> {
  const { leaks, predictions } = finished;
  const output = await measuredOutput(finished, options);
  if (options.json) return output;
  return [
    output,
    ...(predictions === null ? [] : [`\n${fenced(predictionsText(predictions), options)}`]),
    ...(leaks === null ? [] : [`\n${leakText(leaks)}`]),
  ].join('');
}

/** Columns stay columns in Markdown. */
function fenced(text: string, { format }: BenchOptions): string {
  return format === 'md' ? `\`\`\`\n${text}\`\`\`\n` : text;
}

async function measuredOutput(finished: FinishedBench, options: BenchOptions): Promise<string> {
  const { results, comparison, roots, profiles, took, budgets, why, leaks, predictions } = finished;
  if (options.format === 'md' && !options.json) {
    return comparison === null ? markdownOf(results) : comparisonMarkdown(comparison);
  }
  if (comparison !== null && !options.json && !options.verbose) {
    const isOwnFile = (file: string) => inModules(roots)(locateFile(file, roots) ?? file);
    return gateText(comparison, profiles, isOwnFile, took, options['fail-on']);
  }
  const reports = await reportsOf(results, profiles.now, roots, why);
  const growth = await benchGrowth(results, profiles.now, roots);
  if (!options.json) {
    const text = [...(await textsOf(reports, finished)), ...growth.map(growthText)].join('\n');
    return comparison === null ? text : `${text}\n${comparisonText(comparison)}`;
  }
  // Most runs have no series of benchmarks, and then there is no `growth`.
  const series = {
    ...(growth.length === 0 ? {} : { growth }),
    ...(budgets === null ? {} : { budgets }),
    ...(leaks === null ? {} : { leaks: leaks.leaks }),
    ...(predictions === null ? {} : { predictions: predictionsJson(predictions) }),
  };
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
  why: BenchWhy | null = null,
): Promise<BenchmarkReport[]> {
  const reports: BenchmarkReport[] = [];
  for (const result of results) reports.push(await reportOf(result, profiles, roots, why));
  return reports;
}

function markdownOf(results: readonly BenchmarkResult[]): string {
  const compare = comparer(defaultCompareOptions);
  const label = l10n.t('working tree');
  return compare.ok
    ? tablesMarkdown(compare.value([{ label, path: label, text: resultText(results) }]).tables)
    : '';
}

async function textsOf(
  reports: readonly BenchmarkReport[],
  { results, roots, profiles, why, comparison }: FinishedBench,
): Promise<string[]> {
  const texts: string[] = [];
  for (const [i, report] of reports.entries()) {
    const result = results[i];
    const found = why === null || result === undefined ? null : await why.allocations(result, profiles.now);
    const explained = found === null ? [] : allocationsText(found);
    const older = comparison?.pairs.find((pair) => pair.result === result)?.older;
    const memory = memoryText(result?.memory, older?.memory);
    texts.push(benchmarkText(report, inModules(roots), explained, memory));
  }
  return texts;
}

/** Lines below this share of an operation's bytes are not in the list. */
const leastExplained = 0.01;

/** `Allocations explained: 3 lines explain 82% of B/op` and these lines, each with its reasons. */
function allocationsText({ lines, inAll }: ExplainedAllocations): string[] {
  const shown = lines.slice(0, mostLines).filter(({ bytes }) => bytes >= leastExplained * inAll);
  if (shown.length === 0 || inAll === 0) return [];
  const sum = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  // Go rounds its result down, so the sum may be a little larger.
  const share = sharePercent(Math.min(1, sum / inAll));
  const title =
    shown.length === 1
      ? l10n.t('Allocations explained: 1 line explains {0} of B/op', share)
      : l10n.t('Allocations explained: {0} lines explain {1} of B/op', shown.length, share);
  const rows = shown.flatMap(({ bytes, reasons, ...line }) =>
    reasons.map(({ text }, i) =>
      i === 0 ? [cell(bytes, 'B/op'), shortPlace(line), visibleLine(text)] : ['', '', visibleLine(text)],
    ),
  );
  return ['', `  ${title}`, ...aligned(rows, 'rll').map((row) => `  ${row}`)];
}
