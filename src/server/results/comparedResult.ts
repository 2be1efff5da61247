import type { Problem } from '../../base/result.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { type MetricChange, mayBeAccident } from '../../bench/verdicts/change.ts';
import { isUnsure, newsFirst, valueNow } from '../../bench/verdicts/changeWords.ts';
import { compareVersions, instructionUnit } from '../../bench/verdicts/counted.ts';
import { spreadText } from '../../bench/verdicts/layouts.ts';
import { disturbancesIn } from '../../bench/verdicts/noise.ts';
import { isTooNoisy } from '../../bench/verdicts/power.ts';
import {
  formatCount,
  metricText,
  resultLine,
  summarize,
  unitsInOrder,
} from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult, MeasuredAgain } from '../../go/results/benchmarkResult.ts';
import { countedOf } from '../../go/results/countedResult.ts';
import {
  counterChanges,
  countersOf,
  simulatedRemarks,
  unitsOfCounters,
} from '../../go/results/counterChanges.ts';
import { type ResultPair, resultPair } from '../../go/results/resultPair.ts';
import { surroundingsChanges, surroundingsText } from '../../go/results/surroundings.ts';

/** A result, and what has been opened of it. */
export interface KnownResult {
  readonly result: BenchmarkResult;
  /** The sessions of its profiles. Empty while these are being taken, and if they have not been opened. */
  readonly sessionIds: readonly string[];
}

/** `doubt`: a difference that is doubted, or noise over any. `layouts`: a change that may be an accident of the two layouts. */
type OpenQuestion = 'doubt' | 'layouts';

/** One thing that was measured: a unit of the benchmark, or a counter of the processor. */
export interface Fact {
  readonly unit: string;
  readonly median: number;
  /** `22.6µs/op ±2%`; of a time that is compared as CPU time, `155ns CPU/op`. */
  readonly text: string;
  /** `undefined` where there is nothing to compare it with. */
  readonly change: MetricChange | undefined;
}

/**
 * A result and the one that it is compared with. It owns what is derived from both, which is computed once: thousands of
 * sub-benchmarks can stand in one lens. It does not change; `BenchmarkHistory` makes another one when one of the results changes.
 */
export class ComparedResult implements KnownResult {
  readonly result: BenchmarkResult;
  readonly sessionIds: readonly string[];
  #pair: ResultPair | undefined;
  #changes: readonly MetricChange[] | undefined;
  #facts: readonly Fact[] | undefined;
  #asksForTurns: OpenQuestion | null | undefined;

  constructor(
    { result, sessionIds }: KnownResult,
    /** The result that it is compared with. */
    readonly before: KnownResult | undefined,
    /** See `driftOf`. */
    readonly drift: number,
    /** There are results for several numbers of procs. */
    readonly isOneOfSeveral = false,
  ) {
    this.result = result;
    this.sessionIds = sessionIds;
  }

  /** Both results with what is known of them; `null` if there is only one. */
  get pair(): ResultPair | null {
    if (this.before === undefined) return null;
    this.#pair ??= resultPair(this.before.result, this.result, this.drift);
    return this.#pair;
  }

  /** What has changed since the result that it is compared with, unit by unit; empty if there is none. */
  get changes(): readonly MetricChange[] {
    const { pair } = this;
    this.#changes ??= pair === null ? [] : compareVersions(pair.base, pair.measurements, pair.circumstances);
    return this.#changes;
  }

  /** The measurements that are shown: those in turns with what it is compared with, if there are such. */
  get measurements(): readonly Measurement[] {
    return this.pair?.measurements ?? this.result.measurements;
  }

