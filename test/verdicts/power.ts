/** Which changes comparisons over layouts find, by how much the layouts of the same code differ. Simulated. */
import { parseArgs } from 'node:util';
import type { Measurement } from '../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements } from '../../src/bench/verdicts/change.ts';
import { Random } from '../fuzz/random.ts';
import { normal } from './draws.ts';

const deviations = [0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.08];
const changes = [0, 0.03, 0.05, 0.1];

/** The range of so many normal values, as a multiple of their standard deviation: half of it is the `±` that users see. */
const rangeOf: Readonly<Record<number, number>> = { 5: 2.33, 8: 2.85, 10: 3.08, 20: 3.73 };

/** Options: `--comparisons=1000`, `--layouts=5,10,20`, `--seed=1`. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      comparisons: { type: 'string', default: '1000' },
      layouts: { type: 'string', default: '5,10,20' },
      seed: { type: 'string', default: '1' },
    },
  });
  const random = new Random(Number(values.seed));
  for (const layouts of values.layouts.split(',').map(Number)) {
    const titles = changes.map((change) => `${change === 0 ? 'no change' : `${100 * change}%`}`.padStart(10));
    console.log(`${layouts} layouts; found of   ${titles.join('')}`);
    for (const deviation of deviations) {
      const found = changes.map((change) => {
        const share = foundShare(random, { deviation, change, layouts }, Number(values.comparisons));
        return `${(100 * share).toFixed(1)}%`.padStart(10);
      });
      const shown =
        rangeOf[layouts] === undefined ? '' : ` (±${(50 * rangeOf[layouts] * deviation).toFixed(1)}%)`;
      console.log(`  deviation ${(100 * deviation).toFixed(1)}%${shown.padEnd(9)} ${found.join('')}`);
    }
  }
}

interface SimulatedLayouts {
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
