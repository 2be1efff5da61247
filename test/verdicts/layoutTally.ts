/** Comparisons over layouts that have been measured, and what the rules say of them. */

import { flag, list, number, object, text } from '../../src/base/outsideValues.ts';
import type { Measurement } from '../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, type MetricChange } from '../../src/bench/verdicts/change.ts';
import { readMeasurement } from '../../src/go/results/resultReaders.ts';

/** One benchmark in two versions, measured in turns. */
export interface Comparison {
  readonly name: string;
  /** How much work the newer version does; the older one does 100. */
  readonly rounds: number;
  readonly isBusy: boolean;
  /** Of the machine, in the last minute. */
  readonly load: number;
  readonly base: readonly Measurement[];
  readonly now: readonly Measurement[];
}

export const readComparison = object<Comparison>({
  name: text,
  rounds: number,
  isBusy: flag,
  load: number,
  base: list(readMeasurement),
  now: list(readMeasurement),
});

/** How many comparisons of one kind ended how. */
export class Tally {
  readonly title: string;
  readonly #counts = new Map<string, number>();
  /** Of the times: half the range of the layouts' medians, by benchmark. */
  readonly #spreads = new Map<string, number[]>();
  readonly #calledOf = new Map<string, number>();
  comparisons = 0;
  called = 0;
  /** What all measurements together would have called if the layouts were not known. */
  calledWithout = 0;
  /** What was compared by CPU time, and what would have been called by wall time alone. */
  byCoreTime = 0;
  calledByWall = 0;

  constructor(title: string) {
    this.title = title;
  }

  add({ name, base: before, now: after }: Comparison): void {
    const change = timeChange(before, after);
    if (change?.layouts === undefined) throw new Error(`${name} was not compared over layouts`);
    const isCalledWithout =
      timeChange(before.map(withoutSeed), after.map(withoutSeed))?.verdict === 'changed';
    const isCalledByWall = timeChange(before.map(byWall), after.map(byWall))?.verdict === 'changed';
    const { verdict, base, now, layouts, isCoreTime = false } = change;
    this.comparisons++;
    if (isCoreTime) this.byCoreTime++;
    if (isCalledByWall) this.calledByWall++;
    if (verdict === 'changed') {
      this.called++;
      this.#calledOf.set(name, (this.#calledOf.get(name) ?? 0) + 1);
    }
    if (isCalledWithout) this.calledWithout++;
    const direction = now.center > base.center ? 'slower' : 'faster';
    const outcome = verdict === 'changed' ? `CALLED ${direction}` : verdict;
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
    this.#spreads.set(name, [...(this.#spreads.get(name) ?? []), layouts.spread]);
  }

  toString(): string {
    if (this.comparisons === 0) return `${this.title}: none`;
    const counts = [...this.#counts].sort().map(([name, count]) => `  ${String(count).padStart(4)}  ${name}`);
    const spreads = [...this.#spreads].map(([name, values]) => {
      const sorted = [...values].sort((a, b) => a - b);
      const spread = `±${(100 * (sorted[sorted.length >> 1] ?? 0)).toFixed(1)}%`;
      return `${name.replace('Benchmark', '')} ${spread}, ${this.#calledOf.get(name) ?? 0} called`;
    });
    return [
      `${this.title}: ${this.comparisons} comparisons, ${this.called} called (${percent(this.called, this.comparisons)})`,
      ...counts,
      `  ${String(this.byCoreTime).padStart(4)}  were compared by CPU time; ${this.calledByWall} would be called by wall time alone`,
      `  ${String(this.calledWithout).padStart(4)}  would be called from the same measurements without layouts`,
      `        typical spread of the layouts: ${spreads.join('; ')}`,
    ].join('\n');
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}

function timeChange(base: readonly Measurement[], now: readonly Measurement[]): MetricChange | undefined {
  return compareMeasurements(base, now).find(({ unit }) => unit === 'ns/op');
}

function withoutSeed({ layout: _, ...measurement }: Measurement): Measurement {
  return measurement;
}

function byWall({ core: _, ...measurement }: Measurement): Measurement {
  return measurement;
}
