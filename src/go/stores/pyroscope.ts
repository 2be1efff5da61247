/** Grafana Pyroscope: the Connect protocol, plain POST requests with JSON, and protobuf for profiles. */
import { Writer } from 'protobufjs/minimal.js';
import { object, text, validItems } from '../../base/outsideValues.ts';
import { ok, type Result } from '../../base/result.ts';
import {
  type Grouping,
  type Selection,
  type Series,
  type Store,
  type StoreLists,
  type StoreType,
  seriesOf,
} from './store.ts';
import type { StoreAddress } from './storeAddress.ts';
import { checkedSeries } from './storeNumbers.ts';
import {
  askList,
  askStore,
  type ListAnswer,
  notAStore,
  numberOrText,
  type StoreLimits,
  sortedNames,
} from './storeRequest.ts';
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

export class Pyroscope implements Store {
  readonly knowsSeconds = false;

  constructor(readonly address: StoreAddress) {}

  types(range: TimeRange, limits: StoreLimits): Promise<Result<readonly StoreType[]>> {
    return this.#ask('ProfileTypes', times(range), pyroscopeLists.types, limits);
  }

  labelNames(range: TimeRange, limits: StoreLimits): Promise<Result<readonly string[]>> {
    return this.#ask('LabelNames', times(range), pyroscopeLists.labelNames, limits);
  }

  labelValues(
    name: string,
    { selector, range }: Selection,
    limits: StoreLimits,
  ): Promise<Result<readonly string[]>> {
    const request = { name, matchers: [selector], ...times(range) };
    return this.#ask('LabelValues', request, pyroscopeLists.labelValues, limits);
  }

  async series(
    type: StoreType,
    { selector, range }: Selection,
    { by, step }: Grouping,
    limits: StoreLimits,
  ): Promise<Result<readonly Series[]>> {
    const request = { profileTypeID: type.id, labelSelector: selector, groupBy: by, step, ...times(range) };
    const found = await this.#ask('SelectSeries', request, pyroscopeLists.series, limits);
    return found.ok ? checkedSeries(this.address, found.value) : found;
  }

  async merged(
    type: StoreType,
    { selector, range }: Selection,
    limits: StoreLimits,
  ): Promise<Result<Uint8Array | null>> {
    const request = Writer.create()
      .uint32((1 << 3) | 2)
      .string(type.id)
      .uint32((2 << 3) | 2)
      .string(selector)
      .uint32(3 << 3)
      .int64(Math.floor(range.start))
      .uint32(4 << 3)
      .int64(Math.ceil(range.end));
    const body = { contentType: 'application/proto', bytes: request.finish() };
    const answer = await askStore(
      this.address,
      { path: pathOf('SelectMergeProfile'), body, mayCompress: true },
      limits,
    );
    if (!answer.ok) return answer;
    const { bytes, contentType } = answer.value;
    if (contentType !== 'application/proto') return notAStore(this.address);
    return ok(isNothing(bytes) ? null : bytes);
  }

  #ask<T>(
    method: string,
    request: object,
    answer: ListAnswer<T>,
    limits: StoreLimits,
  ): Promise<Result<readonly T[]>> {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const body = { contentType: 'application/json', bytes };
    return askList(this.address, { path: pathOf(method), body }, answer, limits);
  }
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
