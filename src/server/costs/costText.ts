/** Costs of lines, as texts. */
import * as l10n from '@vscode/l10n';
import type { LineCost } from '../../analysis/lines/lines.ts';
import { perOperation, scaledLabel } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import type { Session } from '../sessions/sessions.ts';
import { digitsOf, isFaint, sampledValue } from './sampledCost.ts';

/**
 * A value as users want to read it: per operation where the number of operations is known, with as many digits as its
 * samples make certain.
 */
export function costLabel(session: Session, sampleType: number, value: Value): string {
  const { type = '' } = session.profile.sampleTypes[sampleType] ?? {};
  if (session.operations === null || session.operations <= 0 || !isCostOfOperations(type))
    return totalLabel(session, sampleType, value);
  const sampled = sampledValue(session, sampleType, value);
  return operationLabel(session, sampleType, value, sampled === null ? undefined : digitsOf(sampled));
}

/** False for sample counts, which are no cost of the code, and for what was live when the profile was taken. */
export function isCostOfOperations(type: string): boolean {
  return type !== 'samples' && !type.startsWith('inuse_');
}

function operationLabel(session: Session, sampleType: number, value: Value, digits?: number): string {
  const { type, unit } = session.profile.sampleTypes[sampleType] ?? { type: '', unit: '' };
  return perOperation(value, session.operations ?? 1, countedThing(type) ?? unit, digits);
}

/** The 95% interval of a sampled cost, per operation: `190 – 320µs`; `null` for what is not sampled. */
export function intervalLabel(session: Session, sampleType: number, value: Value): string | null {
  const sampled = sampledValue(session, sampleType, value);
  if (sampled === null || session.operations === null) return null;
  const label = (end: number) => operationLabel(session, sampleType, end, 2).replace(/\/op$/, '');
  const [low, high] = [label(sampled.low), label(sampled.high)];
  return `${unitOf(low) === unitOf(high) ? withoutUnit(low) : low} – ${high}`;
}

/** The unit at the end of a label: `µs`, ` B/op`. */
export function unitOf(label: string): string {
  return /^-?[\d.]+(?:e[-+]\d+)?(.*)$/.exec(label)?.[1] ?? '';
}

export function withoutUnit(label: string): string {
  return label.slice(0, label.length - unitOf(label).length);
}

/** A value as the profile has it, not per operation. */
export function totalLabel(session: Session, sampleType: number, value: Value): string {
  return scaledLabel(value, session.profile.sampleTypes[sampleType]?.unit ?? '', 'auto');
}

/** What a sample type counts, in the words of `go test -benchmem`; `null` where it is not a count. */
function countedThing(type: string): string | null {
  if (type === 'alloc_objects' || type === 'inuse_objects') return 'allocs';
  return type === 'contentions' ? 'waits' : null;
}

/**
 * The text at a line's end: `flat 0.42µs · cum 1.24µs/op · 38%`. The share is that of cum.
 *
 * @param before what cum was in the run before: `was 31`; empty where it has not changed
 */
export function lineText(session: Session, sampleType: number, cost: LineCost, before = ''): string {
  const label = costLabel(session, sampleType, cost.cum);
  const cum = before === '' ? label : l10n.t('{0}, {1}', label, before);
  if (isZero(cost.cum)) return cum;
  const share = certainShareLabel(session, sampleType, cost);
  if (isZero(cost.flat)) return l10n.t('cum {0} · {1}', cum, share);
  if (cost.flat === cost.cum) return l10n.t('flat {0} · {1}', cum, share);
  const flat = costLabel(session, sampleType, cost.flat).replace(/\/op$/, '');
  return l10n.t('flat {0} · cum {1} · {2}', flat, cum, share);
}

/** A share in whole percent, with one decimal below ten. */
export function shareLabel(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return `${percent < 9.95 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}

/** The share at a line's end. It has no decimal where not even the digit before the point is certain. */
function certainShareLabel(session: Session, sampleType: number, cost: LineCost): string {
  const share = cumShare(session, sampleType, cost);
  const sampled = sampledValue(session, sampleType, cost.cum);
  const isUncertain = sampled !== null && isFaint(sampled) && share >= 0.01;
  return isUncertain ? `${Math.round(share * 100)}%` : shareLabel(share);
}

/** A line's share of the total by cum, from 0 to 1. Negative values count by their size. */
export function cumShare(session: Session, sampleType: number, cost: LineCost): number {
  const total = Math.abs(Number(session.lines.total(sampleType)));
  return total === 0 ? 0 : Math.min(1, Math.abs(Number(cost.cum)) / total);
}

/**
 * The heat of a share of the total, 0 to 9. It grows with the square root: most lines cost a few percent, and on a linear
 * scale they would all have the same colour.
 */
export function heatOf(share: number): number {
  return Math.min(9, Math.floor(Math.sqrt(share) * 10));
}
