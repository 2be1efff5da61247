/**
 * What a run gives for one benchmark. A click makes a run, a run has a result for each benchmark, a result has a
 * measurement for each repetition (`-count`).
 */

import type { TakenKind } from '../../base/model.ts';
import type { Read } from '../../base/outsideValues.ts';
import type { Problem } from '../../base/result.ts';
import type { Attributes } from '../../bench/benchfmt/attributes.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { NamedResult } from '../../bench/benchfmt/resultText.ts';
import { disturbancesIn } from '../../bench/verdicts/noise.ts';
import { speedVariation } from '../../bench/verdicts/passSpeed.ts';
import type { PassWitness } from '../../bench/verdicts/witnesses.ts';
import type { Commit } from '../git/commit.ts';
import type { SlotShares } from '../machine/slots.ts';
import type { readInstructions, readInTurns, readMemory, readPartial, readTimes } from './resultReaders.ts';
import type { Surroundings } from './surroundings.ts';

export interface BenchmarkResult extends NamedResult {
  /** The result's own id. It stays the same while measurements and profiles are added. */
  readonly runId: string;
  /** When its measurements began, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** The commit it was built from, abbreviated, if that is known. */
  readonly commit?: string;
  /** Two results with equal hashes ran the same machine code, so any difference comes from the machine. `null` if not known. */
  readonly codeHash: string | null;
  /** Of Go, as `go version` has it; missing if it is not known. */
  readonly goVersion?: string;
  /** What it was built and run with; missing if that is not known. */
  readonly surroundings?: Surroundings;
  /** The import path, as in the `pkg:` line. */
  readonly package: string;
  readonly directory: string;
  /** How long one of its measurements took with everything that Go does for it, in milliseconds; missing if that is not known. */
  readonly took?: number;
  /** In the order in which they were taken. Empty if the benchmark failed or was skipped. */
  readonly measurements: readonly Measurement[];
  readonly profiles: readonly StoredProfile[];
  /**
   * What the processor or Linux has counted per operation (`instructions/op`), each time that it was counted; `iterations` are
   * those that the counts are of. Missing if nothing was counted.
   */
  readonly counters?: readonly Measurement[];
  /** What became of the processor's slots, in user space; missing if it was not counted, or is not shown here. */
  readonly slots?: SlotShares;
  /** The instructions of one operation; missing if they were not asked for. */
  readonly instructions?: Read<typeof readInstructions>;
  /** How long single operations took; missing if that was not asked for. */
  readonly times?: Read<typeof readTimes>;
  /** What the machine sees of its memory; missing if it was not profiled, or allocates nothing. */
  readonly memory?: Read<typeof readMemory>;
  /** What the benchmark says of itself (`b.Attr`); missing if it says nothing. Text of the benchmark's. */
  readonly attributes?: Attributes;
  /** A folder with the files that the benchmark has left (`b.ArtifactDir`); missing if there are none. */
  readonly artifacts?: string;
  /** The older result that it was measured in turns with. */
  readonly inTurns?: InTurns;
  /** What was asked for, if the user has cancelled the run before all of it was there. */
  readonly partial?: Read<typeof readPartial>;
  /** What may have disturbed the measurements. Missing if that was not observed. */
  readonly notes?: readonly Problem[];
  /** What went wrong for this benchmark. Everything else in the result is valid all the same. */
  readonly problems: readonly Problem[];
}

export type InTurns = Read<typeof readInTurns>;
export type MeasuredAgain = NonNullable<InTurns['again']>;

export interface StoredProfile {
  readonly kind: TakenKind;
  readonly path: string;
  /** The exact number of operations that the profile covers; `null` if the kind of loop is not known. */
  readonly operations: number | null;
  /** Its stacks are not known, only what each line executes itself: cum says nothing. */
  readonly isFlat?: boolean;
  /** What its pass says besides; missing in results of older versions. */
  readonly witness?: PassWitness;
}

/** What a step of a run finds of a benchmark. */
export type Findings = Partial<
  Pick<
    BenchmarkResult,
    | 'profiles'
    | 'counters'
    | 'slots'
    | 'instructions'
    | 'times'
    | 'memory'
    | 'attributes'
    | 'artifacts'
    | 'notes'
    | 'problems'
  >
>;

/** The result with what a step has found: more profiles, notes and problems; other counters, attributes and artifacts. */
export function withFindings(
  result: BenchmarkResult,
  { profiles = [], notes = [], problems = [], ...others }: Findings,
): BenchmarkResult {
  return {
    ...result,
    ...others,
    ...(notes.length > 0 ? { notes: [...(result.notes ?? []), ...notes] } : {}),
    profiles: [...result.profiles, ...profiles],
    problems: [...result.problems, ...problems],
  };
}

export interface Stepped {
  readonly result: BenchmarkResult;
  /** Why the run cannot go on: `cancelled`, `cannot-start`; `null` if it can. */
  readonly stopped: Problem | null;
}

/** Whether a benchmark has run and measured something. */
export function isMeasured({ measurements }: Pick<BenchmarkResult, 'measurements'>): boolean {
  return measurements.length > 0;
}

/** Whether the run was cancelled before all measurements were there: then it is not compared with. */
export function lacksMeasurements({
  partial,
  measurements,
}: Pick<BenchmarkResult, 'partial' | 'measurements'>): boolean {
  return partial !== undefined && measurements.length < partial.count;
}

/** How much the machine's speed varied while this was measured, in CPU time per operation: see `speedVariation`. */
export function variationOf(result: Pick<BenchmarkResult, 'measurements' | 'notes'> | undefined): number {
  const { measurements = [], notes = [] } = result ?? {};
  return speedVariation([measurements], disturbancesIn(notes).length > 0);
}

/** Whether both are known to have run the same machine code. */
export function isSameCode(a: BenchmarkResult, b: BenchmarkResult): boolean {
  return a.codeHash !== null && a.codeHash === b.codeHash;
}

export function fromCommit(result: BenchmarkResult, commit: Commit | null): BenchmarkResult {
  return commit === null ? result : { ...result, commit: commitText(commit) };
}

/** As `git describe --always --dirty` writes it: `1a2b3c4`, or `1a2b3c4-dirty` if the working tree had changes. */
export function commitText({ hash, dirty }: Commit): string {
  return `${hash.slice(0, 7)}${dirty === true ? '-dirty' : ''}`;
}

/** As `testing` prints it. */
export function fullName({ name, procs }: Pick<BenchmarkResult, 'name' | 'procs'>): string {
  return procs === 1 ? name : `${name}-${procs}`;
}
