import { multiplied } from '../../analysis/values/costFormat.ts';
import { toValue, type Value } from '../../analysis/values/value.ts';
import type { ValueType } from '../../pprof/profile.ts';
import type { Json } from '../terminal/jsonText.ts';
import type { ReportContext } from './reportContext.ts';

/** `profile` of every JSON document: the file's data, and the sample type and total of the report. */
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

/** A cost for JSON, divided by `--divide-by`. */
export function jsonCost(value: Value, { format }: ReportContext): number | string {
  return jsonValue(multiplied(value, format.ratio));
}

/** A value for JSON: a number if that is exact, else a string of its digits. */
export function jsonValue(value: Value): number | string {
  return typeof value === 'bigint' ? String(value) : value;
}

function typeJson({ type, unit }: ValueType): Json {
  return { type, unit };
}
