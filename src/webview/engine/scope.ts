/** What the questions to the engine are about: the samples that filters leave, one of their values, what is searched. */
import type { Outside } from '../../analysis/benchmark/timedLoop.ts';

export const filterKinds = ['focus', 'ignore', 'hide', 'show', 'showFrom', 'tagFocus', 'tagIgnore'] as const;

export type FilterKind = (typeof filterKinds)[number];

/**
 * pprof's filters, several of a kind. A stack must match every `focus`. Several filters of another kind work as the
 * alternatives of one expression. Expressions are in Go's syntax.
 */
export interface Filters extends Readonly<Record<FilterKind, readonly string[]>> {
  /** What outside of a benchmark's timed loop is not folded: nothing by default, all of it for what pprof prints. */
  readonly unfolded: readonly Outside[];
  /** What is below the user's own code is one frame for each cause. */
  readonly myCode?: boolean;
}

/** The samples that a question is about, and which of their values. */
export interface Scope {
  readonly sampleType: number;
  readonly filters: Filters;
}

export interface SearchText {
  readonly text: string;
  /** Take `text` as a regular expression, in Go's syntax. */
  readonly regExp: boolean;
  readonly matchCase: boolean;
}

/** Of a function, a line or an instruction, in the sample type's unit. */
export interface Cost {
  readonly flat: number;
  readonly cum: number;
}

export interface TimedCost extends Cost {
  /** What operations cost of it. If missing, all of it. */
  readonly timed?: Cost;
}
