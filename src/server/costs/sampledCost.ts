/** How certain a cost is that was measured by samples. */
import { poissonInterval } from '../../analysis/difference/sampleRates.ts';
import { perOperationDigits } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import type { Session } from '../sessions/sessions.ts';

/** A cost in a CPU profile, and the samples that it comes from. */
export interface SampledValue {
  readonly samples: number;
  /** What one sample stands for, in the sample type's unit. */
  readonly period: number;
  /** The 95% interval of the cost, in the sample type's unit. */
  readonly low: number;
  readonly high: number;
}

/**
 * `null` for sample types that count every event, such as allocations at rate 1, and for profiles without sample counts.
 */
export function sampledValue(session: Session, sampleType: number, value: Value): SampledValue | null {
  const period = samplePeriod(session, sampleType);
  if (period === null) return null;
  const samples = Math.round(Math.abs(Number(value)) / period);
  const { low, high } = poissonInterval(samples);
  return { samples, period, low: low * period, high: high * period };
}

/** What one sample of a CPU profile stands for, in the sample type's unit: 10 ms, or 1 where samples are counted. */
export function samplePeriod(session: Session, sampleType: number): number | null {
  const { sampleTypes } = session.profile;
  const counted = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  if (counted === -1 || !sampleTypes.some(({ type }) => type === 'cpu')) return null;
  if (sampleType === counted) return 1;
  if (sampleTypes[sampleType]?.type !== 'cpu') return null;
  // All samples of a CPU profile stand for the same time.
  const period = Number(session.lines.total(sampleType)) / Number(session.lines.total(counted));
  return Number.isFinite(period) && period > 0 ? period : null;
}

/** No digit is certain: the interval reaches from half of the cost or less to about twice the cost or more. */
export function isFaint({ low, high }: SampledValue): boolean {
  return high >= 4 * low;
}

/** A third digit is certain enough where the interval is narrower than this share of the cost. */
const precise = 0.02;

/** How many significant digits are certain. */
export function digitsOf(value: SampledValue): number {
  if (isFaint(value)) return 1;
  return value.high - value.low > precise * value.samples * value.period ? 2 : perOperationDigits;
}
