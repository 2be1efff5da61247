import type { FlameWindow } from '../../analysis/flamePicture.ts';
import type { ValueType } from '../../pprof/profile.ts';
import type { Result } from '../../result.ts';

/**
 * What the page asks the engine, which holds the profile and does all the work on it. The engine runs in a
 * worker where there can be one (see connect.ts); questions and answers are plain data, large columns are
 * handed over, not copied.
 */
export interface ProfileEngine {
  ask<K extends keyof Questions>(
    kind: K,
    question: Questions[K]['question'],
  ): Promise<Questions[K]['answer']>;
}

export interface Questions {
  /** Reads a profile, which all later questions are about. */
  open: { question: OpenQuestion; answer: Result<ProfileFacts> };
  /** What to draw. */
  picture: { question: PictureQuestion; answer: Picture };
  /** What a search finds. */
  search: { question: SearchQuestion; answer: Result<SearchAnswer> };
}

export interface OpenQuestion {
  /** As in the file, gzipped or not. Given away. */
  readonly bytes: ArrayBuffer;
  /** The first picture that will probably be asked for, so that it can be begun; -1 for the default sample type. */
  readonly sampleType: number;
  readonly pixels: number;
}

export interface ProfileFacts {
  readonly sampleTypes: readonly ValueType[];
  /** Index into `sampleTypes` of the one to show where nobody says. */
  readonly defaultSampleType: number;
  /** By sample type: sum of |value| over all samples, what shares are of. */
  readonly totals: readonly number[];
  /** Number of sample records, whatever their value. */
  readonly samples: number;
  /** 0 where the file does not say. */
  readonly durationNanos: number;
}

export interface PictureQuestion {
  readonly sampleType: number;
  readonly zoom: Zoom;
  /** Width of the graph in CSS pixels. Frames narrower than half of one are left out. */
  readonly pixels: number;
}

/** What part of the graph to show. */
export interface Zoom {
  /** Function names from below the root down to the frame zoomed into; empty for all. */
  readonly path: readonly string[];
  /** The part itself; `null` where only the path is known, as after a switch of sample type. */
  readonly window: FlameWindow | null;
}

/**
 * The frames to draw, row by row, from left to right within a row. Columns of one length, an item per frame; the
 * first is the root.
 */
export interface Picture {
  readonly sampleType: number;
  readonly window: FlameWindow;
  /** As far down as this sample type has the path that was asked for. */
  readonly path: readonly string[];
  /** Sum of |value| over all samples: what shares are of. */
  readonly total: number;
  /** Row `d` holds the frames `rowStart[d]` to `rowStart[d + 1] - 1`. */
  readonly rowStart: Uint32Array;
  /** Identity of the frame among all pictures of this sample type. */
  readonly nodes: Uint32Array;
  /** Shares of the whole graph's width. */
  readonly lefts: Float64Array;
  readonly widths: Float64Array;
  /** Index into the names; -1 for the root. */
  readonly entries: Int32Array;
  /** In the sample type's unit. */
  readonly cums: Float64Array;
  readonly flats: Float64Array;
  /** Index into the files; 0 is the empty name. */
  readonly files: Uint32Array;
  /** 1-based line most of the frame's cost stands at, 0 where unknown. */
  readonly lines: Uint32Array;
  /** 0 not inlined, 1 in some samples, 2 in all. */
  readonly inlined: Uint8Array;
  /** Names of the entries, and files, that no picture before this one has mentioned. */
  readonly newNames: readonly (readonly [entry: number, name: string])[];
  readonly newFiles: readonly (readonly [file: number, name: string])[];
}

export interface SearchText {
  readonly text: string;
  /** Take `text` as a regular expression. */
  readonly regExp: boolean;
  readonly matchCase: boolean;
}

export interface SearchQuestion extends SearchText {
  readonly sampleType: number;
}

export interface SearchAnswer {
  /** 1 for each entry to mark. */
  readonly entries: Uint8Array;
  /** Of all samples with a match on their stack, in the sample type's unit. */
  readonly cum: number;
  /** Binaries that match by their own name. */
  readonly binaries: readonly string[];
}
