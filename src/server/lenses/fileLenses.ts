/** The lenses at the top of a file with benchmarks. */

import * as l10n from '@vscode/l10n';
import { shortened } from '../../base/escape.ts';
import { serverCall } from '../../protocol.ts';
import { type LensCommand, lens, lensTitle } from '../client/lensCommand.ts';
import { joined } from '../results/briefText.ts';
import type { MeasuredBenchmark } from '../results/comparedResult.ts';
import { changeCounts } from '../results/familyText.ts';
import { has, type LensOptions, showLens } from './lensCommands.ts';

/** What is known of the benchmarks of a file. */
export interface FileState {
  /** Its top-level benchmarks. */
  readonly names: readonly string[];
  /** Those of them that have results, and their sub-benchmarks. */
  readonly measured: readonly MeasuredBenchmark[];
}

/** The lenses at the top of a file: they profile all its benchmarks, and say afterwards what has come of it. */
export function fileLenses(uri: string, { names, measured }: FileState, options: LensOptions): LensCommand[] {
  if (names.length === 0) return [];
  const title = lensTitle(profileAllTitle(names));
  const profileAll = lens(
    title,
    serverCall('run', { uri, benchmark: null }),
    l10n.t(
      'Measure and profile: {0}',
      names
        .slice(0, 30)
        .map((name) => shortened(name, 60))
        .join(', '),
    ),
  );
  if (measured.length === 0 || !has(options, 'benchmarkMenu')) return [profileAll];
  // Its own lens says all that there is to say.
  if (names.length === 1) return [];
  const profiled = names.filter((name) =>
    measured.some(({ compared }) => isWithin(compared.result.name, name)),
  );
  const count =
    profiled.length === names.length
      ? l10n.t('{0} benchmarks profiled', names.length)
      : l10n.t('{0} of {1} benchmarks profiled', profiled.length, names.length);
  return [
    options.codicons ? { ...profileAll, title: lensTitle(title, 'refresh') } : profileAll,
    showLens({ uri, benchmark: null }, joined([count, changeCounts(measured)]), options),
  ];
}

/** `profile all 12 benchmarks`, by their names. */
export function profileAllTitle(names: readonly string[]): string {
  if (names.length === 1) return l10n.t('profile {0}', names[0] ?? '');
  return names.length === 2
    ? l10n.t('profile both benchmarks')
    : l10n.t('profile all {0} benchmarks', names.length);
}

function isWithin(name: string, benchmark: string): boolean {
  return name === benchmark || name.startsWith(`${benchmark}/`);
}
