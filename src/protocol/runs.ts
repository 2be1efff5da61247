/** Runs of benchmarks: what is asked for, what came of it, and the runs that are kept. */

import type { TakenKind } from '../base/model.ts';
import {
  filledText,
  flag,
  nullable,
  number,
  object,
  oneOf,
  otherwise,
  type Read,
  type Reader,
  text,
  validItems,
  wholeNumber,
} from '../base/outsideValues.ts';
import { type ProfileKind, profileKinds } from '../base/profileKinds.ts';

/** The result of a benchmark and what can be done with it, for a list in which the user chooses. */
export interface BenchmarkMenu {
  readonly title: string;
  readonly groups: readonly MenuGroup[];
}

export interface MenuGroup {
  readonly heading: string;
  readonly items: readonly MenuItem[];
}

export interface MenuItem {
  /** The name of a codicon. */
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** What is done if it is chosen: a command of the server or of the client. Without one, the item only tells. */
  readonly command?: string;
  readonly arguments?: readonly unknown[];
}

const address = {
  /** The benchmark's file. If `benchmark` is given, any file in the same folder will do. */
  uri: text,
  /** Full name without the procs suffix, `BenchmarkTable/n=1`; `null` for every benchmark of the file. */
  benchmark: otherwise(filledText, null),
};

export const benchmarkAddress = object(address);

export type BenchmarkAddress = Read<typeof benchmarkAddress>;

/** `isStop`: what it has measured is kept, also of a run in turns. */
export const runEnd = object(address, { isStop: flag });

export type RunEnd = Read<typeof runEnd>;

/** Over how many layouts of the code two versions are compared. With fewer than four, no difference can be told from chance. */
export const layoutCount: Reader<number> = (value) => {
  const read = wholeNumber(value);
  return read === undefined || read === 0 ? read : Math.min(Math.max(read, 4), 30);
};

/** Each kind once, in the order in which they are asked for. */
const kinds: Reader<readonly ProfileKind[]> = (value) => {
  const read = validItems(oneOf(...profileKinds))(value);
  return read && [...new Set(read)];
};

export const runRequest = object(address, {
  /** The lines show the first one. This and the next six: if missing, the user's settings are taken. */
  kinds,
  count: number,
  /** Whether events of the processor or of Linux are counted, too. */
  counters: flag,
  /** Whether the instructions of an operation are counted by valgrind, too, when all else is there. */
  instructions: flag,
  /** Whether caches and the prediction of branches are simulated while it does. */
  simulates: flag,
  /** Whether single operations are timed, too. */
  times: flag,
  /** As `go test -benchtime`: `1s`, `100x`. */
  benchtime: text,
  /** Build tags, separated by commas, besides those of the settings. */
  addTags: filledText,
  /** A git ref. Its version of the benchmark is run in turns with the working tree's; the results are compared. */
  against: filledText,
  /** 0, and missing, for the linker's usual one. */
  layouts: layoutCount,
  /** A profile for profile-guided optimisation. The benchmark built with it is run in turns with one built without it. */
  pgo: filledText,
});

export type RunRequest = Read<typeof runRequest>;

/** Two runs of one benchmark, by the run ids of their sessions. `between`: others that were taken between them, oldest first. */
export const compareRunsArgs = object({ runId: text, baseId: text }, { between: validItems(text) });

export type CompareRunsArgs = Read<typeof compareRunsArgs>;

/**
 * Without `runId`: the newest runs of the benchmark and its sub-benchmarks, each with the run that it is compared with; those
 * that are unsure, if some are. With `runId` alone: that run and the one before it.
 */
export const turnsRequest = object(address, { runId: filledText, baseId: filledText });

export type TurnsRequest = Read<typeof turnsRequest>;

/** A search for the commit that a change came with, between two git refs. One that is missing is asked for. */
export const bisectRequest = object(address, { good: filledText, bad: filledText });

export type BisectRequest = Read<typeof bisectRequest>;

/** A git ref that a benchmark can be compared with. */
export interface RefChoice {
  /** The name for git: `HEAD`, `main`, `v1.2.0`, `1a2b3c4`. */
  readonly name: string;
  readonly kind: 'head' | 'branch' | 'tag' | 'commit';
  /** For the user: the commit and its age. */
  readonly description: string;
  /** For the user: the commit's subject. */
  readonly detail: string;
}

export interface RunOutcome {
  /** `running`: nothing was started, because a run that goes or waits does the same. */
  readonly status: 'done' | 'failed' | 'cancelled' | 'running';
  /** The sessions of the run, in the order of the benchmarks, then of the kinds of profiles. */
  readonly sessionIds: readonly string[];
}

export const keptRunChange = object(
  { runId: text },
  {
    /** `null` removes the name. */
    label: nullable(text),
    pinned: flag,
  },
);

export type KeptRunChange = Read<typeof keptRunChange>;

export interface BenchmarkAtLine {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
}

/** Server -> client notification, after every change: the kept runs. */
export const historyMethod = 'pprofLens/history';

export interface HistoryParams {
  /** Newest first. */
  readonly runs: readonly KeptRunSummary[];
  /** The benchmarks with so many sub-benchmarks that `runs` does not have all of them. */
  readonly more: readonly MoreBenchmarks[];
  /** How many of all runs nobody has asked to keep: neither pinned nor named, and not the last of their benchmark. */
  readonly old: number;
}

/** The sub-benchmarks of a benchmark that the list of runs leaves out. */
export interface MoreBenchmarks {
  readonly benchmark: string;
  readonly directory: string;
  readonly count: number;
}

/** A kept run of one benchmark. Its texts are for the user, in their language. */
export interface KeptRunSummary {
  readonly runId: string;
  readonly benchmark: string;
  readonly directory: string;
  /** When it was taken, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** The place of the benchmark among all: sub-benchmarks stand in the order in which they ran last. */
  readonly place: number;
  /** The name that the user gave to it. */
  readonly label: string | null;
  /** It is the baseline of its benchmark. */
  readonly pinned: boolean;
  /** `5.4µs/op ±2%`. */
  readonly result: string;
  /** The change since the run before it: `−76% (p<0.001 n=10)`, `~`. Empty for the first run. */
  readonly change: string;
  /** Whether the change is good or bad for the user; `null` for the first run. */
  readonly verdict: 'better' | 'worse' | 'different' | 'same' | null;
  /** Whether what has changed is more than before. More throughput is better, more time is worse. */
  readonly isMore: boolean;
  /** The other units: `480 B/op · 3 allocs/op`. */
  readonly others: string;
  readonly profiles: readonly { readonly kind: TakenKind; readonly label: string; readonly path: string }[];
  /** Everything else that is known of the run. */
  readonly details: readonly { readonly name: string; readonly value: string }[];
}

/** Server -> client notification, when that has changed: whether a run goes or waits, which could be cancelled. */
export const runningMethod = 'pprofLens/running';

export interface RunningParams {
  readonly isRunning: boolean;
}
