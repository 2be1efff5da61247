/** How a benchmark's new result differs from an older one, as the lens shows it. */
import * as l10n from '@vscode/l10n';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import {
  bothValues,
  doubtOf,
  isFromOrToZero,
  isUnsure,
  newsFirst,
  sharePercent,
  shortValues,
  valueBefore,
  valueNow,
  verdictMark,
} from '../../bench/verdicts/changeWords.ts';
import { compareVersions } from '../../bench/verdicts/counted.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';
import { neededToFind } from '../../bench/verdicts/power.ts';
import { metricText, unitsInOrder } from '../../bench/verdicts/summary.ts';
import { fewestMeasurements } from '../../bench/verdicts/unitPair.ts';
import type { ResultPair } from '../../go/results/resultPair.ts';
import type { Fact } from './comparedResult.ts';

/** Nobody waits for more measurements than this. */
const mostMeasurements = 100;

/**
 * `22.6µs → 5.4µs/op  −76% (p<0.001 n=10) · 480 → 96 B/op · 3 allocs/op`, what has changed for certain first. A unit that has
 * not changed is one number. The first unit, which is the time, always says how it was compared.
 */
export function changeLine({ base, measurements, circumstances }: Omit<ResultPair, 'facts'>): string {
  const changes = new Map(
    compareVersions(base, measurements, circumstances).map((change) => [change.unit, change]),
  );
  const [tested] = changes.keys();
  const units = new Set([...unitsInOrder(measurements), ...changes.keys()]);
  return newsFirst([...units], (unit) => changes.get(unit))
    .map((unit) => {
      const change = changes.get(unit);
      if (change === undefined) return metricText(measurements, unit);
      return unit === tested ? testedText(change) : untestedText(change);
    })
    .join(' · ');
}

/** `22.6µs → 5.4µs/op  −76% (p<0.001 n=10)`: both values, and how they were compared. */
export function testedText(change: MetricChange): string {
  if (change.verdict === 'same') return valueNow(change);
  if (isUnsure(change)) return `${bothValues(change)}, ${unsureText(change)}`;
  const size = isFromOrToZero(change) ? '' : `${gapBefore(change, '  ')}${changeMark(change)}`;
  return `${bothValues(change)}${size} (${testDetail(change)})`;
}

/** `1.05ms/op −12%`, `60 → 0 B/op`, `1.05ms/op ~`, `1.05ms/op, same code`, `1.05 → 2.37ms/op, unsure: busy machine`. */
export function briefChange(change: MetricChange): string {
  if (change.verdict === 'same') return valueNow(change);
  if (isUnsure(change)) return `${shortValues(change)}, ${unsureText(change)}`;
  if (change.verdict === 'changed' && isFromOrToZero(change)) return bothValues(change);
  return `${valueNow(change)}${gapBefore(change)}${changeMark(change)}`;
}

/** Words stand behind a comma, signs do not. */
function gapBefore({ verdict }: MetricChange, sign = ' '): string {
  if (verdict === 'changed') return sign;
  return verdict === 'same-code' || verdict === 'few' ? ', ' : ' ';
}

/** `−76%`, `60 → 0 B/op`, `~` if the measurements do not support a change, `same code`, `unsure`. */
export function changeMark(change: MetricChange): string {
  return verdictMark(change, l10n.t);
}

/** `p<0.001 n=10`; `p=0.008, 5 layouts`. */
export function comparedBy(change: MetricChange): string {
  return howCompared(change, {
    layouts: (count) => l10n.t('{0} layouts', count),
    coreTime: l10n.t('CPU time'),
    simulated: l10n.t('simulated'),
    counted: (spread) => (spread === '' ? l10n.t('counted') : l10n.t('counted, {0}', spread)),
  });
}

/** How a unit was compared, or what is doubted of it: `p<0.001 n=10`, `n=3; needs 4 of each`, `busy machine`. */
export function testDetail(change: MetricChange): string {
  const { verdict, comparison, layouts } = change;
  const compared = comparedBy(change);
  switch (verdict) {
    case 'same':
      return '';
    case 'changed':
    case 'same-code':
      return compared;
    case 'noise':
      return [compared, neededText(change)].filter((text) => text !== '').join('; ');
    case 'layout':
      return l10n.t(
        'differs by ±{0} between layouts: perhaps not your edit',
        sharePercent(layouts?.spread ?? 0),
      );
    case 'drift':
    case 'unsure':
      return doubtOf(change, l10n.t);
    case 'few': {
      const { baseSize, size } = comparison;
      const n = baseSize === size ? `n=${size}` : `n=${baseSize}+${size}`;
      return `${n}; ${l10n.t('needs {0} of each', fewestMeasurements)}`;
    }
  }
}

/** `unsure: busy machine`. */
export function unsureText(change: MetricChange): string {
  return l10n.t('unsure: {0}', doubtOf(change, l10n.t));
}

/** `480 → 96 B/op`; only the value of now if it has not changed. */
export function untestedText(change: MetricChange): string {
  if (change.verdict !== 'changed') return valueNow(change);
  return change.count === undefined
    ? bothValues(change)
    : `${bothValues(change)} ${changeMark(change)} (${testDetail(change)})`;
}

/** The same for what need not have been compared. */
export function shortText({ text, change }: Fact): string {
  return change === undefined ? text : untestedText(change);
}

/** What a value is compared with, and what came of it: `was 22.6µs/op, −76% (p<0.001 n=10)`, `as before`. */
export function comparedText(change: MetricChange): string {
  if (change.verdict === 'same') return l10n.t('as before');
  const before = valueBefore(change);
  if (isUnsure(change)) return l10n.t('was {0}, {1}', before, unsureText(change));
  if (isFromOrToZero(change)) return l10n.t('was {0} ({1})', before, testDetail(change));
  return l10n.t('was {0}, {1} ({2})', before, changeMark(change), testDetail(change));
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
