/** What of the counts of several processes belongs to their operations: who does more of them does else the same. */
import { largest, mean, smallest } from '../../base/lists.ts';
import { madeOnce } from '../../base/maps.ts';
import type { CallgrindCounts, ExecutedInstruction } from './callgrindFile.ts';

/** A count of a process with few operations, and one of a process with more. */
export interface CountedRuns {
  readonly fewer: CallgrindCounts;
  readonly more: CallgrindCounts;
  /** How many operations the second one has more. */
  readonly operations: number;
}

export type Instruction = Pick<ExecutedInstruction, 'object' | 'address'>;

/** How often more operations have executed an instruction more often; by pair of processes. */
export interface InstructionGrowth extends Instruction {
  readonly counts: readonly number[];
}

/**
 * The differences of several pairs. What starts, ends and observes a process differs a little each time: an instruction belongs to
 * the operations only if more operations have executed it more often in each pair. The others are left out.
 */
export function growthOf(pairs: readonly CountedRuns[]): InstructionGrowth[] {
  const counts = new Map<string, Instruction & { readonly counts: number[] }>();
  const add = (executed: readonly ExecutedInstruction[], pair: number, sign: number) => {
    for (const { object, address, count } of executed) {
      const known = madeOnce(counts, keyOf({ object, address }), () => {
        return { object, address, counts: pairs.map(() => 0) };
      });
      known.counts[pair]! += sign * count;
    }
  };
  for (const [i, { fewer, more }] of pairs.entries()) {
    add(more.executed, i, 1);
    add(fewer.executed, i, -1);
  }
  return [...counts.values()].filter((each) => each.counts.every((count) => count > 0));
}

export interface OperationInstructions {
  readonly perOp: number;
  /** How far another count of the same code may well be from `perOp`, as a share of it: see `together`. */
  readonly spread: number;
}

/**
 * How many instructions an operation has, by pair of processes.
 *
 * @param shareOf which share of an instruction's count belongs to the operations
 */
export function perOperation(
  growth: readonly InstructionGrowth[],
  pairs: readonly CountedRuns[],
  shareOf: (instruction: Instruction) => number,
): number[] {
  const sums = pairs.map(() => 0);
  for (const each of growth) {
    const share = shareOf(each);
    for (const [i, count] of each.counts.entries()) sums[i]! += share * count;
  }
  return pairs.map(({ operations }, i) => sums[i]! / operations);
}

/**
 * Several counts of an operation as one; `null` if nothing was counted. The spread of two is their difference. More of them tell it
 * better: each lies in more of the range, and their mean is surer. A range of `n`, divided by `n` - 1, is a limit that the means of
 * normally distributed counts pass more seldom than those of two (3 spreads: 3.3% of 2, 1% of 4).
 *
 * @param weights how many operations each is of
 */
export function together(
  counts: readonly number[],
  weights: readonly number[] = counts.map(() => 1),
): OperationInstructions | null {
  const perOp = counts.length === 0 ? 0 : weightedMean(counts, weights);
  if (!(perOp > 0)) return null;
  const range = largest(counts) - smallest(counts);
  return { perOp, spread: range / Math.max(1, counts.length - 1) / perOp };
}

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  return mean(values.map((value, i) => value * weights[i]!)) / mean(weights);
}

export function keyOf({ object, address }: Instruction): string {
  return `${address} ${object}`;
}
