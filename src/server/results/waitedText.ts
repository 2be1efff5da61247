import type { ProfileKind } from '../../base/profileKinds.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { localSentence } from '../client/messages.ts';

/** The profiles of a run that asks what a benchmark waits for; the lines show the first one. */
export const blockingKinds: readonly ProfileKind[] = ['block', 'cpu'];

/** `It waited: CPU explains 0% of 1.17 s.` `null` if the benchmark computed, or if its profiles do not say. */
export function waitedText({ notes = [] }: BenchmarkResult): string | null {
  const note = notes.find(({ code }) => code === 'waited');
  return note === undefined ? null : localSentence(note);
}

/** Whether a block profile is the next question: it waited, and there is none yet. */
export function asksForBlocking(result: BenchmarkResult): boolean {
  return waitedText(result) !== null && !result.profiles.some(({ kind }) => kind === 'block');
}
