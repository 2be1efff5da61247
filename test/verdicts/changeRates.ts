/** How often tests call a change where there is none, and where there is one, in simulated runs. */
import {
  discoveries,
  type SampledCost,
  sameRateP,
  smallestP,
} from '../../src/analysis/difference/sampleRates.ts';
import { mannWhitney } from '../../src/bench/statistics/mannWhitney.ts';
import { passVariation } from '../../src/bench/verdicts/passSpeed.ts';
import type { Random } from '../fuzz/random.ts';
import { measured } from './coverage.ts';
import { binomial, divided, normal } from './draws.ts';

/** Twenty lines below one that has nearly all of the cost, each with a smaller part than the one before. */
const parts = Array.from({ length: 20 }, (_, line) => 1 / (line + 1));
const sumOfParts = parts.reduce((sum, part) => sum + part, 0);
const usual = parts.map((part) => (0.97 * part) / sumOfParts);
/** The line that becomes slower: it has a seventh of all samples. */
const changedLine = 1;
const level = 0.05;

export interface SimulatedRuns {
  /** In the profile before. */
  readonly samples: number;
  /** Of the machine's speed from pass to pass. */
  readonly variation: number;
}

/** One profile: all its samples, and those on the lines; the first one is below all others in the stack. */
function profile(random: Random, shares: readonly number[], { samples, variation }: SimulatedRuns) {
  const whole = shares.reduce((sum, share) => sum + share, 0.03);
  const time = samples * whole * Math.exp(variation * normal(random));
  const all = Math.floor(time) + binomial(random, 1, time % 1);
  const lines = divided(
    random,
    all,
    shares.map((share) => share / whole),
  );
  return { all, lines: [lines.reduce((sum, each) => sum + each, 0), ...lines] };
}

/** For each line, the first included, whether it is called different: as `lineChanges` tests them. */
function called(random: Random, now: readonly number[], runs: SimulatedRuns): boolean[] {
  const [before, after] = [profile(random, usual, runs), profile(random, now, runs)];
  const deviation = passVariation(measured(random, runs.variation, 6), measured(random, runs.variation, 6), {
    drift: 0,
    isDisturbed: false,
  });
  const costOf = ({ all, lines }: typeof before, line: number): SampledCost => ({
    samples: lines[line]!,
    all,
    exposure: 1,
  });
  const pValues = before.lines.map((_, line) => {
    const [old, current] = [costOf(before, line), costOf(after, line)];
    return smallestP(old, current, deviation) > level ? null : sameRateP(old, current, deviation);
  });
  const found = discoveries(
    pValues.flatMap((p) => p ?? []),
    level,
  );
  let next = 0;
  return pValues.map((p) => p !== null && found[next++] === true);
}

/** The share of pairs in which any line is called without a change, and in which a line that costs twice as much is. */
export function lineRates(
  random: Random,
  runs: SimulatedRuns,
  pairs: number,
): { readonly falsely: number; readonly found: number } {
  const slower = usual.map((share, line) => (line === changedLine ? 2 * share : share));
  let falsely = 0;
  let found = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (called(random, usual, runs).includes(true)) falsely++;
    if (called(random, slower, runs)[changedLine + 1] === true) found++;
  }
  return { falsely: falsely / pairs, found: found / pairs };
}

/**
 * The share of pairs of unchanged runs whose times differ by the U test.
 *
 * @param count measurements of each
 * @param drift of the machine's speed from run to run, beside what varies within each
 */
export function timingRate(
  random: Random,
  { count, variation, drift }: { count: number; variation: number; drift: number },
  pairs: number,
): number {
  let falsely = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const [base, now] = [0, 0].map(() => {
      const speed = Math.exp(drift * normal(random));
      return measured(random, variation, count).map(({ metrics }) => speed * metrics['ns/op']!);
    });
    const test = mannWhitney(base!, now!);
    if ('p' in test && test.p < level) falsely++;
  }
  return falsely / pairs;
}
