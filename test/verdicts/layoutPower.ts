/** Simulated comparisons over layouts whose spread is known: how often a change is found. */
import type { Measurement } from '../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements } from '../../src/bench/verdicts/change.ts';
import type { Random } from '../fuzz/random.ts';
import { normal } from './simulated.ts';

export interface SimulatedLayouts {
  /** By how much the medians of one version's layouts differ: the standard deviation of their logarithms. */
  readonly deviation: number;
  /** By how much the newer version is slower, as a share. */
  readonly change: number;
  readonly layouts: number;
}

function laidOut(random: Random, { deviation, layouts }: SimulatedLayouts, factor: number): Measurement[] {
  return Array.from({ length: layouts }, (_, layout) => ({
    iterations: 1,
    metrics: { 'ns/op': 1000 * factor * Math.exp(deviation * normal(random)) },
    layout,
  }));
}

/** The share of simulated comparisons that call a change. */
export function foundShare(random: Random, simulated: SimulatedLayouts, comparisons: number): number {
  let found = 0;
  for (let i = 0; i < comparisons; i++) {
    const [change] = compareMeasurements(
      laidOut(random, simulated, 1),
      laidOut(random, simulated, 1 + simulated.change),
    );
    if (change?.verdict === 'changed') found++;
  }
  return found / comparisons;
}
