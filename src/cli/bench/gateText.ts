/** What `bench --against` says unless it is asked for everything: one line for each change, and the lines that it comes from. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { resultLine } from '../../bench/verdicts/summary.ts';
import { fullName } from '../../go/results/benchmarkResult.ts';
import { grownLines } from '../../go/results/grownLines.ts';
import { growthRows } from '../../go/results/growthRows.ts';
import type { RunProfiles } from '../../go/results/timedProfiles.ts';
import { verdictRow } from '../../go/results/verdictWhy.ts';
import { durationText } from '../../go/stores/timeRange.ts';
import {
  type BenchComparison,
  circumstances,
  comparisonHead,
  type PairVerdict,
  verdictsOf,
} from './benchComparison.ts';
import { countersText } from './counterComparison.ts';
import { type FailOn, uncertain } from './gate.ts';
import { listedVerdicts } from './verdictText.ts';

/** @param took milliseconds of the whole run */
export async function gateText(
  comparison: BenchComparison,
  profiles: RunProfiles,
  isOwnFile: (file: string) => boolean,
  took: number,
  failing: readonly FailOn[],
): Promise<string> {
  const listed = listedVerdicts(verdictsOf(comparison));
  const rows = aligned(
    listed.map((each) => verdictRow(each, comparison.outcome)),
    'lllll',
  );
  const blocks: string[] = [];
  for (const [i, { verdict, change, result, older }] of listed.entries()) {
    const pair = { name: result.name, profiles: result.profiles, older: older.profiles };
    const isLess = change.now.center < change.base.center;
    const growth =
      verdict === 'changed' ? await grownLines(pair, change.unit, isLess, profiles, isOwnFile) : null;
    blocks.push(rows[i]!, ...(growth === null ? [] : growthRows(growth)));
  }
  const alone = comparison.onlyNow.map((each) => `${fullName(each)}  ${resultLine(each.measurements)}`);
  const counters = countersText(comparison.pairs);
  return [
    comparisonHead(comparison),
    ...(blocks.length === 0 ? [] : [`${blocks.join('\n')}\n`]),
    ...(alone.length === 0 ? [] : [`${alone.join('\n')}\n`]),
    ...(counters === '' ? [] : [counters]),
    ...circumstances(comparison).map((text) => `! ${text}`),
    `${outcomeLine(comparison, took, failing)}\n`,
  ].join('\n');
}

/** `Passed: nothing is worse by more than 5% (10 benchmarks, 3m32s).` @param failing which verdicts fail the command */
export function outcomeLine(comparison: BenchComparison, took: number, failing: readonly FailOn[]): string {
  const count = comparison.pairs.length;
  const of = count === 1 ? l10n.t('1 benchmark') : l10n.t('{0} benchmarks', count);
  const limit = sharePercent(comparison.options.threshold);
  const time = durationText(took);
  if (count === 0) return l10n.t('Nothing was compared, so there is no verdict ({0}).', time);
  const verdicts = verdictsOf(comparison);
  const worse = namesOf(verdicts.filter(({ isFailure }) => isFailure));
  const fails = failing.includes('changed');
  if (fails && worse.length === 1) {
    return l10n.t('Failed: {0} is worse by more than {1} ({2}, {3}).', worse.join(), limit, of, time);
  }
  if (fails && worse.length > 1) {
    return l10n.t('Failed: {0} are worse by more than {1} ({2}, {3}).', worse.join(', '), limit, of, time);
  }
  const unsure = namesOf(uncertain(verdicts, failing)).join(', ');
  if (unsure !== '')
    return l10n.t('Failed: there is no certain verdict on {0} ({1}, {2}).', unsure, of, time);
  return worse.length === 0
    ? l10n.t('Passed: nothing is worse by more than {0} ({1}, {2}).', limit, of, time)
    : l10n.t('Passed: --fail-on leaves out what is worse, {0} ({1}, {2}).', worse.join(', '), of, time);
}

function namesOf(verdicts: readonly PairVerdict[]): string[] {
  return [...new Set(verdicts.map(({ name }) => name))];
}
