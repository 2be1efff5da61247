/** Several benchmarks in one line: the sub-benchmarks of one, or all of a file. */

import * as l10n from '@vscode/l10n';
import { largest, smallest } from '../../base/lists.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { isUnsure, valueText } from '../../bench/verdicts/changeWords.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import { briefWarning, joined, memoryUnits } from './briefText.ts';
import type { MeasuredBenchmark } from './comparedResult.ts';

/** `5.3ns to 3.1µs/op · 3 slower, 1 faster · noisy`. */
export function familyText(all: readonly MeasuredBenchmark[]): string {
  const warnings = all.map(briefWarning).filter((text) => text !== '');
  return joined([valueRange(all), changeCounts(all), warnings[0] ?? '']);
}

/**
 * `5.3ns to 3.1µs/op`; `5.3ns to 3.1µs CPU/op` where each of them is shown so. Empty if the benchmarks do not all report the same
 * unit first.
 */
function valueRange(all: readonly MeasuredBenchmark[]): string {
  const firsts = all.flatMap(({ compared }) => compared.facts[0] ?? []);
  const [unit, ...others] = new Set(firsts.map((each) => each.unit));
  if (unit === undefined || others.length > 0) return '';
  const changes = firsts.flatMap(({ change }) => (change?.isCoreTime === true ? change : []));
  const isCpu = changes.length === firsts.length;
  const medians = isCpu ? changes.map(({ now }) => now.center) : firsts.map(({ median }) => median);
  const text = (median: number) =>
    isCpu ? valueText({ unit, isCoreTime: true }, median) : formatMetric(median, unit);
  const [least, most] = [text(smallest(medians)), text(largest(medians))];
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
  const changes = all.map(({ compared }) => compared.changes);
  const firsts = changes.flatMap(([first]) => first ?? []);
  if (firsts.length > 0 && firsts.every(({ verdict }) => verdict === 'same-code')) return l10n.t('same code');
  const isChanged = ({ verdict }: MetricChange) => verdict === 'changed';
  const times = firsts.filter((first) => isChanged(first) && first.unit === 'ns/op');
  const memory = changes.flatMap(
    (each) => each.find((change) => isChanged(change) && memoryUnits.includes(change.unit)) ?? [],
  );
  const isMore = ({ now, base }: MetricChange) => now.center > base.center;
  const isLess = ({ now, base }: MetricChange) => now.center < base.center;
  const counted = (text: string, { length }: readonly unknown[], ofOne = text) =>
    length === 0 ? [] : l10n.t(length === 1 ? ofOne : text, length);
  return [
    counted('{0} slower', times.filter(isMore)),
    counted('{0} faster', times.filter(isLess)),
    counted('{0} allocate more', memory.filter(isMore), '{0} allocates more'),
    counted('{0} allocate less', memory.filter(isLess), '{0} allocates less'),
    counted('{0} unsure', firsts.filter(isUnsure)),
  ]
    .flat()
    .join(', ');
}

/** The one with the largest time per operation; the first, if none has times. */
export function slowest<T>(all: readonly T[], timeOf: (each: T) => number | undefined): T | undefined {
  let found: T | undefined;
  let longest = Number.NEGATIVE_INFINITY;
  for (const each of all) {
    const time = timeOf(each) ?? -1;
    if (time <= longest) continue;
    found = each;
    longest = time;
  }
  return found;
}

/** A longer name would push the rest out of the window. */
const longestName = 24;

/** The name below its benchmark. A long one without its beginning, because names of one benchmark differ at the end. */
export function shortName(name: string, benchmark: string | null): string {
  const below = name.slice((benchmark?.length ?? -1) + 1);
  if (below.length <= longestName) return below;
  const ending = below.slice(1 - longestName);
  const slash = ending.indexOf('/');
  return `…${slash === -1 ? ending : ending.slice(slash)}`;
}
