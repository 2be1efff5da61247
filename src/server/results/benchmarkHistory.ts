import { largest } from '../../base/lists.ts';
import { differenceOf } from '../../bench/verdicts/unitPair.ts';
import { type BenchmarkResult, isMeasured, lacksMeasurements } from '../../go/results/benchmarkResult.ts';
import { ComparedResult, type KnownResult } from './comparedResult.ts';

/** All results of one benchmark, and what the latest is compared with. */
export class BenchmarkHistory {
  #baseline: KnownResult | null = null;
  /** Oldest first. */
  #results: readonly KnownResult[] = [];
  /** Made when it is asked for; `null` after each change. */
  #byProcs: readonly ComparedResult[] | null = null;

  get results(): readonly KnownResult[] {
    return this.#results;
  }

  /** The latest result for each number of procs. The last is the latest of all; only that one is compared. */
  get byProcs(): readonly ComparedResult[] {
    this.#byProcs ??= this.#compared();
    return this.#byProcs;
  }

  get latest(): ComparedResult | undefined {
    return this.byProcs.at(-1);
  }

  set baseline(baseline: KnownResult | null) {
    this.#baseline = baseline;
    this.#byProcs = null;
  }

  find(runId: string): KnownResult | undefined {
    return [...this.#results, this.#baseline].find((each) => each?.result.runId === runId) ?? undefined;
  }

  remove(runId: string): void {
    if (this.#baseline?.result.runId === runId) this.#baseline = null;
    this.#set(this.#results.filter(({ result }) => result.runId !== runId));
  }

  put(added: KnownResult): void {
    // The same run comes again when its profiles have been taken, or opened.
    const isOther = ({ result }: KnownResult) => result.runId !== added.result.runId;
    if (this.#baseline !== null && !isOther(this.#baseline)) this.#baseline = added;
    this.#set([...this.#results.filter(isOther), added].sort((a, b) => a.result.takenAt - b.result.takenAt));
  }

  #set(results: readonly KnownResult[]): void {
    this.#results = results;
    this.#byProcs = null;
  }

  #compared(): ComparedResult[] {
    const all = this.#results;
    const latest = new Map(all.map((each) => [each.result.procs, each]));
    const drift = driftOf(all.map(({ result }) => result));
    return all
      .filter((each) => latest.get(each.result.procs) === each)
      .map((each) => {
        const before = each === all.at(-1) ? this.#comparedWith(each) : undefined;
        return new ComparedResult(each, before, drift, latest.size > 1);
      });
  }

  /**
   * The pinned baseline, or else the last run before it that has all the measurements that it was asked for and the same number
   * of procs. `undefined` if that would be the latest run itself.
   */
  #comparedWith(latest: KnownResult): KnownResult | undefined {
    const baseline = this.#baseline;
    if (baseline !== null) return baseline.result.runId === latest.result.runId ? undefined : baseline;
    return this.#results.filter((each) => each !== latest && couldBeBase(each.result, latest.result)).at(-1);
  }
}

/** What tells whether two runs of a benchmark can be compared. */
type Comparable = Pick<BenchmarkResult, 'procs' | 'codeHash' | 'measurements' | 'partial'>;

/** True if it has all its measurements, and the same number of procs: two cores say nothing of eight. */
export function couldBeBase(earlier: Comparable, later: Comparable): boolean {
  return isWhole(earlier) && earlier.procs === later.procs;
}

/** True if it has measurements, and its run was not cancelled before all of them were there. */
function isWhole(result: Comparable): boolean {
  return isMeasured(result) && !lacksMeasurements(result);
}

/** By chance, one run in twenty differs by more than the largest of nineteen earlier differences. */
const rememberedDifferences = 19;

/**
 * The largest difference between two runs of the same code, one right after the other, as a share; 0 if there were none.
 *
 * @param results of one benchmark, oldest first
 */
export function driftOf<Result extends Comparable>(
  results: readonly Result[],
  difference = (before: Result, now: Result) => differenceOf(before.measurements, now.measurements),
): number {
  const differences: number[] = [];
  /** By number of procs. */
  const later = new Map<number, Result>();
  for (const result of results.filter(isWhole).reverse()) {
    if (differences.length === rememberedDifferences) break;
    const now = later.get(result.procs);
    const isSameCode = result.codeHash !== null && result.codeHash === now?.codeHash;
    if (now !== undefined && isSameCode) differences.push(difference(result, now));
    later.set(result.procs, result);
  }
  return largest(differences, 0);
}
