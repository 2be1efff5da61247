/** What a test has cost, in words. All costs are totals: tests have no operations. */
import * as l10n from '@vscode/l10n';
import { sameRateP } from '../../../analysis/difference/sampleRates.ts';
import { shareLabel } from '../../../analysis/values/operationCost.ts';
import { roundedTotal } from '../../costs/costText.ts';
import type { TestCost, TestResult, TestsRun } from './testResults.ts';

/** `340ms`; `<1ms` where the clock of the events says no more. */
export function secondsLabel(seconds: number): string {
  return seconds < 0.001 ? '<1ms' : roundedTotal(Math.round(seconds * 1e9), 'nanoseconds');
}

/**
 * For the lens: `1.2s CPU · 30 MB allocated · 500 runs`; of a run with other tests `1.2s CPU (34%) · 30 MB allocated (12%)`;
 * after a change that the samples bear `2.4s → 1.2s CPU`.
 *
 * @param before the test's result in the run before, if it can be compared
 */
export function costText(result: TestResult, isAlone: boolean, before: TestResult | null = null): string {
  const { cpu, memory, runs } = result;
  const share = ({ value, total }: TestCost) =>
    isAlone || total === 0 ? '' : ` (${shareLabel(value / total)})`;
  const parts = [
    ...(cpu === null || cpu.value === 0
      ? []
      : [`${l10n.t('{0} CPU', cpuText(result, before))}${share(cpu)}`]),
    ...(memory === null || memory.value === 0
      ? []
      : [`${l10n.t('{0} allocated', roundedTotal(memory.value, 'bytes'))}${share(memory)}`]),
  ];
  // It has run, but not long enough for a sample.
  if (parts.length === 0) parts.push(l10n.t('no CPU sample'));
  if (runs > 1) parts.push(l10n.t('{0} runs', runs));
  return parts.join(' · ');
}

/** `1.2s`, or `2.4s → 1.2s` if the samples of both runs bear a change. Totals: both have run the test equally often. */
function cpuText(result: TestResult, before: TestResult | null): string {
  const now = roundedTotal(result.cpu?.value ?? 0, 'nanoseconds');
  return before !== null && cpuDiffers(before, result)
    ? `${roundedTotal(before.cpu?.value ?? 0, 'nanoseconds')} → ${now}`
    : now;
}

/** Sentences for the lens's tooltip. */
export function resultSentences(result: TestResult, { title, results }: TestsRun): string[] {
  const { name, importPath, cpu, memory, seen, runs, seconds, outcome, reason } = result;
  const sentences: string[] = [];
  if (outcome === 'fail') {
    sentences.push(
      reason === undefined ? l10n.t('{0} failed.', name) : l10n.t('{0} failed: {1}', name, reason),
    );
  }
  if (results.length > 1) {
    if (cpu !== null && cpu.value > 0) sentences.push(ofAll(cpu, 'nanoseconds', l10n.t('CPU time')));
    if (memory !== null && memory.value > 0)
      sentences.push(ofAll(memory, 'bytes', l10n.t('allocated memory')));
  } else sentences.push(l10n.t('With the goroutines that it has started.'));
  sentences.push(
    runs > 1
      ? l10n.t('It took {0} in {1} runs: one is too short for a CPU profile.', secondsLabel(seconds), runs)
      : l10n.t('It took {0}.', secondsLabel(seconds)),
  );
  if (results.length > 1) sentences.push(l10n.t('Profiled with {0}.', title));
  if (seen === '') return sentences;
  return results.length > 1
    ? [...sentences, l10n.t('Memory of the tests of {0}: {1}', importPath, seen)]
    : [...sentences, l10n.t('Memory: {0}', seen)];
}

/** `1.2s of 3.4s CPU time: 34%.` */
function ofAll({ value, total }: TestCost, unit: 'nanoseconds' | 'bytes', what: string): string {
  const share = shareLabel(total === 0 ? 0 : value / total);
  return l10n.t('{0} of {1} {2}: {3}.', roundedTotal(value, unit), roundedTotal(total, unit), what, share);
}

/**
 * The standard deviation of the logarithm of how fast the machine was in two runs at two times. Nothing measures it beside
 * tests, as calm timings do beside benchmarks, so this is more than what usually disturbs: better no change than a wrong one.
 */
const deviation = 0.15;
/** Of both runs together. In shorter ones a single collection of garbage, or a page that was not there, is a large part. */
const fewestSamples = 40;
/** Lenses of hundreds of tests are looked at: hardly one of them may show a change that is chance. */
const level = 0.001;

/** Whether a test costs more or less CPU time in total than in the run before. False if one of the runs failed, or they have run the test differently often. */
export function cpuDiffers(before: TestResult, now: TestResult): boolean {
  if (before.outcome !== 'pass' || now.outcome !== 'pass' || before.runs !== now.runs) return false;
  if (before.cpu === null || now.cpu === null || before.cpu.period !== now.cpu.period) return false;
  const [older, newer] = [before.cpu, now.cpu].map(({ value, total, period }) => ({
    samples: Math.round(value / period),
    all: Math.round(total / period),
    exposure: 1,
  }));
  if (older === undefined || newer === undefined || older.samples + newer.samples < fewestSamples)
    return false;
  return sameRateP(older, newer, deviation) < level;
}
