/**
 * A change and its verdict in a few words: the one place that every surface of the editor and of the command line has them
 * from. Texts are English, the keys for translations, so who shows them passes `say`.
 */
import type { Doubt, MetricChange, Verdict } from './change.ts';
import { findableChange } from './power.ts';
import { formatCount, formatMetric } from './summary.ts';

/** What a verdict is called. Of a change, its size stands instead. */
export const verdictWords: Readonly<Record<Exclude<Verdict, 'changed'>, string>> = {
  same: '=',
  noise: '~',
  layout: '~',
  few: 'too few runs',
  'same-code': 'same code',
  drift: 'unsure',
  unsure: 'unsure',
};

/** Why a difference is not called a change. */
export const doubtTexts: Readonly<Record<Doubt | 'drift', string>> = {
  processor: 'another processor',
  busy: 'busy machine',
  small: 'small, and not in turns',
  cpu: 'CPU time did not change with it',
  instructions: 'same instructions and misses',
  operations: 'other number of operations',
  layout: 'may be the layout',
  drift: 'the same code differs as much',
};

type Say = (text: string, ...values: string[]) => string;
/** Terminals and CI systems want ASCII's. */
type Minus = '−' | '-';

/** What a verdict is called, or how large the change is: `−76%`, `60 → 0 B/op`, `~`, `same code`, `unsure`. */
export function verdictMark(change: MetricChange, say: Say, minus: Minus = '−'): string {
  return change.verdict === 'changed' ? changeSize(change, minus) : say(verdictWords[change.verdict]);
}

/** Whether there may be a change, and measurements in turns would tell. */
export function isUnsure({ verdict }: Pick<MetricChange, 'verdict'>): boolean {
  return verdict === 'unsure' || verdict === 'drift';
}

/** Why there may be no change: `busy machine`. Empty unless that is unsure. */
export function doubtOf({ verdict, doubt }: MetricChange, say: Say): string {
  const why = verdict === 'drift' ? verdict : doubt;
  return why === null ? '' : say(doubtTexts[why]);
}

/** What has changed for certain first, else in the order in which they are. */
export function newsFirst<T>(all: readonly T[], changeOf: (each: T) => MetricChange | undefined): T[] {
  const isNews = (each: T) => changeOf(each)?.verdict === 'changed';
  return [...all.filter(isNews), ...all.filter((each) => !isNews(each))];
}

/** `−76%`, `+2.3%`, `−0.04%`; both values where one is 0, of which there is no share: `60 → 0 B/op`. */
export function changeSize(change: MetricChange, minus: Minus): string {
  const { base, now } = change;
  if (isFromOrToZero(change)) return bothValues(change);
  const share = base.center === 0 ? 0 : now.center / base.center - 1;
  return `${share < 0 ? minus : '+'}${sharePercent(Math.abs(share))}`;
}

export function isFromOrToZero({ base, now }: Pick<MetricChange, 'base' | 'now'>): boolean {
  return (base.center === 0) !== (now.center === 0);
}

/** A share as a percentage, rounded to about two digits: `76%`, `2.3%`, `0.04%`. */
export function sharePercent(share: number): string {
  const percent = 100 * share;
  const decimals = percent >= 9.95 ? 0 : percent >= 0.095 ? 1 : 2;
  return `${Number(percent.toFixed(decimals))}%`;
}

/**
 * How much more or less the code does, and what that says of the time, which is another thing: `−3% work (counted), time within
 * ±6%`. Empty if the counts show no change.
 *
 * @param time of the same benchmark
 */
export function workText(
  work: MetricChange | undefined,
  time: MetricChange | undefined,
  say: Say,
  minus: Minus = '−',
): string {
  if (work?.verdict !== 'changed') return '';
  const size = say('{0} work (counted)', changeSize(work, minus));
  const text = timeBeside(time, say);
  return text === '' ? size : `${size}, ${text}`;
}

/** What is known of the time beside another change: `time within ±6%`. Empty if it has changed, too, as its own words say that. */
export function timeBeside(time: MetricChange | undefined, say: Say): string {
  if (time === undefined || time.verdict === 'changed' || isUnsure(time)) return '';
  if (time.verdict === 'same') return say('time as before');
  const findable = time.verdict === 'noise' || time.verdict === 'layout' ? findableChange(time) : null;
  return findable === null
    ? say('time not shown to change')
    : say('time within ±{0}', sharePercent(findable));
}

type Unit = Pick<MetricChange, 'unit' | 'isCoreTime' | 'count'>;

/** The unit, and of times, whose: `ns/op` is the time that passed. */
export function unitName({ unit, isCoreTime }: Unit): string {
  return isCoreTime === true ? unit.replace('/', ' CPU/') : unit;
}

/** The median of now: `1.42µs/op`, `155ns CPU/op`. */
export function valueNow(change: MetricChange): string {
  return valueText(change, change.now.center);
}

/** The median of before. */
export function valueBefore(change: MetricChange): string {
  return valueText(change, change.base.center);
}

/** A value of a change's unit. */
export function valueText({ unit, isCoreTime, count }: Unit, value: number): string {
  if (count !== undefined && count.isSimulated !== true) return formatCount(value);
  const text = formatMetric(value, unit);
  return isCoreTime === true ? text.replace('/', ' CPU/') : text;
}

/** The old and the new value: `22.6µs → 5.4µs/op`. A unit that both have is written once, but for the parts of a time's. */
export function bothValues(change: MetricChange): string {
  const [before, after] = [valueBefore(change), valueNow(change)];
  const ending = unitOf(after);
  const isShared = ending?.startsWith(' ') === true && unitOf(before) === ending;
  const shortened = isShared ? before.slice(0, -ending.length) : before.replace(/(?: CPU)?\/op$/, '');
  return `${shortened} → ${after}`;
}

/** `1.05 → 2.37ms/op`: a unit that both have is written once. */
export function shortValues(change: MetricChange): string {
  const [before, after] = [valueBefore(change), valueNow(change)];
  const unit = unitOf(after);
  const isShared = unit !== undefined && unit === unitOf(before);
  return isShared ? `${before.slice(0, before.length - unit.length)} → ${after}` : bothValues(change);
}

function unitOf(text: string): string | undefined {
  return /^[-\d.,]+(?![-\d.,])(.*)$/.exec(text)?.[1];
}
