/** What a run of benchmarks tells while it goes on, and how it is stopped. */

import type { ProfileKind } from '../../base/profileKinds.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';

export interface RunStep {
  /** For the user. */
  readonly message: string;
  /** A build, the timings of one selection, a profile of this kind, or the counters of the processor. */
  readonly what: 'build' | 'timing' | 'counters' | ProfileKind;
  /** The full name of its benchmark, or the pattern that selects several; `null` for a build. */
  readonly benchmark: string | null;
  /** So many steps are finished. */
  readonly done: number;
  /** Grows when a pattern turns out to select more benchmarks. */
  readonly of: number;
}

/**
 * Whose result it is: of what is being worked on, or of what that is compared with. A run that compares nothing is `now`.
 */
export type Side = 'now' | 'base';

export type RunEvent =
  /** The tools have printed something. */
  | { readonly is: 'output'; readonly text: string }
  | { readonly is: 'step'; readonly step: RunStep }
  /** A result line has been printed: one more measurement of this benchmark, by its full name; `null` if it has no ns/op. */
  | { readonly is: 'measured'; readonly benchmark: string; readonly nsPerOp: number | null }
  /**
   * A benchmark has been measured; its profiles follow. The base's is reported before its counterpart. Of several benchmarks in
   * one process, each is reported when its last measurement is there, and once more when the process has ended and it is
   * known what has disturbed them.
   */
  | { readonly is: 'timed'; readonly result: BenchmarkResult; readonly side: Side }
  /** A profile has been written. It is decoded already, so that nobody needs to read the file. */
  | { readonly is: 'profile'; readonly path: string; readonly profile: Profile }
  /**
   * Another profile of a benchmark has been taken, and the result has those until now. Not reported while it is not known how
   * many operations they cover.
   */
  | { readonly is: 'profiled'; readonly result: BenchmarkResult; readonly side: Side };

/**
 * Who asks for a run. It hears all events by one function rather than as an async iterator: most of them come from a process
 * that prints and does not wait, and a run whose listener stops listening would have to be ended in a second way, beside the signal.
 */
export interface RunControl {
  /** After `profile` and `profiled`, the run waits for the promise. What is thrown ends the run. */
  report(event: RunEvent): void | Promise<void>;
  readonly signal: AbortSignal;
  /** Asked after a cancel. If it answers true, the outcome has what was measured until then, and all of it is `partial`. */
  keepsPartial?(): boolean;
}

/** Counts steps for the progress bar. */
export class Steps {
  readonly #report: RunControl['report'];
  #begun = 0;
  #of = 0;

  constructor({ report }: Pick<RunControl, 'report'>) {
    this.#report = report;
  }

  /** So many steps follow those that have begun. */
  expect(following: number): void {
    this.#of = this.#begun + following;
  }

  /** There are so many more than was expected; a negative number: so many fewer. */
  add(more: number): void {
    this.#of += more;
  }

  /** Begins a step; the one before it is done. */
  next(step: Pick<RunStep, 'what' | 'benchmark' | 'message'>): void {
    const done = this.#begun++;
    void this.#report({ is: 'step', step: { ...step, done, of: Math.max(this.#of, done) } });
  }

  build(message: string): void {
    this.next({ what: 'build', benchmark: null, message });
  }
}
