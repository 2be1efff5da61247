/** How a benchmark's new result differs from an older one, as the lens shows it. */
import * as l10n from '@vscode/l10n';
import {
  compareMeasurements,
  type Doubt,
  fewestMeasurements,
  type MetricChange,
} from '../../bench/verdicts/change.ts';
import { changePercent, doubtTexts, sharePercent } from '../../bench/verdicts/changeWords.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';
import { neededToFind } from '../../bench/verdicts/power.ts';
import { formatMetric, metricText, unitsInOrder } from '../../bench/verdicts/summary.ts';
import type { ResultPair } from '../../go/results/resultPair.ts';

/** Nobody waits for more measurements than this. */
const mostMeasurements = 100;

/**
 * `22.6µs → 5.4µs/op  −76% (p=0.000 n=10) · 480 → 96 B/op · 3 allocs/op`. A unit that has not changed is one number. The
 * first unit, which is the time, always says how it was compared.
 */
export function changeLine({ base, measurements, circumstances }: Omit<ResultPair, 'facts'>): string {
  const changes = new Map(
    compareMeasurements(base, measurements, circumstances).map((change) => [change.unit, change]),
  );
  const [tested] = changes.keys();
  return unitsInOrder(measurements)
    .map((unit) => {
      const change = changes.get(unit);
      if (change === undefined) return metricText(measurements, unit);
      return unit === tested ? testedText(change, circumstances.drift) : untestedText(change);
    })
    .join(' · ');
}

/** `22.6µs → 5.4µs/op  −76% (p=0.000 n=10)`: both values, and how they were compared. */
export function testedText(change: MetricChange, drift: number): string {
  const { verdict } = change;
  if (verdict === 'same') return formatMetric(change.now.center, change.unit);
  if (verdict === 'unsure') return `${bothValues(change)}, ${unsureText(change)}`;
  const gap = verdict === 'changed' ? '  ' : ' ';
  return `${bothValues(change)}${gap}${changeMark(change)} (${testDetail(change, drift)})`;
}

/** `−76%`, or `~` if the measurements do not support a change. */
export function changeMark(change: MetricChange): string {
  return change.verdict === 'changed' ? changePercent(change, '−') : '~';
}

/** `p=0.000 n=10`; `p=0.008, 5 layouts`. */
export function comparedBy(change: MetricChange): string {
  return howCompared(change, {
    layouts: (count) => l10n.t('{0} layouts', count),
    coreTime: l10n.t('CPU time'),
  });
}

/** How a unit was compared, and if it counts as unchanged, why: `p=0.000 n=10`, `p=0.001 n=5; same code`. */
export function testDetail(change: MetricChange, drift: number): string {
  const { verdict, comparison, layouts } = change;
  const compared = comparedBy(change);
  switch (verdict) {
    case 'same':
    case 'changed':
      return compared;
    case 'noise':
      return [compared, neededText(change)].filter((text) => text !== '').join('; ');
    case 'same-code':
      return `${compared}; ${l10n.t('same code')}`;
    case 'drift':
      return `${compared}; ${l10n.t('the same code has differed by {0}', sharePercent(drift))}`;
    case 'layout':
      return l10n.t('differs by ±{0} between layouts: not your edit', sharePercent(layouts?.spread ?? 0));
    case 'unsure':
      return unsureText(change);
    case 'few': {
      const { baseSize, size } = comparison;
      const n = baseSize === size ? `n=${size}` : `n=${baseSize}+${size}`;
      return `${n}; ${l10n.t('needs {0} measurements of each', fewestMeasurements)}`;
    }
  }
}

/** `unsure: busy machine`. */
export function unsureText({ doubt }: MetricChange): string {
  return l10n.t('unsure: {0}', doubtText(doubt));
}

/** Why a difference is not called a change, in a few words: `busy machine`. */
export function doubtText(doubt: Doubt | null): string {
  return doubt === null ? '' : l10n.t(doubtTexts[doubt]);
}

/** `480 → 96 B/op`; only the value of now if it has not changed. */
export function untestedText(change: MetricChange): string {
  return change.verdict === 'changed' ? bothValues(change) : formatMetric(change.now.center, change.unit);
}

/** The old and the new value. A unit that both have is written once. */
function bothValues({ base, now, unit }: Pick<MetricChange, 'base' | 'now' | 'unit'>): string {
  const before = formatMetric(base.center, unit);
  const after = formatMetric(now.center, unit);
  const unitOf = (text: string) => /^[-\d.]+(?![-\d.])(.*)$/.exec(text)?.[1];
  const ending = unitOf(after);
  const isShared = ending?.startsWith(' ') === true && unitOf(before) === ending;
  const shortened = isShared ? before.slice(0, -ending.length) : before.replace(/\/op$/, '');
  return `${shortened} → ${after}`;
}

/** `1.05 → 2.37ms/op`: a unit that both have is written once. */
export function shortValues({ base, now, unit }: MetricChange): string {
  const parts = (value: number) => /^([-\d.]+)(?![-\d.])(.*)$/.exec(formatMetric(value, unit));
  const [before, after] = [parts(base.center), parts(now.center)];
  return before !== null && after !== null && before[2] === after[2]
    ? `${before[1]} → ${after[0]}`
    : bothValues({ base, now, unit });
}

/** What a value is compared with, and what came of it: `was 22.6µs/op, −76% (p=0.000 n=10)`, `as before`. */
export function comparedText(change: MetricChange, drift: number): string {
  if (change.verdict === 'same') return l10n.t('as before');
  const before = formatMetric(change.base.center, change.unit);
  if (change.verdict === 'unsure') return l10n.t('was {0}, {1}', before, unsureText(change));
  return l10n.t('was {0}, {1} ({2})', before, changeMark(change), testDetail(change, drift));
}

/** How many measurements would show whether the difference is real. Empty if the difference is too small to matter. */
export function neededText(change: MetricChange): string {
  const { base, now, comparison, layouts } = change;
  const seen = Math.abs(now.center / base.center - 1);
  const needed = seen >= 0.0005 ? neededToFind(change, seen) : null;
  if (needed === null) return '';
  const difference = sharePercent(seen);
  if (needed > mostMeasurements) {
    return layouts === undefined
      ? l10n.t('over {0} measurements would show {1}', mostMeasurements, difference)
      : l10n.t('over {0} layouts would show {1}', mostMeasurements, difference);
  }
  // More than there are: so many were not enough, whatever the estimate says.
  const count = Math.max(needed, Math.min(comparison.baseSize, comparison.size) + 1);
  return layouts === undefined
    ? l10n.t('about {0} measurements would show {1}', count, difference)
    : l10n.t('about {0} layouts would show {1}', count, difference);
}
