/** The lenses of a benchmark that runs or waits for its turn. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fewestMeasurements } from '../../../bench/verdicts/unitPair.ts';
import { type BenchmarkAddress, serverCall } from '../../../protocol.ts';
import { type LensCommand, lens, lensTitle } from '../../client/lensCommand.ts';
import { fileUri } from '../../client/lspTerms.ts';
import type { RunProgress } from '../queue/runProgress.ts';
import { isOfAll, type QueueEntry, titleOf, waitsSentence } from '../queue/runQueue.ts';

export interface RunningBenchmark {
  readonly lenses: readonly LensCommand[];
  /** When the run has begun, in milliseconds since the epoch; `null` if it waits. */
  readonly since: number | null;
  /** See `RunProgress`. */
  readonly soFar: string;
}

/**
 * Its progress, or the name of what it waits for; and Cancel. `null` if it does neither. A click on the first says what
 * runs, because the server starts no run twice.
 *
 * @param entries the first one goes
 */
export function runningLenses(
  entries: readonly QueueEntry[],
  directory: string,
  name: string,
  { codicons }: { readonly codicons: boolean },
): RunningBenchmark | null {
  const at = entries.findIndex(({ run }) => isOfAll(run, directory, [name]));
  const entry = entries[at];
  const text = entry === undefined ? null : textOf(entries, at, name);
  if (entry === undefined || text === null) return null;
  // The file only names the package, and need not exist.
  const address: BenchmarkAddress = {
    uri: fileUri(path.join(directory, 'benchmark_test.go')),
    benchmark: name,
  };
  const since = entry.progress?.since ?? null;
  const soFar = entry.progress?.current === name ? entry.progress.soFar : '';
  const stop = entry.run.isInTurns === true && entry.progress !== null ? [stopLens(address)] : [];
  return {
    lenses: [progressLens(text, address, codicons), ...stop, cancelLens(entry, address)],
    since,
    soFar,
  };
}

/**
 * The same for all benchmarks of a file, if one run has them all.
 *
 * @param uri of the file
 */
export function runningFileLenses(
  entries: readonly QueueEntry[],
  { uri, directory, names }: RunningFile,
  { codicons }: { readonly codicons: boolean },
): LensCommand[] | null {
  const at = entries.findIndex(({ run }) => names.length > 1 && isOfAll(run, directory, names));
  const entry = entries[at];
  if (entry === undefined) return null;
  const text =
    entry.progress === null ? waitingText(entries, at, titleOf(entry.run)) : goingText(entry.progress);
  const address: BenchmarkAddress = { uri, benchmark: null };
  return [progressLens(text, address, codicons), cancelLens(entry, address)];
}

export interface RunningFile {
  readonly uri: string;
  readonly directory: string;
  /** Its top-level benchmarks. */
  readonly names: readonly string[];
}

function progressLens(
  { icon, title, sentence }: LensText,
  address: BenchmarkAddress,
  codicons: boolean,
): LensCommand {
  return lens(lensTitle(title, codicons ? icon : ''), serverCall('run', address), sentence);
}

function stopLens(address: BenchmarkAddress): LensCommand {
  return lens(
    lensTitle(l10n.t('stop')),
    serverCall('cancelRun', { ...address, isStop: true }),
    l10n.t(
      'Ends the measurements. Those until now are kept and judged, from {0} of each on.',
      fewestMeasurements,
    ),
  );
}

function cancelLens({ run }: QueueEntry, address: BenchmarkAddress): LensCommand {
  return lens(
    lensTitle(l10n.t('cancel')),
    serverCall('cancelRun', address),
    run.isInTurns === true
      ? l10n.t('Stops the measurements. The results stay as they are.')
      : run.names.length === 1
        ? l10n.t('What has been measured until now is kept.')
        : l10n.t('Stops the run of {0}. What has been measured until now is kept.', titleOf(run)),
  );
}

interface LensText {
  readonly icon: 'pulse' | 'watch';
  readonly title: string;
  readonly sentence: string;
}

function textOf(entries: readonly QueueEntry[], at: number, name: string): LensText | null {
  const progress = entries[at]?.progress ?? null;
  if (progress === null) return waitingText(entries, at, name);
  if (progress.current === name) return goingText(progress);
  return progress.hasBegun(name) ? null : waitsFor(name, progress.current);
}

function goingText({ short, sentence }: RunProgress): LensText {
  return { icon: 'pulse', title: short, sentence };
}

function waitingText(entries: readonly QueueEntry[], at: number, name: string): LensText {
  const before = entries[at - 1];
  const elsewhere = entries[at]?.elsewhere ?? null;
  if (elsewhere !== null) return waitsFor(name, elsewhere);
  return before === undefined
    ? { icon: 'watch', title: l10n.t('starting'), sentence: l10n.t('{0}: starting', name) }
    : waitsFor(name, titleOf(before.run));
}

function waitsFor(name: string, other: string): LensText {
  return { icon: 'watch', title: l10n.t('waits for {0}', other), sentence: waitsSentence(name, other) };
}
