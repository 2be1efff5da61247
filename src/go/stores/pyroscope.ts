/** Grafana Pyroscope: the Connect protocol, plain POST requests with JSON, and protobuf for profiles. */
import { Writer } from 'protobufjs/minimal.js';
import { list, object, property, text, validItems } from '../../outsideValues.ts';
import { ok, type Result } from '../../result.ts';
import type { Grouping, Selection, Series, Store, StoreType } from './store.ts';
import type { StoreAddress } from './storeAddress.ts';
import { askJson, askStore, notAStore, type StoreLimits } from './storeRequest.ts';
import type { TimeRange } from './timeRange.ts';

const names = list(text);
const profileTypes = validItems(
  object(
    { ID: text, name: text, sampleType: text, sampleUnit: text },
    { periodType: text, periodUnit: text },
  ),
);
/** A number of 64 bits is a text in the JSON of protobuf; a double is a number. */
const numberOrText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : undefined;
const labelPairs = validItems(object({ name: text, value: text }));
const seriesList = validItems(
  object(
    {},
    { labels: labelPairs, points: validItems(object({}, { value: numberOrText, timestamp: numberOrText })) },
  ),
);

export class Pyroscope implements Store {
  readonly address: StoreAddress;
  readonly knowsSeconds = false;

  constructor(address: StoreAddress) {
    this.address = address;
  }

  async types(range: TimeRange, limits: StoreLimits): Promise<Result<readonly StoreType[]>> {
    const answer = await this.#ask('ProfileTypes', times(range), limits);
    if (!answer.ok) return answer;
    const found = profileTypes(property(answer.value, 'profileTypes') ?? []);
    if (found === undefined) return notAStore(this.address);
    return ok(
      found.map(({ ID, periodType = '', periodUnit = '', ...type }) => ({
        ...type,
        id: ID,
        periodType,
        periodUnit,
      })),
    );
  }

  async labelNames(range: TimeRange, limits: StoreLimits): Promise<Result<readonly string[]>> {
    const found = await this.#names('LabelNames', times(range), limits);
    return found.ok ? ok(found.value.filter((name) => !name.startsWith('__'))) : found;
  }

  labelValues(
    name: string,
    { selector, range }: Selection,
    limits: StoreLimits,
  ): Promise<Result<readonly string[]>> {
    return this.#names('LabelValues', { name, matchers: [selector], ...times(range) }, limits);
  }

  async #names(method: string, request: object, limits: StoreLimits): Promise<Result<readonly string[]>> {
    const answer = await this.#ask(method, request, limits);
    if (!answer.ok) return answer;
    const found = names(property(answer.value, 'names') ?? []);
    return found === undefined ? notAStore(this.address) : ok([...found].sort());
  }

  async series(
    type: StoreType,
    { selector, range }: Selection,
    { by, step }: Grouping,
    limits: StoreLimits,
  ): Promise<Result<readonly Series[]>> {
    const request = {
      profileTypeID: type.id,
      labelSelector: selector,
      groupBy: by,
      step,
    };
    const answer = await this.#ask('SelectSeries', { ...request, ...times(range) }, limits);
    if (!answer.ok) return answer;
    const found = seriesList(property(answer.value, 'series') ?? []);
    if (found === undefined) return notAStore(this.address);
    return ok(
      found.map(({ labels = [], points = [] }) => {
        const ascending = points
          .map(({ value = 0, timestamp = 0 }) => ({ time: timestamp, value }))
          .sort((a, b) => a.time - b.time);
        return {
          labels: Object.fromEntries(labels.map(({ name, value }) => [name, value])),
          points: ascending,
          total: ascending.reduce((sum, { value }) => sum + value, 0),
          seconds: null,
        };
      }),
    );
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

  #ask(method: string, request: object, limits: StoreLimits): Promise<Result<unknown>> {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const body = { contentType: 'application/json', bytes };
    return askJson(this.address, { path: pathOf(method), body }, limits);
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
