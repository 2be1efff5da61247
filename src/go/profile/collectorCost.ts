/**
 * What the garbage collector takes for an operation: batches with it, minus batches without, in turns. So it has all that it makes
 * others do, besides what its own functions are seen doing: sweeping, barriers, caches and pools that are empty after it.
 *
 * A batch begins after a collection and ends between two, so that no collector works beyond it.
 */
import { fail, ok, type Result } from '../../base/result.ts';
import { pairedEstimate } from '../../bench/statistics/signedRank.ts';
import type { CollectorCost } from '../results/resultReaders.ts';
import type { BatchedProcess, ObservedBatch } from '../time/batchedProcess.ts';

/** Of a usual batch; where a heap is large, or there is little time, fewer. */
const collections = 8;
const fewestCollections = 2;
/** Of all that was seen before, so that it is known how often there is one. */
const fewestSeen = 4;
/** What Linux knows of other threads that run may be some milliseconds old. */
const shortestBatch = 20e6;
const fewestPairs = 6;
const mostPairs = 30;
/** Half of an interval, as a share. Within the narrow one there is no need to go on. */
const wide = 0.25;
const narrow = 0.08;

type Observed = Pick<BatchedProcess, 'observe'>;

interface Plan {
  readonly operations: number;
  /** Of the collector, in each operation. */
  readonly collections: number;
}

/**
 * Problems: `no-collector-cost`, with the reason; `matched-nothing` where the benchmark has failed.
 *
 * @param seen a batch with the collector
 * @param mostOperations in a batch
 * @param mostBytes that the process may take besides
 * @param time for all of it, in nanoseconds
 */
export async function collectorCost(
  process: Observed,
  seen: ObservedBatch,
  { mostOperations, mostBytes, time }: { mostOperations: number; mostBytes: number; time: number },
): Promise<Result<CollectorCost>> {
  if (seen.cpu === 0) return missing('this system does not say what CPU time a process has had');
  const plan = planOf(seen, mostOperations, mostBytes, time);
  if (plan === null) return missing('it collects garbage too seldom for the time that there is');
  const costs: number[] = [];
  let [operations, collected] = [0, 0];
  const began = performance.now();
  // The first batch without the collector gets fresh memory from the system, and does not count.
  for (let pair = -1; pair < mostPairs; pair++) {
    const both = await runPair(process, plan.operations, 2 * mostBytes, pair % 2 === 0);
    if (both === null) return fail('matched-nothing', 'it did not run again under this name');
    const [on, off] = both;
    // Where a setup allocates much, there is garbage to be collected in any case.
    if (pair >= 0 && on.collected > 0 && off.collected === 0) {
      costs.push(on.cpu / on.operations - off.cpu / off.operations);
      operations += on.operations;
      collected += on.collected;
    }
    // On a busy machine time passes without work.
    const share = (1e6 * (performance.now() - began)) / time;
    const isEnough = costs.length >= fewestPairs && (share > 1 || widthOf(costs) < narrow);
    if (isEnough || share > 2) break;
  }
  if (costs.length < fewestPairs) return missing('it could not be run often enough without its collector');
  const { center, low, high } = pairedEstimate(costs, 0.05);
  if (!(low > 0 && widthOf(costs) <= wide)) return missing('it is too small to be told from what varies');
  // A batch ends between two collections: in the long run there are a little more.
  const more = plan.collections / (collected / operations);
  return ok({ perOp: more * center, low: more * low, high: more * high });
}

function missing(why: string): Result<never> {
  return fail('no-collector-cost', why);
}

function widthOf(costs: readonly number[]): number {
  const { center, low, high } = pairedEstimate(costs, 0.05);
  return (high - low) / (2 * Math.max(0, center));
}

function planOf(seen: ObservedBatch, mostOperations: number, mostBytes: number, time: number): Plan | null {
  if (seen.collected < fewestSeen) return null;
  // It began after a collection, so that half of another one is missing on average.
  const perOperation = (seen.collected + 0.5) / seen.operations;
  const one = 1 / perOperation;
  const besides = Math.max(0, seen.whole - seen.nanoseconds);
  const long = (seen.nanoseconds / seen.operations) * one;
  const inTime = (time / (2 * (fewestPairs + 1)) - besides) / long;
  const inMemory = mostBytes / ((seen.bytes / seen.operations) * one);
  const wanted = Math.max(collections + 0.5, shortestBatch / long);
  const possible = Math.min(wanted, inTime, inMemory, mostOperations / one);
  const whole = Math.floor(possible - 0.5);
  if (whole < fewestCollections) return null;
  return { operations: Math.max(1, Math.round((whole + 0.5) * one)), collections: perOperation };
}

/** A batch with the collector and one without; `null` if the benchmark has failed. */
async function runPair(
  process: Observed,
  operations: number,
  late: number,
  isWithFirst: boolean,
): Promise<readonly [on: ObservedBatch, off: ObservedBatch] | null> {
  const first = await process.observe(operations, isWithFirst ? 0 : late);
  const second = first === null ? null : await process.observe(operations, isWithFirst ? late : 0);
  if (first === null || second === null) return null;
  return isWithFirst ? [first, second] : [second, first];
}
