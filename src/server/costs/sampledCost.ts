/** How far a cost can be trusted that comes from samples. */
import { poissonInterval } from '../../analysis/difference/sampleRates.ts';
import type { Value } from '../../analysis/values/total.ts';
import { perOperationDigits } from '../../analysis/values/units.ts';
import type { Session } from '../sessions/sessions.ts';

/** A cost of a CPU profile, as the samples that it was made of. */
export interface SampledValue {
  readonly samples: number;
  /** What one sample stands for, in the sample type's unit. */
  readonly period: number;
  /** The 95 % interval of the cost, in the sample type's unit. */
  readonly low: number;
  readonly high: number;
}

/** `null` for sample types that count everything, such as memory at rate 1, and where samples are not counted. */
export function sampledValue(session: Session, sampleType: number, value: Value): SampledValue | null {
  const period = samplePeriod(session, sampleType);
  if (period === null) return null;
  const samples = Math.round(Math.abs(Number(value)) / period);
  const { low, high } = poissonInterval(samples);
  return { samples, period, low: low * period, high: high * period };
}

/** What one sample of a CPU profile stands for, in the sample type's unit: 10 ms, or one sample. */
export function samplePeriod(session: Session, sampleType: number): number | null {
  const { sampleTypes } = session.profile;
  const counted = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  if (counted === -1 || !sampleTypes.some(({ type }) => type === 'cpu')) return null;
  if (sampleType === counted) return 1;
  if (sampleTypes[sampleType]?.type !== 'cpu') return null;
  // Every sample of a CPU profile weighs the same.
  const period = Number(session.lines.total(sampleType)) / Number(session.lines.total(counted));
  return Number.isFinite(period) && period > 0 ? period : null;
}

/** The interval reaches from less than half of the cost to about twice as much, or further: no digit is sure. */
export function isFaint({ low, high }: SampledValue): boolean {
  return high >= 4 * low;
}

/** Where the interval is narrower than this share of the cost, a third digit says something. */
const precise = 0.02;

/** Significant digits that the interval bears out. */
export function digitsOf(value: SampledValue): number {
  if (isFaint(value)) return 1;
  return value.high - value.low > precise * value.samples * value.period ? 2 : perOperationDigits;
}
