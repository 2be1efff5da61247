import { largest } from '../../base/lists.ts';
import { differenceOf } from '../../bench/verdicts/change.ts';
import { isSameCode, lacksMeasurements } from '../../go/results/benchmarkResult.ts';
import { ComparedResult, type KnownResult } from './comparedResult.ts';

/** By chance, one run in twenty differs by more than the largest of nineteen earlier differences. */
export const rememberedDifferences = 19;

/** The results of one benchmark: for each number of procs, the latest and the one before it. */
export class BenchmarkHistory {
  #baseline: KnownResult | null = null;
  /** Oldest first. */
  #results: readonly KnownResult[] = [];
  /** By `runId`: how much the run differed from the run before it, which had the same code. Oldest first. */
  readonly #differences = new Map<string, number>();
  /** Made when it is asked for; `null` after each change. */
  #byProcs: readonly ComparedResult[] | null = null;

  get results(): readonly KnownResult[] {
    return this.#results;
  }

  get latest(): KnownResult | undefined {
    return this.#results.at(-1);
  }

  /** The latest result for each number of procs. The last is the latest of all; only that one is compared. */
  get byProcs(): readonly ComparedResult[] {
    this.#byProcs ??= this.#results
      .filter(
        (each, i) => !this.#results.slice(i + 1).some((later) => later.result.procs === each.result.procs),
      )
      .map((each) => {
        return new ComparedResult(each, each === this.latest ? this.comparedWith : undefined, this.drift);
      });
    return this.#byProcs;
  }

  get compared(): ComparedResult | undefined {
    return this.byProcs.at(-1);
  }

  set baseline(baseline: KnownResult | null) {
    this.#baseline = baseline;
    this.#byProcs = null;
  }

  get comparedWith(): KnownResult | undefined {
    const { latest } = this;
    const baseline = this.#baseline;
    if (latest === undefined) return undefined;
    if (baseline !== null) return isSameResult(baseline, latest) ? undefined : baseline;
    return this.#beforeLatest;
  }

  get drift(): number {
    return largest(this.#differences.values(), 0);
  }

  find(runId: string): KnownResult | undefined {
    return [...this.#results, this.#baseline].find((each) => each?.result.runId === runId) ?? undefined;
  }

  remove(runId: string): void {
    this.#byProcs = null;
    if (this.#baseline?.result.runId === runId) this.#baseline = null;
    this.#results = this.#results.filter(({ result }) => result.runId !== runId);
    this.#differences.delete(runId);
  }

  put(added: KnownResult): void {
    this.#byProcs = null;
    // The same run comes again when its profiles have been taken, or opened.
    if (this.#baseline !== null && isSameResult(this.#baseline, added)) this.#baseline = added;
    const others = this.#results.filter((each) => !isSameResult(each, added));
    const results = [...others, added].sort((a, b) => a.result.takenAt - b.result.takenAt);
    this.#results = results.filter((each, i) => {
      const replacedBy = results.slice(i + 1).filter((later) => couldReplace(later, each));
      return replacedBy.length < 2;
    });
    this.#learnDrift();
  }

  get #beforeLatest(): KnownResult | undefined {
    const { latest } = this;
    if (latest === undefined) return undefined;
    return this.#results.filter((earlier) => earlier !== latest && couldReplace(earlier, latest)).at(-1);
  }

  #learnDrift(): void {
    const { latest } = this;
    const before = this.#beforeLatest;
    if (latest === undefined || !isWhole(latest)) return;
    if (before === undefined || !isSameCode(latest.result, before.result)) return;
    const { runId } = latest.result;
    this.#differences.delete(runId);
    this.#differences.set(runId, differenceOf(before.result.measurements, latest.result.measurements));
    const [oldest] = this.#differences.keys();
    if (this.#differences.size > rememberedDifferences && oldest !== undefined)
      this.#differences.delete(oldest);
  }
}

function isSameResult(a: KnownResult, b: KnownResult): boolean {
  return a.result.runId === b.result.runId;
}

/** True if it has all its measurements, and the same number of procs: two cores say nothing of eight. */
function couldReplace(later: KnownResult, other: KnownResult): boolean {
  return isWhole(later) && later.result.procs === other.result.procs;
}

/** True if it has measurements, and its run was not cancelled before all of them were there. */
function isWhole({ result }: KnownResult): boolean {
  return result.measurements.length > 0 && !lacksMeasurements(result);
}
