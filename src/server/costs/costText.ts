/** Costs of lines, as texts. */
import * as l10n from '@vscode/l10n';
import type { LineCost } from '../../analysis/lines/lines.ts';
import {
  countedThing,
  isCostOfOperations,
  type OperationType,
  operationCost,
} from '../../analysis/values/operationCost.ts';
import { costInterval } from '../../analysis/values/sampleIntervals.ts';
import { operationName, perOperation, scaledLabel, withoutOperation } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import { plainLine, shortened } from '../../base/escape.ts';
import type { Session } from '../sessions/session.ts';
import { sampledValue, samplePeriod } from './sampledCost.ts';

/** A value as users want to read it: per operation where the number of operations is known. */
export function costLabel(session: Session, sampleType: number, value: Value): string {
  const type = operationType(session, sampleType);
  return type === null ? totalLabel(session, sampleType, value) : operationCost(value, type);
}

/** `null` where values of this type are not costs of operations, or their number is not known. */
function operationType(session: Session, sampleType: number): OperationType | null {
  const { operations } = session;
  const type = session.sampleTypes[sampleType];
  if (type === undefined || operations === null || operations <= 0 || !isCostOfOperations(type.type))
    return null;
  const unit = unitText(type.unit);
  const per = operationName(session.perUnit);
  return { ...type, unit, operations, samplePeriod: samplePeriod(session, sampleType), per };
}

/**
 * The 95% interval of a sampled cost, per operation: `190 to 320µs/op`; `null` for what is not sampled.
 *
 * @param variation as in `costInterval`
 */
export function intervalLabel(
  session: Session,
  sampleType: number,
  value: Value,
  variation: number,
): string | null {
  const type = operationType(session, sampleType);
  const sampled = sampledValue(session, sampleType, value);
  if (type === null || sampled === null) return null;
  const interval = costInterval(sampled.samples, sampled.all, variation);
  const labels = (digits: number) =>
    [interval.low, interval.high].map((end) =>
      perOperation(end * sampled.period, type.operations, type.unit, digits, type.per),
    );
  const rough = labels(2);
  // Of many samples: `11.6 to 12.4/op`, not `12 to 12/op`.
  const [low = '', high = ''] = rough[0] === rough[1] ? labels(3) : rough;
  const begin = unitOf(low) === unitOf(high) ? withoutUnit(low) : withoutOperation(low);
  return l10n.t('{0} to {1}', begin, high);
}

/** The unit at the end of a label: `µs`, ` B/op`. */
export function unitOf(label: string): string {
  return /^~?-?[\d.,]+(?![\d.,])(.*)$/.exec(label)?.[1] ?? '';
}

export function withoutUnit(label: string): string {
  return label.slice(0, label.length - unitOf(label).length);
}

/** A value as the profile has it, not per operation. */
export function totalLabel(session: Session, sampleType: number, value: Value): string {
  return scaledLabel(value, unitText(session.sampleTypes[sampleType]?.unit ?? ''), 'auto');
}

/** Of a run as a whole, rounded as costs of operations are: `1.24s`, `480 kB`. */
export function roundedTotal(value: Value, unit: 'nanoseconds' | 'bytes'): string {
  return withoutOperation(perOperation(value, 1, unit));
}

/** The same with what it counts, where nothing beside it says that: `1085777 allocs`. */
export function totalWithUnit(session: Session, sampleType: number, value: Value): string {
  const { type = '', unit = '' } = session.sampleTypes[sampleType] ?? {};
  const counted = unit === 'count' ? countedThing(type) : null;
  const total = totalLabel(session, sampleType, value);
  return counted === null ? total : `${total} ${counted}`;
}

/** A unit of the profile, which can be any text: on one line, and no longer than a line has room for. */
function unitText(unit: string): string {
  return plainLine(shortened(unit, 30));
}

/**
 * The text beside a line: `1.24µs/op cum · 0.42µs flat · 38%`. The most important part comes first, and the share is that
 * of cum. Spaces stand only where a line that has no room for all of it may be cut; within a part are no-break spaces.
 *
 * @param before what cum was in the run before: `was 31`; empty where it has not changed. Where shares are compared, they come
 *   first: `38% was 61% · 12s cum`
 */
export function lineText(
  session: Session,
  sampleType: number,
  cost: LineCost,
  before = '',
  compared: 'costs' | 'shares' = 'costs',
): string {
  const cum = costLabel(session, sampleType, cost.cum);
  if (compared === 'shares' && before !== '') {
    const share = lineShareLabel(cumShare(session, sampleType, cost));
    return cuttable([share, before, `· ${l10n.t('{0} cum', cum)}`]);
  }
  if (isZero(cost.cum)) return cuttable([cum, before]);
  const flat = costLabel(session, sampleType, cost.flat);
  const isAllFlat = !isZero(cost.flat) && flat === cum;
  const kind = isAllFlat ? l10n.t('flat') : l10n.t('cum');
  const parts = [cum, before, before === '' ? kind : `· ${kind}`];
  if (!isZero(cost.flat) && !isAllFlat) parts.push(`· ${l10n.t('{0} flat', withoutOperation(flat))}`);
  return cuttable([...parts, `· ${lineShareLabel(cumShare(session, sampleType, cost))}`]);
}

/** Parts of a text that may be cut off from its end, one part after the other. Empty parts are left out. */
export function cuttable(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(' ');
}

/**
 * A line's share of the total in whole percent, `38%` or `<1%`. It stands in the text and in the gutter, so it has one
 * rounding.
 */
export function lineShareLabel(share: number): string {
  return share > 0 && share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`;
}

/** A line's share of the timed loop, or of all where the loop is not known: by cum, from 0 to 1. Negative values count by their size. */
export function cumShare(session: Session, sampleType: number, cost: LineCost): number {
  const { operationLines, lines } = session;
  const total = Math.abs(Number(operationLines.total(sampleType)) || Number(lines.total(sampleType)));
  return total === 0 ? 0 : Math.min(1, Math.abs(Number(cost.cum)) / total);
}

/** Whether a line costs enough to show it. The threshold is in percent of what `cumShare` is of. */
export function isWorthShowing(
  session: Session,
  sampleType: number,
  cost: LineCost,
  threshold: number,
): boolean {
  return cumShare(session, sampleType, cost) * 100 >= threshold;
}

/**
 * The heat of a share of the total, 0 to 9. It grows with the square root: most lines cost a few percent, and on a linear
 * scale they would all have the same colour.
 */
export function heatOf(share: number): number {
  return Math.min(9, Math.floor(Math.sqrt(share) * 10));
}
