/** What is said of a result besides its numbers. */
import * as l10n from '@vscode/l10n';
import { plainLine } from '../../base/escape.ts';
import type { ProfileKind } from '../../base/profileKinds.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { partialText } from '../../go/results/partialText.ts';
import { localSentence } from '../client/messages.ts';
import type { MeasuredBenchmark } from './comparedResult.ts';

/** What makes the numbers doubtful. `code` is that of a note. */
export interface Doubt {
  readonly code: string;
  readonly text: string;
}

/** The most important first. */
export function doubtsOf({ compared, codeChanged }: MeasuredBenchmark): Doubt[] {
  return [
    ...(codeChanged ? [{ code: 'code-changed', text: l10n.t('The code has changed since.') }] : []),
    ...partialText(compared.result).map((text) => ({ code: 'partial', text })),
    ...compared.notes.map((note) => ({ code: note.code, text: localSentence(note) })),
  ];
}

/** What a benchmark says of itself (`b.Attr`), each as `key=value` on one line. Text of the benchmark's. */
export function attributeTexts({ attributes = {} }: Pick<BenchmarkResult, 'attributes'>): string[] {
  return Object.entries(attributes).map(([key, value]) => plainLine(`${key}=${value}`));
}

/** The profiles of a run that asks what a benchmark waits for; the lines show the first one. */
export const waitKinds: readonly ProfileKind[] = ['wait', 'cpu'];

/** `It waited: CPU explains 0% of 1.17 s.` `null` if the benchmark computed, or if its profiles do not say. */
export function waitedText({ notes = [] }: BenchmarkResult): string | null {
  const note = notes.find(({ code }) => code === 'waited');
  return note === undefined ? null : localSentence(note);
}

/** Whether a profile of its waits is the next question: it waited, and no profile says what for. */
export function asksForWaits(result: BenchmarkResult): boolean {
  return (
    waitedText(result) !== null && !result.profiles.some(({ kind }) => kind === 'block' || kind === 'wait')
  );
}
