/** How certain a cost is that was measured by samples. */
import { fewSamples, samplePeriodOf, samplesOf } from '../../analysis/values/operationCost.ts';
import type { Value } from '../../analysis/values/value.ts';
import { eventOfKind } from '../../base/takenKind.ts';
import type { Session } from '../sessions/session.ts';

/** A cost in a CPU profile, and the samples that it comes from. */
export interface SampledValue {
  readonly samples: number;
  /** All samples of the profile. */
  readonly all: number;
  /** What one sample stands for, in the sample type's unit. */
  readonly period: number;
}

/**
 * `null` for sample types that count every event, such as allocations at rate 1, and for profiles without sample counts.
 */
export function sampledValue(session: Session, sampleType: number, value: Value): SampledValue | null {
  const period = samplePeriod(session, sampleType);
  if (period === null) return null;
  return {
    samples: samplesOf(value, period),
    all: samplesOf(session.lines.total(sampleType), period),
    period,
  };
}

/**
 * As `samplePeriodOf`. A store may not say how many samples there were, but what each stands for, and so do profiles of events
 * that perf counts.
 */
export function samplePeriod(session: Session, sampleType: number): number | null {
  const { profile, lines, production, origin } = session;
  if (origin.from === 'benchmark' && eventOfKind(origin.kind) !== null) {
    return profile.period > 1n ? Number(profile.period) : null;
  }
  const counted = samplePeriodOf(profile.sampleTypes, sampleType, (type) => lines.total(type));
  if (counted !== null || production === undefined) return counted;
  const { type, unit } = profile.sampleTypes[sampleType] ?? { type: '', unit: '' };
  const isTime = type === 'cpu' && unit === 'nanoseconds' && profile.periodType.unit === unit;
  return isTime && profile.period > 0n ? Number(profile.period) : null;
}

/** No digit is certain: the interval reaches from half of the cost to about twice the cost. */
export function isFaint({ samples }: SampledValue): boolean {
  return samples < fewSamples;
}
