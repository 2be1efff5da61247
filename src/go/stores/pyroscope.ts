/** Grafana Pyroscope: the Connect protocol, plain POST requests with JSON, and protobuf for profiles. */
import { Writer } from 'protobufjs/minimal.js';
import { object, text, validItems } from '../../base/outsideValues.ts';
import { type StoreLists, type StoreProtocol, type StoreType, seriesOf } from './store.ts';
import { numberOrText, type StoreCall, sortedNames } from './storeRequest.ts';
import type { TimeRange } from './timeRange.ts';

const profileTypes = validItems(
  object(
    { ID: text, name: text, sampleType: text, sampleUnit: text },
    { periodType: text, periodUnit: text },
  ),
);
const labelPairs = validItems(object({ name: text, value: text }));
const timedValues = validItems(
  object(
    {},
    { labels: labelPairs, points: validItems(object({}, { value: numberOrText, timestamp: numberOrText })) },
  ),
);

/** How its lists are read. */
export const pyroscopeLists = {
  types: [
    'profileTypes',
    (value) =>
      profileTypes(value)?.map(
        ({ ID: id, periodType = '', periodUnit = '', ...type }): StoreType => ({
          ...type,
          id,
          periodType,
          periodUnit,
        }),
      ),
    'types',
  ],
  labelNames: [
    'names',
    (value) => sortedNames(value)?.filter((name) => !name.startsWith('__')),
    'labelNames',
  ],
  labelValues: ['names', sortedNames, 'labelValues'],
  series: [
    'series',
    (value) =>
      timedValues(value)?.map(({ labels = [], points = [] }) => {
        const timed = points.map(({ value = 0, timestamp = 0 }) => ({ time: timestamp, value }));
        return seriesOf(labels, timed, null);
      }),
    'series',
  ],
} as const satisfies StoreLists;

export const pyroscope: StoreProtocol = {
  knowsSeconds: false,
  lists: () => pyroscopeLists,
  types: (range) => call('ProfileTypes', times(range)),
  labelNames: (range) => call('LabelNames', times(range)),
  labelValues: (name, { selector, range }) =>
    call('LabelValues', { name, matchers: [selector], ...times(range) }),
  series: (type, { selector, range }, { by, step }) =>
    call('SelectSeries', {
      profileTypeID: type.id,
      labelSelector: selector,
      groupBy: by,
      step,
      ...times(range),
    }),
  merged(type, { selector, range }) {
    const { start, end } = times(range);
    const request = Writer.create()
      .uint32((1 << 3) | 2)
      .string(type.id)
      .uint32((2 << 3) | 2)
      .string(selector)
      .uint32(3 << 3)
      .int64(start)
      .uint32(4 << 3)
      .int64(end);
    const body = { contentType: 'application/proto', bytes: request.finish() };
    return { path: pathOf('SelectMergeProfile'), body, mayCompress: true };
  },
  profileType: 'application/proto',
  profileIn: (answer) => (isNothing(answer) ? null : answer),
};

function call(method: string, request: object): StoreCall {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  return { path: pathOf(method), body: { contentType: 'application/json', bytes } };
}

function pathOf(method: string): string {
  return `querier.v1.QuerierService/${method}`;
}

function times({ start, end }: TimeRange): TimeRange {
  return { start: Math.floor(start), end: Math.ceil(end) };
}

/** An empty message may come compressed: gzip of nothing has 20 bytes and some more for its header. */
const emptyGzip = 32;

function isNothing(bytes: Uint8Array): boolean {
  return bytes.length === 0 || (bytes.length <= emptyGzip && bytes[0] === 0x1f && bytes[1] === 0x8b);
}
