/** A change and what is doubted of it, in a few words, for the editor and the command line. */
import type { Doubt, MetricChange } from './change.ts';

/** Why a difference is not called a change. English: the key for translations. */
export const doubtTexts: Readonly<Record<Doubt, string>> = {
  busy: 'busy machine',
  small: 'small, and not in turns',
  cpu: 'CPU time did not change with it',
  instructions: 'same instructions and misses',
  operations: 'other number of operations',
};

/** `−76%`, `+2.3%`, `−0.04%`; `?` if the old value is zero. @param minus terminals and CI systems want ASCII's */
export function changePercent({ base, now }: Pick<MetricChange, 'base' | 'now'>, minus: '−' | '-'): string {
  if (base.center === 0) return now.center === 0 ? '+0%' : '?';
  const share = now.center / base.center - 1;
  return `${share < 0 ? minus : '+'}${sharePercent(Math.abs(share))}`;
}

/** A share as a percentage, rounded to about two digits: `76%`, `2.3%`, `0.04%`. */
export function sharePercent(share: number): string {
  const percent = 100 * share;
  const decimals = percent >= 9.95 ? 0 : percent >= 0.095 ? 1 : 2;
  return `${Number(percent.toFixed(decimals))}%`;
}
