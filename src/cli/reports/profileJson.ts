import { toValue, type Value } from '../../analysis/value.ts';
import type { ReportContext } from '../reportContext.ts';

/** `profile` of every JSON document: what the file is and what is reported of it. */
export function profileJson({ profile, sampleType, measured }: ReportContext): Record<string, unknown> {
  return {
    sampleTypes: profile.sampleTypes,
    sampleType: profile.sampleTypes[sampleType],
    total: jsonValue(measured.total),
    samples: profile.samples.count,
    durationNanos: jsonValue(toValue(profile.durationNanos)),
    timeNanos: jsonValue(toValue(profile.timeNanos)),
    period: jsonValue(toValue(profile.period)),
    periodType: profile.periodType,
    comments: profile.comments,
    docURL: profile.docUrl,
  };
}

/** A value as JSON has it: a number where that is exact, else its digits. */
export function jsonValue(value: Value): number | string {
  return typeof value === 'bigint' ? String(value) : value;
}
