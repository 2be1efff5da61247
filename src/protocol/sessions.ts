/** Open profiles: what is known of each, which one the lines show, and how one is opened. */

import type { PerUnit, TakenKind } from '../base/model.ts';
import {
  flag,
  number,
  object,
  otherwise,
  type Read,
  text,
  validItems,
  wholeNumber,
} from '../base/outsideValues.ts';
import type { ProfileKind } from '../base/profileKinds.ts';
import type { RunRequest } from './runs.ts';

/** Line and character are 0-based, as in LSP. */
export const sourcePosition = object({ uri: text, line: number, character: otherwise(number, 0) });

export type SourcePosition = Read<typeof sourcePosition>;

/** A profile that the user can look at. The server owns it. Its id is valid as long as the server runs. */
export interface SessionSummary {
  readonly id: string;
  /** The name that the user sees: `BenchmarkPage · CPU`, or a file's name. */
  readonly title: string;
  /** The same for all profiles of one run: `BenchmarkPage`. Of a file, its title. */
  readonly runTitle: string;
  readonly origin:
    | {
        readonly from: 'benchmark';
        readonly runId: string;
        readonly benchmark: string;
        readonly kind: TakenKind;
      }
    | {
        /** A run of tests, or of a program. */
        readonly from: 'run';
        readonly of: 'tests' | 'program';
        /** The same for the profiles of one run. */
        readonly runId: string;
        /** For the user: a test's name, a package, a program. */
        readonly name: string;
        readonly kind: ProfileKind;
      }
    | {
        readonly from: 'file';
        /** Of a profile that was fetched: from where, for the user. */
        readonly source?: string;
      };
  /** Path of the profile's file on the server's machine. The file does not change while the session lives. */
  readonly profilePath: string;
  /** The profile as a pprof file, if `profilePath` is of another format, or only one of several files. */
  readonly bytesPath?: string;
  /** The files that are merged with `profilePath`. */
  readonly merged?: readonly string[];
  /** The file's sample types, in its order; `label` is the name that the user sees, in their language. */
  readonly sampleTypes: readonly { readonly type: string; readonly unit: string; readonly label: string }[];
  /** The index in `sampleTypes` of the one that is shown first. */
  readonly defaultSampleType: number;
  /** How many operations the profile measured, if that is known exactly: a cost divided by it is the cost per operation. */
  readonly operations: number | null;
  /** What these operations are, if not those of a benchmark. */
  readonly perUnit?: PerUnit;
  /** The profile that this one is compared with. */
  readonly base?: SessionBase;
  /** Its benchmark waited, and no profile of the run says what for: a run that does. */
  readonly waitingRun?: RunRequest;
  /** What the whole run of a program has cost: `1.24s`. */
  readonly whole?: string;
  /** From a store: it can be compared with other versions and times. */
  readonly isProduction?: true;
  /** Missing for a profile of the newest run and of the code that is there, and where nothing is known. */
  readonly age?: SessionAge;
}

/** Why a profile is not of now. The texts are for the user, in their language. */
export interface SessionAge {
  /** For the status bar: `run of 14:02:11`, `code changed`. */
  readonly short: string;
  /** `Run of 14:02:11 · not the newest.` */
  readonly sentence: string;
  /** The newest run of the benchmark, which `showResult` shows; `null` if this profile is of the newest. */
  readonly newestRunId: string | null;
}

export interface SessionBase {
  readonly profilePath: string;
  /** As in `SessionSummary`. */
  readonly bytesPath?: string;
  readonly operations: number | null;
  /** Its costs are scaled so that its totals are those of the other profile. If missing, the operations say by how much. */
  readonly ratio?: 'shares';
}

/** The cost that the editor shows: one sample type of one session. */
export const activeCost = object({ sessionId: text, sampleType: wholeNumber });

export type ActiveCost = Read<typeof activeCost>;

/** A cost that the user can choose for lines and page. */
export interface CostChoice {
  readonly cost: ActiveCost;
  /** For the user: `CPU time`. */
  readonly label: string;
}

/** What can be chosen of one run, or of one file. */
export interface CostGroup {
  readonly title: string;
  readonly choices: readonly CostChoice[];
}

/** The file that a command is about. */
export const fileArgs = object({ uri: text });

/** The session that a command is about. */
export const sessionArgs = object({ sessionId: text });

/**
 * A file of a profile that is to be found here. Without `file`, the user is asked about the one that costs most; of those that `uri`
 * can be, if that is given.
 */
export const mapPathArgs = object(
  { sessionId: text },
  {
    /** As the profile names it. */
    file: text,
    /** The document that it may be. */
    uri: text,
  },
);

export type MapPathArgs = Read<typeof mapPathArgs>;

export const openRequest = object(
  { path: text },
  {
    /** More files, which are merged with it. */
    merged: validItems(text),
    /** The profile to compare with. */
    basePath: text,
    /** The sample type to show. If missing, the profile's default. */
    sampleType: wholeNumber,
    /**
     * True if a page shows the file. Then the page shows what is wrong with the file, instead of a notification, and decides
     * when the lines show its costs. If it is not true, the lines show them at once.
     */
    forPage: flag,
    /** True if only the file of a kept run may be opened. */
    onlyKept: flag,
  },
);

export type OpenRequest = Read<typeof openRequest>;

export type OpenOutcome =
  | { readonly status: 'opened'; readonly sessionId: string }
  | {
      readonly status: 'failed';
      readonly message: string;
      /** The output channel says more. */
      readonly hasDetails?: boolean;
    };

/** Server -> client notification, after every change: all sessions, newest first, and what the lines show. */
export const sessionsMethod = 'pprofLens/sessions';

export interface SessionsParams {
  readonly sessions: readonly SessionSummary[];
  readonly active: ActiveCost | null;
  /** A short text for the status bar: `BenchmarkPage · CPU time`. Empty if the lines show no cost. */
  readonly activeTitle: string;
  /** What has changed in the run whose costs the lines show, if it is the newest: `60 → 0 B/op`, `same code`. Empty for nothing. */
  readonly activeNews: string;
}
