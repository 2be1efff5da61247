/** The texts of a run that goes on. */
import * as l10n from '@vscode/l10n';
import { kindLabel } from '../../../base/sampleTypeLabels.ts';
import type { Reached } from './runEstimate.ts';

/** A digit's width. Numbers that grow are filled up with it, so that what stands behind them does not move. */
const figureSpace = '\u2007';

/** For the lens: `3 of 12 · about 40 s`. */
export function shortProgress({ work, done, of }: Reached, left: number | null): string {
  return [workText(), ...(left === null ? [] : [aboutText(left)])].join(' · ');

  function workText(): string {
    if (work === 'build') return l10n.t('building');
    if (of === null) return l10n.t('measuring');
    return l10n.t('{0} of {1}', String(done + 1).padStart(String(of).length, figureSpace), of);
  }
}

/** For the progress bar and the lens's tooltip: `BenchmarkRank/n=100: measurement 3 of 6 · 9 of 96 · about 40 s`. */
export function longProgress(reached: Reached, left: number | null, message: string): string {
  const { work, done, of, name, measured, benchmarks } = reached;
  const parts = [workText()];
  // Of a single benchmark, its measurements say it.
  if (of !== null && work !== 'build' && benchmarks !== 1) parts.push(l10n.t('{0} of {1}', done + 1, of));
  if (left !== null) parts.push(aboutText(left));
  return parts.join(' · ');

  function workText(): string {
    if (work === 'build' || work === 'counters' || name === null) return message;
    if (work !== 'timing') return l10n.t('{0}: {1} profile', name, kindLabel(work));
    if (measured === null || measured.done >= measured.of) return message;
    return l10n.t('{0}: measurement {1} of {2}', name, measured.done + 1, measured.of);
  }
}

/** A length of time as a guess deserves: `a few seconds`, `about 15 s`, `about 40 s`, `about 3 min`. */
export function aboutText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 4) return l10n.t('a few seconds');
  if (seconds < 18) return l10n.t('about {0} s', 5 * Math.max(1, Math.round(seconds / 5)));
  if (seconds < 95) return l10n.t('about {0} s', 10 * Math.round(seconds / 10));
  return l10n.t('about {0} min', Math.max(2, Math.round(seconds / 60)));
}
