/** Words for what may be wrong with a benchmark, as its source tells. */
import type { SourceRange } from './scannedBenchmark.ts';

/** Replaces what stands in `range` (nothing, where it is empty). */
export interface SourceEdit {
  readonly range: SourceRange;
  readonly newText: string;
}

/**
 * What the source alone tells:
 *
 *   n-unused       neither b.N nor b.Loop: the work is done once, and its time divided by any number
 *   timer-in-loop  StopTimer or StartTimer in every round
 *   setup-in-loop  something made from constants, again in every round
 */
export interface SourceSmell {
  readonly code: 'n-unused' | 'timer-in-loop' | 'setup-in-loop';
  readonly range: SourceRange;
  /** What the sentence names: a benchmark, a call. */
  readonly subject: string;
  /** A mechanical fix, where there is one. */
  readonly fix: readonly SourceEdit[] | null;
}

/** What must be known of a timed loop to judge a run's numbers. Loops of RunParallel are not among them. */
export interface LoopFacts {
  /** `b.Loop` keeps results alive and starts the timer itself; `b.N` does neither. */
  readonly style: 'Loop' | 'N';
  readonly range: SourceRange;
  /** From `for` to before the body. */
  readonly header: SourceRange;
  /** The function it is in, the innermost that has the `*testing.B`. */
  readonly functionRange: SourceRange;
  /** Its body does nothing but call functions and drop what they return. */
  readonly dropsResults: boolean;
  /** Its body calls something other than builtins and the benchmark's own methods. */
  readonly calls: boolean;
  /** Nothing in the function resets, stops or starts the timer. */
  readonly leavesTimer: boolean;
  /** Turns the header into `for b.Loop()`; null where the body uses the counting variable. */
  readonly useLoop: SourceEdit | null;
  /** Puts a `b.ResetTimer()` before the loop; null where the loop does not begin its line. */
  readonly resetBefore: SourceEdit | null;
}
