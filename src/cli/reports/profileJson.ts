import { multiplied } from '../../analysis/values/costFormat.ts';
import { toValue, type Value } from '../../analysis/values/value.ts';
import type { ValueType } from '../../pprof/profile.ts';
import type { Json } from '../terminal/jsonText.ts';
import type { ReportContext } from './reportContext.ts';

/** `profile` of every JSON document: what the file is and what is reported of it. */
export function profileJson(context: ReportContext): { readonly [key: string]: Json } {
  const { whole: profile, sampleType, measured } = context;
  return {
    sampleTypes: profile.sampleTypes.map(typeJson),
    sampleType: typeJson(profile.sampleTypes[sampleType]!),
    total: jsonCost(measured.total, context),
    samples: profile.samples.count,
    durationNanos: jsonValue(toValue(profile.durationNanos)),
    timeNanos: jsonValue(toValue(profile.timeNanos)),
    period: jsonValue(toValue(profile.period)),
    periodType: typeJson(profile.periodType),
    comments: profile.comments,
    docURL: profile.docUrl,
  };
}

/** A cost as JSON has it, divided as `--divide-by` says. */
export function jsonCost(value: Value, { format }: ReportContext): number | string {
  return jsonValue(multiplied(value, format.ratio));
}

/** A value as JSON has it: a number where that is exact, else its digits. */
export function jsonValue(value: Value): number | string {
  return typeof value === 'bigint' ? String(value) : value;
}

function typeJson({ type, unit }: ValueType): Json {
  return { type, unit };
}
