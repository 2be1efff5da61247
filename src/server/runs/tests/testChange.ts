/** Whether a test costs more or less CPU time than in the run before. */
import { sameRateP } from '../../../analysis/difference/sampleRates.ts';
import type { TestResult } from './testResults.ts';

/**
 * The standard deviation of the logarithm of how fast the machine was in two runs at two times. Nothing measures it beside
 * tests, as calm timings do beside benchmarks, so this is more than what usually disturbs: better no change than a wrong one.
 */
const deviation = 0.15;
/** Of both runs together. In shorter ones a single collection of garbage, or a page that was not there, is a large part. */
const fewestSamples = 40;
/** Lenses of hundreds of tests are looked at: hardly one of them may show a change that is chance. */
const level = 0.001;

/** Compares totals. False if one of the runs failed, or they have run the test differently often. */
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
