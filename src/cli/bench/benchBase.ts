/** What `bench --against` compares with, and how a result is paired with its older version. */

import type { Problem } from '../../base/result.ts';
import type { FreshRound, GatePair } from '../../bench/verdicts/gate.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { EvidencePair } from '../../go/results/evidence.ts';
import { resultPair } from '../../go/results/resultPair.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';

/** What the working tree was compared with. */
export interface BenchBase {
  /** `main (1a2b3c4)`, or the name of a saved run. */
  readonly title: string;
  readonly benchmarks: readonly SavedBenchmark[];
  /** The text of a file that the base was built from; `null` if it is not known. */
  readonly textOf: (file: string) => string | null;
  /** The run was stopped early, so that what has no counterpart may only not have been measured. */
  readonly isCut: boolean;
  /** What could not be compared. */
  readonly problems: readonly Problem[];
  /** What was measured again because it looked different, by the `runId` of the result. */
  readonly rounds: ReadonlyMap<string, readonly FreshRound[]>;
}

/** A result and the same benchmark of the base. */
export interface ComparedPair {
  readonly result: BenchmarkResult;
  readonly older: SavedBenchmark;
}

/** The same benchmark of the base. */
export function counterpart<T extends Pick<BenchmarkResult, 'package' | 'name' | 'procs'>>(
  result: Pick<BenchmarkResult, 'package' | 'name' | 'procs'>,
  { benchmarks }: { readonly benchmarks: readonly T[] },
): T | undefined {
  return benchmarks.find(
    (older) => older.package === result.package && older.name === result.name && older.procs === result.procs,
  );
}

/** Whether they were measured in turns. If not, they are runs at two times. */
export function isInTurns({ result, older }: ComparedPair): boolean {
  return result.inTurns !== undefined && result.inTurns.with === older.runId;
}

/** Whether there was nothing to measure: both have the same machine code. */
export function isUnmeasured({ result, older }: ComparedPair): boolean {
  const isMeasured = result.measurements.length + older.measurements.length > 0;
  return !isMeasured && result.problems.length === 0 && result.codeHash === older.codeHash;
}

/** A saved run does not know how much two runs of the same code differ on this machine: the drift is the usual one. */
const unknownDrift = 0;

/** What the profiles of the two can be judged by. */
export function evidencePair({ result, older }: ComparedPair): EvidencePair {
  return { result, baseResult: older, ...resultPair(older, result, unknownDrift) };
}

export function gatePair({ result, older }: ComparedPair, rounds: readonly FreshRound[]): GatePair {
  return { ...resultPair(older, result, unknownDrift), rounds };
}
