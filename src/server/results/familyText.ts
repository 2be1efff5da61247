/** Several benchmarks in one line: the sub-benchmarks of one, or all of a file. */

import * as l10n from '@vscode/l10n';
import { largest, smallest } from '../../base/lists.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure } from '../../bench/verdicts/changeWords.ts';
import { formatMetric, type Summary } from '../../bench/verdicts/summary.ts';
import { briefWarning, joined, memoryUnits } from './briefText.ts';
import { changesOf, type MeasuredBenchmark } from './measuredBenchmark.ts';

/** `5.3ns to 3.1µs/op · 3 slower, 1 faster · noisy`. */
export function familyText(all: readonly MeasuredBenchmark[]): string {
  const warnings = all.map(briefWarning).filter((text) => text !== '');
  return joined([valueRange(all), changeCounts(all), warnings[0] ?? '']);
}

/** `5.3ns to 3.1µs/op`; empty if the benchmarks do not all report the same unit first. */
function valueRange(all: readonly MeasuredBenchmark[]): string {
  const units = new Set(all.map(({ compared }) => compared.units[0]));
  const [unit] = units;
  if (units.size !== 1 || unit === undefined) return '';
  const medians = all.flatMap(({ compared }) => compared.summary(unit)?.median ?? []);
  const least = formatMetric(smallest(medians), unit);
  const most = formatMetric(largest(medians), unit);
  return least === most ? most : l10n.t('{0} to {1}', withoutEnding(least, most), most);
}

/** Without what both end with: `5.3ns` beside `3.1µs/op`, `12` beside `40 widgets`. */
function withoutEnding(text: string, other: string): string {
  const [, ending] = /^[-\d.]+(?![-\d.])[^ /]*([ /].*)$/.exec(other) ?? [];
  return ending !== undefined && text.endsWith(ending) ? text.slice(0, -ending.length) : text;
}

/**
 * `3 slower, 1 faster, 2 allocate less, 2 unsure`: how many have changed. Empty if none has, or nothing was compared. `same code`
 * if all that were compared ran the same.
 */
export function changeCounts(all: readonly MeasuredBenchmark[]): string {
  const firsts = all.map((measured) => changesOf(measured)[0]);
  const compared = firsts.filter((first) => first !== undefined);
  if (compared.length > 0 && compared.every(({ verdict }) => verdict === 'same-code'))
    return l10n.t('same code');
  const unsure = firsts.filter((first) => first !== undefined && isUnsure(first)).length;
  const directions = firsts.map((first) => {
    if (first?.verdict !== 'changed' || first.unit !== 'ns/op') return 0;
    return Math.sign(first.now.center - first.base.center);
  });
  const memory = all.map((measured) => {
    const isChanged = ({ verdict, unit }: MetricChange) =>
      verdict === 'changed' && memoryUnits.includes(unit);
    const change = changesOf(measured).find(isChanged);
    return change === undefined ? 0 : Math.sign(change.now.center - change.base.center);
  });
  const more = memory.filter((direction) => direction > 0).length;
  const less = memory.filter((direction) => direction < 0).length;
  const slower = directions.filter((direction) => direction > 0).length;
  const faster = directions.filter((direction) => direction < 0).length;
  return [
    ...(slower === 0 ? [] : [l10n.t('{0} slower', slower)]),
    ...(faster === 0 ? [] : [l10n.t('{0} faster', faster)]),
    ...(more === 0 ? [] : [l10n.t('{0} allocate more', more)]),
    ...(less === 0 ? [] : [l10n.t('{0} allocate less', less)]),
    ...(unsure === 0 ? [] : [l10n.t('{0} unsure', unsure)]),
  ].join(', ');
}

/** The one with the largest time per operation; the first, if none has times. */
export function slowest<T>(all: readonly T[], summaryOf: (each: T) => Summary | null): T | undefined {
  let found: T | undefined;
  let longest = Number.NEGATIVE_INFINITY;
  for (const each of all) {
    const time = summaryOf(each)?.median ?? -1;
    if (time <= longest) continue;
    found = each;
    longest = time;
  }
  return found;
}
