/** Types for what may be wrong with a benchmark, as far as its source shows it. */
import type { SourceRange } from './scannedBenchmark.ts';

/** Replaces the text in `range` by `newText`. An empty range inserts. */
export interface SourceEdit {
  readonly range: SourceRange;
  readonly newText: string;
}

/**
 * What the source alone shows:
 *
 *   n-unused       neither b.N nor b.Loop is used: the work is done once, and its time is divided by some number
 *   timer-in-loop  every round calls StopTimer or StartTimer
 *   setup-in-loop  every round makes the same thing from constants
 */
export interface SourceSmell {
  readonly code: 'n-unused' | 'timer-in-loop' | 'setup-in-loop';
  readonly range: SourceRange;
  /** The benchmark or the call that the message names. */
  readonly subject: string;
  /** Edits that mend it, where that is possible without thought. */
  readonly fix: readonly SourceEdit[] | null;
}

/** What the source says about a timed loop, for hints about the results of a run. Loops of RunParallel have none. */
export interface LoopFacts {
  /** `b.Loop` keeps the compiler from removing calls, and resets the timer. `b.N` does neither. */
  readonly style: 'Loop' | 'N';
  readonly range: SourceRange;
  /** From `for` to before the body. */
  readonly header: SourceRange;
  /** The function that has the `*testing.B` as a parameter. */
  readonly functionRange: SourceRange;
  /** The body only calls functions, and nothing uses what they return. */
  readonly dropsResults: boolean;
  /** The body calls something other than builtins and methods of the `*testing.B`. */
  readonly calls: boolean;
  /** Nothing in the function resets, stops or starts the timer. */
  readonly leavesTimer: boolean;
  /** Changes the header to `for b.Loop()`; `null` if the body uses the variable that counts. */
  readonly useLoop: SourceEdit | null;
  /** Inserts `b.ResetTimer()` before the loop; `null` if something else stands before the loop on its line. */
  readonly resetBefore: SourceEdit | null;
}
