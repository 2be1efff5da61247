/** Parca: plain requests with JSON. Profiles are in it as base64. */
import { fromBase64 } from '../../base/base64.ts';
import { flag, object, text, validItems } from '../../base/outsideValues.ts';
import { type Series, type StoreLists, type StoreProtocol, type StoreType, seriesOf } from './store.ts';
import type { StoreParameters } from './storeAddress.ts';
import { numberOrText, type StoreCall, sortedNames } from './storeRequest.ts';
import type { TimeRange } from './timeRange.ts';

const typeList = validItems(
  object(
    { name: text, sampleType: text, sampleUnit: text },
    { periodType: text, periodUnit: text, delta: flag },
  ),
);
const labelset = object({}, { labels: validItems(object({ name: text }, { value: text })) });
const timedValues = validItems(
  object(
    {},
    {
      labelset,
      samples: validItems(object({}, { timestamp: text, value: numberOrText, duration: numberOrText })),
    },
  ),
);

/** How its lists are read. Of a series, whether its seconds are exact depends on the step that was asked for. */
export const parcaLists = (step: number) =>
  ({
    types: ['types', typesIn, 'types'],
    labelNames: ['labelNames', sortedNames, 'labelNames'],
    labelValues: ['labelValues', sortedNames, 'labelValues'],
    series: ['series', (value) => timedValues(value)?.map((found) => timedSeries(found, step)), 'series'],
  }) as const satisfies StoreLists;

function typesIn(value: unknown): readonly StoreType[] | undefined {
  const types = typeList(value)?.map(({ delta, periodType = '', periodUnit = '', ...type }): StoreType => {
    const parts = [type.name, type.sampleType, type.sampleUnit, periodType, periodUnit];
    const id = [...parts, ...(delta === true ? ['delta'] : [])].join(':');
    return { ...type, periodType, periodUnit, id };
  });
  // Parca multiplies counts of samples by their period, so that it answers the same for both.
  const timed = new Set(types?.filter(({ sampleType }) => sampleType === 'cpu').map(({ name }) => name));
  return types?.filter(({ name, sampleType }) => sampleType !== 'samples' || !timed.has(name));
}

type TimedValues = NonNullable<ReturnType<typeof timedValues>>[number];

function timedSeries({ labelset: { labels = [] } = {}, samples = [] }: TimedValues, step: number): Series {
  const points = samples.map(({ timestamp = '', value = 0 }) => ({
    time: Date.parse(timestamp) || 0,
    value,
  }));
  const nanos = samples.reduce((sum, { duration = 0 }) => sum + duration, 0);
  const isExact = nanos > 0 && samples.every(({ duration }) => duration !== step * 1e9);
  return seriesOf(labels, points, isExact ? nanos / 1e9 : null);
}

export const parca: StoreProtocol = {
  knowsSeconds: true,
  lists: parcaLists,
  types: (range) => call('types', times(range)),
  labelNames: (range) => call('labels', times(range)),
  labelValues: (name, { range }) => call(`labels/${encodeURIComponent(name)}/values`, times(range)),
  series: (type, { selector, range }, { by, step }) =>
    call('query_range', {
      query: `${type.id}${selector}`,
      step: `${step}s`,
      sumBy: by,
      ...times(range),
    }),
  merged: (type, { selector, range }) =>
    call('query', {
      mode: 'MODE_MERGE',
      'merge.query': `${type.id}${selector}`,
      'merge.start': times(range).start,
      'merge.end': times(range).end,
      reportType: 'REPORT_TYPE_PPROF',
    }),
  profileType: 'application/json',
  profileIn: (answer) => base64In(answer, 'pprof'),
};

function call(path: string, parameters: StoreParameters): StoreCall {
  return { path: `api/profiles/${path}`, parameters };
}

function times({ start, end }: TimeRange): { readonly start: string; readonly end: string } {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

/**
 * The bytes of a text in base64, the value of `key` at the top of a JSON object; `null` if there is none. A profile is the
 * whole answer but for some characters, so it is not first made a string, which would take twice its size and has a limit.
 */
export function base64In(json: Uint8Array, key: string): Uint8Array | null {
  // A character for each byte.
  const head = new TextDecoder('latin1').decode(json.subarray(0, 4096));
  const before = new RegExp(`"${key}"\\s*:\\s*"`).exec(head);
  if (before === null) return null;
  const start = before.index + before[0].length;
  const end = json.indexOf('"'.charCodeAt(0), start);
  return end <= start ? null : fromBase64(json.subarray(start, end));
}
