import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { compareMeasurements, type MetricChange } from '../../bench/verdicts/change.ts';
import { type Summary, summarize, unitsInOrder } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { counterChanges } from '../../go/results/counterChanges.ts';
import { type ResultPair, resultPair } from '../../go/results/resultPair.ts';

/** A result, and what has been opened of it. */
export interface KnownResult {
  readonly result: BenchmarkResult;
  /** The sessions of its profiles. Empty while these are being taken, and if they have not been opened. */
  readonly sessionIds: readonly string[];
}

/**
 * A result and the one that it is compared with. It owns what is derived from both: each is computed when it is first asked
 * for. It does not change; `BenchmarkResults` makes another one when one of the results changes.
 */
export class ComparedResult {
  #pair: ResultPair | null | undefined;
  #changes: readonly MetricChange[] | undefined;
  #counterChanges: readonly MetricChange[] | undefined;
  #units: readonly string[] | undefined;
  readonly #summaries = new Map<string, Summary | null>();

  constructor(
    readonly latest: KnownResult,
    /** The result that it is compared with. */
    readonly before: KnownResult | undefined,
    /** See `BenchmarkResults`. */
    readonly drift: number,
  ) {}

  /** Both results with what is known of them; `null` if there is only one. */
  get pair(): ResultPair | null {
    const { latest, before, drift } = this;
    this.#pair ??= before === undefined ? null : resultPair(before.result, latest.result, drift);
    return this.#pair;
  }

  /** What has changed since the result that it is compared with, unit by unit; empty if there is none. */
  get changes(): readonly MetricChange[] {
    const { pair } = this;
    this.#changes ??=
      pair === null ? [] : compareMeasurements(pair.base, pair.measurements, pair.circumstances);
    return this.#changes;
  }

  /** How the counters of the processor have changed since; empty if not both results have counts. */
  get counterChanges(): readonly MetricChange[] {
    this.#counterChanges ??= this.pair === null ? [] : counterChanges(this.pair);
    return this.#counterChanges;
  }

  /** The measurements that are shown: those in turns with what it is compared with, if there are such. */
  get measurements(): readonly Measurement[] {
    return this.pair?.measurements ?? this.latest.result.measurements;
  }

  /** The units of `measurements`, in order. */
  get units(): readonly string[] {
    this.#units ??= unitsInOrder(this.measurements);
    return this.#units;
  }

  /** The median of `measurements`; `null` if none has the unit. */
  summary(unit: string): Summary | null {
    let summary = this.#summaries.get(unit);
    if (summary === undefined) {
      summary = summarize(this.measurements, unit);
      this.#summaries.set(unit, summary);
    }
    return summary;
  }
}