  /** Each unit of `measurements`, the time first; then the counted instructions. */
  get facts(): readonly Fact[] {
    this.#facts ??= [
      ...factsIn(this.measurements, unitsInOrder(this.measurements), this.changes),
      ...instructionFact(this),
    ];
    return this.#facts;
  }

  /** All of the result itself, with nothing that it is compared with: `1.42µs/op ±2% · 480 B/op · 3,214 instructions/op`. */
  get line(): string {
    const { measurements } = this.result;
    const counted = instructionFact({ result: this.result, measurements, changes: [] });
    return [resultLine(measurements), ...counted.map(({ text }) => text)].join(' · ');
  }

  /** What the processor has counted. */
  get counters(): readonly Fact[] {
    const counters = countersOf(this.result);
    const changes = this.pair === null ? [] : counterChanges(this.pair);
    const known = new Set(this.facts.map(({ unit }) => unit));
    const units = unitsOfCounters(counters).filter((unit) => !known.has(unit));
    return factsIn(counters, units, changes);
  }

  /** Where what was simulated goes another way than the instructions. */
  get simulatedRemarks(): readonly Problem[] {
    const work = this.changes.find(({ unit }) => unit === instructionUnit);
    return simulatedRemarks(
      work,
      this.counters.flatMap(({ change }) => change ?? []),
    );
  }

  /** What has changed for certain, then the other units and the counters. What is simulated is no news. */
  get newsFirst(): Fact[] {
    return newsFirst([...this.facts, ...this.counters], ({ change }) =>
      change?.count?.isSimulated === true ? undefined : change,
    );
  }

  /** What else differs from the result that it is compared with, in words; empty if nothing is known to. */
  get alsoChanged(): string {
    return this.before === undefined
      ? ''
      : surroundingsText(surroundingsChanges(this.before.result, this.result));
  }

  /** Later measurements in turns with what it is compared with. */
  get again(): MeasuredAgain | undefined {
    const { inTurns } = this.result;
    return inTurns?.with === this.before?.result.runId ? inTurns?.again : undefined;
  }

  /** Notes about the measurements that are shown. */
  get notes(): readonly Problem[] {
    const { notes = [] } = this.result;
    // What it waited for is known from its profiles.
    const all =
      this.again === undefined
        ? notes
        : [...this.again.notes, ...notes.filter(({ code }) => code === 'waited')];
    // Beside the range of other times, that of the measurements would contradict it.
    return this.#isOfOtherTimes ? all.filter(({ code }) => code !== 'noise-spread') : all;
  }

  /** Whether what is compared is CPU time, or the time of the quickest turns. */
  get #isOfOtherTimes(): boolean {
    const change = this.changes.find(({ unit }) => unit === 'ns/op');
    const quickest = this.measurements[0]?.quickest;
    return (
      change?.isCoreTime === true || (quickest !== undefined && change?.values.includes(quickest) === true)
    );
  }

  /** What has disturbed this run, the most important first. What is true for all runs of the machine is left out. */
  get disturbances(): Problem[] {
    return disturbancesIn(this.notes);
  }

  /** What the two runs leave open, and measurements in turns would settle; `null` if they leave nothing open. */
  get asksForTurns(): OpenQuestion | null {
    if (this.#asksForTurns === undefined) this.#asksForTurns = this.#openQuestion();
    return this.#asksForTurns;
  }

  #openQuestion(): OpenQuestion | null {
    if (this.pair?.circumstances.isInTurns !== false) return null;
    const isOpen = (change: MetricChange) =>
      isUnsure(change) || (change.unit === 'ns/op' && isTooNoisy(change));
    if (this.changes.some(isOpen)) return 'doubt';
    return this.changes.some(mayBeAccident) ? 'layouts' : null;
  }
}

/** None if a benchmark reports a metric of this name itself. */
function instructionFact({
  result,
  measurements,
  changes,
}: Pick<ComparedResult, 'result' | 'measurements' | 'changes'>): Fact[] {
  const counted = countedOf(result);
  if (counted === null || unitsInOrder(measurements).includes(instructionUnit)) return [];
  const { perOp, spread } = counted;
  const text = [formatCount(perOp), spreadText(spread)].filter((each) => each !== '').join(' ');
  const change = changes.find(({ unit }) => unit === instructionUnit);
  return [{ unit: instructionUnit, median: perOp, text, change }];
}

function factsIn(
  measurements: readonly Measurement[],
  units: readonly string[],
  changes: readonly MetricChange[],
): Fact[] {
  const byUnit = new Map(changes.map((change) => [change.unit, change]));
  return units.map((unit) => {
    const change = byUnit.get(unit);
    const median = summarize(measurements, unit)?.median ?? 0;
    // CPU time, or that of the quickest turns, is what its change is of.
    const isOther = change !== undefined && (change.isCoreTime === true || change.now.center !== median);
    return { unit, median, text: isOther ? valueNow(change) : metricText(measurements, unit), change };
  });
}

/** The newest result of a benchmark that has measurements, and what must be known beside it. */
export interface MeasuredBenchmark {
  readonly compared: ComparedResult;
  /** The code has changed since it was measured. */
  readonly codeChanged: boolean;
}
