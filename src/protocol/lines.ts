/** What stands beside the lines of source, and behind them. */

import type { Evidence, MachineCode } from '../base/model.ts';
import { number, object, otherwise, type Read, text } from '../base/outsideValues.ts';

/**
 * The samples that operations have caused, of the session's profile and of the one that it is compared with: the lengths of
 * runs of samples, by turns without and with them. `null` where the timed loop is not known.
 */
export interface TimedSamples {
  readonly own: readonly number[] | null;
  readonly base: readonly number[] | null;
  readonly evidence: Evidence;
}

export const frameSource = object({
  sessionId: text,
  /** The file's name in the profile. */
  file: text,
  /** 1-based; 0 if it is not known. */
  line: otherwise(number, 0),
});

export type FrameSource = Read<typeof frameSource>;

/** Why a frame's source is not shown, in a sentence. */
export interface FrameProblem {
  readonly problem: string;
  /** The user can say which file it is: `mapPath`. */
  readonly canMap: boolean;
}

export const assemblyRequest = object({
  sessionId: text,
  /** The function's name in the profile. */
  functionName: text,
});

export type AssemblyRequest = Read<typeof assemblyRequest>;

/** The code; or, if it cannot be had, a sentence for the user that says why and what to do. */
export type Assembly = MachineCode | { readonly missing: string };

/** The functions behind the cost that a line shows. */
export interface LineFunctions {
  /** The session whose costs the lines show. */
  readonly sessionId: string;
  /** Functions with code on the line, innermost first, as the profile names them. */
  readonly functionNames: readonly string[];
}

export interface HotLine {
  readonly uri: string;
  /** 0-based, in the file as it is now. */
  readonly line: number;
  readonly functionName: string;
  /** The text that the line shows: `1.24µs/op cum · 0.42µs flat · 38%`. */
  readonly text: string;
  /** Its cost as a share of the hottest line's. */
  readonly ofHottest: number;
}

/**
 * Where the costs of lines are shown, which a setting says: behind the code of every line, or only where the cursor is, with
 * marks in the gutter; only these marks; as inlay hints; nowhere.
 */
export const annotationStyles = ['allLines', 'currentLine', 'gutter', 'inlayHints', 'off'] as const;

/** Server -> client notification: the costs of one open document. An empty list clears it. */
export const lineAnnotationsMethod = 'pprofLens/lineAnnotations';

export interface LineAnnotationsParams {
  readonly uri: string;
  /** The version of the document that the lines belong to. Ignore the message if the document has a newer version. */
  readonly version: number;
  readonly annotations: readonly LineAnnotation[];
  readonly news: readonly BenchmarkNews[];
}

/** For the gutter beside a benchmark's function: what has changed for certain since the run that its last one is compared with. */
export interface BenchmarkNews {
  /** 0-based, in this version. */
  readonly line: number;
  readonly isBetter: boolean;
  /** Whether it is more than before: more throughput is better, more time is worse. */
  readonly isMore: boolean;
}

export interface LineAnnotation {
  /** 0-based, in this version. */
  readonly line: number;
  /**
   * The most important part, the cost, comes first: `1.24µs/op cum · 0.42µs flat · 38%`. Where there is little room, it is cut
   * before the first `·` that a space precedes; parts have no-break spaces within.
   */
  readonly text: string;
  /** For the gutter, at most three characters: the percentage of the total, `38`, `100`, `<1`; or in a word what it is. Empty for none. */
  readonly mark: string;
  /** From 0 (coolest) to 9 (hottest): an index in the heat colours. */
  readonly heat: number;
  /** The cost is not of the operations, but of setup or the runtime's background work: shown grey, without heat. */
  readonly muted?: boolean;
  /** Part of the chain of calls that carries most of the cost. */
  readonly onHotPath?: boolean;
  /**
   * Shown fainter: there are so few samples that even the first digit is not sure, or code that is part of the cost has
   * changed since.
   */
  readonly faint?: boolean;
}
