/** Tables of results. */

import { either, filledText, flag, object, type Read, text, wholeNumber } from '../base/outsideValues.ts';
import type { StageStep, StageTable } from '../base/stages.ts';
import { benchmarkAddress } from './runs.ts';

export const showFlameGraphArgs = object(
  {},
  {
    sessionId: text,
    /** A profile of a kept run that is not open yet. */
    profilePath: text,
    sampleType: wholeNumber,
    /** The flame graph searches for this function. */
    functionName: filledText,
    /** Its hottest line is shown in the editor, too. */
    lines: flag,
  },
);

export type ShowFlameGraphArgs = Read<typeof showFlameGraphArgs>;

/** A result of a kept run. */
export const resultOfRun = object({ runId: text });

/** The latest result with this id; or the slowest one of a benchmark with its sub-benchmarks, or of a file. */
export const resultChoice = either(resultOfRun, benchmarkAddress);

export type ResultChoice = Read<typeof resultChoice>;

/** The latest results of all benchmarks of a package, in the order of the source. Texts are for the user. */
export interface ResultsTable {
  /** The import path; the folder if that is not known. */
  readonly package: string;
  /** The units of all rows: time, bytes and allocations, then throughput and the benchmarks' own metrics by name. */
  readonly units: readonly string[];
  readonly rows: readonly ResultRow[];
  /** The result whose profile the session shows, if it is one of the rows. */
  readonly shownRun: string | null;
  /** Of a session that compares runs: their results, if they are more than two. */
  readonly stages?: StageTable;
}

export interface ResultRow {
  readonly runId: string;
  /** The benchmark's full name; with the procs suffix if there are results for several numbers of procs. */
  readonly name: string;
  /** The test file's name without folders; empty if the source no longer has the benchmark. */
  readonly file: string;
  /** When it was measured, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** By unit. Empty if the benchmark failed. */
  readonly values: Readonly<Record<string, ResultValue>>;
  /** How the time has changed since the run that it is compared with, as the lens says it; `null` for a first run. */
  readonly change: ResultChange | null;
  /** What is wrong with the result, most important first. */
  readonly warnings: readonly ResultWarning[];
  readonly hasProfile: boolean;
  /** What the benchmark says of itself: `size=42 · input=big`. Empty if it says nothing. */
  readonly attributes: string;
}

export interface ResultValue {
  /** The median, in the unit. */
  readonly value: number;
  /** Without the unit's end: `1.42µs ±2%`, `480 → 96 B`, `3`. */
  readonly text: string;
}

export interface ResultChange extends StageStep {
  /** The change as a share of the value before, -0.76; 0 if the measurements do not support one. */
  readonly relative: number;
}

export interface ResultWarning {
  /** One word: `noisy`, `failed`. */
  readonly word: string;
  /** A sentence. */
  readonly reason: string;
}

/** Server -> client notification without parameters: results were added or removed. A table of results is to be asked for again. */
export const resultsMethod = 'pprofLens/results';
