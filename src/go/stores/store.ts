/** What a store of production profiles can be asked, whatever its kind. */
import { time } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { StoreAddress } from './storeAddress.ts';
import {
  askList,
  askStore,
  type ListAnswer,
  notAStore,
  type StoreCall,
  type StoreLimits,
} from './storeRequest.ts';
import type { TimeRange } from './timeRange.ts';

/** One kind of value that a store keeps: `process_cpu:cpu:nanoseconds:cpu:nanoseconds`. */
export interface StoreType {
  /** As queries name it. */
  readonly id: string;
  /** `process_cpu`, `memory`. The types of one name are the sample types of one profile. */
  readonly name: string;
  readonly sampleType: string;
  readonly sampleUnit: string;
  readonly periodType: string;
  readonly periodUnit: string;
}

/** Values over time of all profiles that share labels. */
export interface Series {
  /** The labels that they were grouped by. A store may add others. */
  readonly labels: Readonly<Record<string, string>>;
  /** Ascending; time in milliseconds since the epoch, at a step's end. */
  readonly points: readonly SeriesPoint[];
  /** In the type's unit. */
  readonly total: number;
  /**
   * How long was profiled, in seconds; `null` where the store does not know it. Parca knows it of a step with one profile; of
   * one with several it says how long the step is.
   */
  readonly seconds: number | null;
}

/** A series whose points come in any order, with labels as stores list them. */
export function seriesOf(
  labels: readonly { readonly name: string; readonly value?: string }[],
  points: readonly SeriesPoint[],
  seconds: number | null,
): Series {
  return {
    labels: Object.fromEntries(labels.map(({ name, value = '' }) => [name, value])),
    points: [...points].sort((a, b) => a.time - b.time),
    total: points.reduce((sum, { value }) => sum + value, 0),
    seconds,
  };
}

/** How profiles are put together to series. */
export interface Grouping {
  /** One series for each combination of values of these labels; one of all if there are none. */
  readonly by: readonly string[];
  /** In whole seconds. */
  readonly step: number;
}

export interface SeriesPoint {
  readonly time: number;
  readonly value: number;
}

/** What is asked for. */
export interface Selection {
  /** `{service_name="shop", env!="test"}` */
  readonly selector: string;
  readonly range: TimeRange;
}

/** How the lists of a kind of store are read. */
export interface StoreLists {
  readonly types: ListAnswer<StoreType>;
  readonly labelNames: ListAnswer<string>;
  readonly labelValues: ListAnswer<string>;
  readonly series: ListAnswer<Series>;
}

/** How a kind of store is asked, and how its answers are read. */
export interface StoreProtocol {
  /** Whether it knows how long processes were profiled: see `Series.seconds`. */
  readonly knowsSeconds: boolean;
  /** Of a series, whether its seconds are exact depends on the step that was asked for. */
  readonly lists: (step: number) => StoreLists;
  readonly types: (range: TimeRange) => StoreCall;
  readonly labelNames: (range: TimeRange) => StoreCall;
  readonly labelValues: (name: string, selection: Selection) => StoreCall;
  readonly series: (type: StoreType, selection: Selection, grouping: Grouping) => StoreCall;
  readonly merged: (type: StoreType, selection: Selection) => StoreCall;
  /** The content type of an answer with a profile. */
  readonly profileType: string;
  /** The profile in such an answer; `null` if there is none. */
  readonly profileIn: (answer: Uint8Array) => Uint8Array | null;
}

/** All problems are those of `askList` and `askStore`, and of series `bad-number`. */
export class Store {
  constructor(
    readonly address: StoreAddress,
    private readonly protocol: StoreProtocol,
  ) {}

  get knowsSeconds(): boolean {
    return this.protocol.knowsSeconds;
  }

  /** The types that it has in this time. */
  types(range: TimeRange, limits: StoreLimits): Promise<Result<readonly StoreType[]>> {
    return askList(this.address, this.protocol.types(range), this.protocol.lists(0).types, limits);
  }

  /** Names of labels. Those that the store itself has added are left out. */
  labelNames(range: TimeRange, limits: StoreLimits): Promise<Result<readonly string[]>> {
    return askList(this.address, this.protocol.labelNames(range), this.protocol.lists(0).labelNames, limits);
  }

  /** Only of profiles of the selection, where the store can tell. */
  labelValues(name: string, selection: Selection, limits: StoreLimits): Promise<Result<readonly string[]>> {
    const call = this.protocol.labelValues(name, selection);
    return askList(this.address, call, this.protocol.lists(0).labelValues, limits);
  }

  /** Values over time. */
  async series(
    type: StoreType,
    selection: Selection,
    grouping: Grouping,
    limits: StoreLimits,
  ): Promise<Result<readonly Series[]>> {
    const call = this.protocol.series(type, selection, grouping);
    const found = await askList(this.address, call, this.protocol.lists(grouping.step).series, limits);
    return found.ok ? checkedSeries(this.address, found.value) : found;
  }

  /** All profiles of the selection as one, as the store sends it; `null` if there is none. It has one sample type. */
  async merged(
    type: StoreType,
    selection: Selection,
    limits: StoreLimits,
  ): Promise<Result<Uint8Array | null>> {
    const answer = await askStore(this.address, this.protocol.merged(type, selection), limits);
    if (!answer.ok) return answer;
    if (answer.value.contentType !== this.protocol.profileType) return notAStore(this.address);
    return ok(this.protocol.profileIn(answer.value.bytes));
  }
}

/** What a pprof file can hold. */
const largestNumber = 2 ** 63;

/** Whether a profile can hold a number of seconds. */
export function isDuration(seconds: number): boolean {
  return seconds >= 0 && seconds * 1e9 < largestNumber;
}

/** Problem: `bad-number`, for what no profile can hold. */
export function checkedSeries({ shown }: StoreAddress, series: readonly Series[]): Result<readonly Series[]> {
  for (const { points, seconds } of series) {
    for (const point of points) {
      if (!(Math.abs(point.value) < largestNumber)) return badNumber(shown, point.value);
      if (time(point.time) === undefined) return badNumber(shown, point.time);
    }
    if (seconds !== null && !isDuration(seconds)) return badNumber(shown, seconds);
  }
  return ok(series);
}

function badNumber(shown: string, number: number): Result<never> {
  const template =
    '{0} answers with the number {1}, which no profile can hold. Check the address and the kind of the store.';
  return fail('bad-number', template, [shown, String(number)]);
}

/** A range is divided into so many steps, so that the time of a deploy is known to a hundredth of it. */
const steps = 120;
/** Agents send a profile every 10 or 15 seconds. */
const leastStep = 15;

/** In whole seconds. */
export function stepOf({ start, end }: TimeRange): number {
  return Math.max(leastStep, Math.ceil((end - start) / 1000 / steps));
}

/** A label's value in a selector. Stores read it as Go reads a string. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** A selector of these labels. */
export function selectorOf(labels: Readonly<Record<string, string>>): string {
  const matchers = Object.entries(labels).map(([name, value]) => `${name}=${quoted(value)}`);
  return `{${matchers.join(', ')}}`;
}

/** The selector, and besides that label `name` has this value. */
export function narrowed(selector: string, name: string, value: string): string {
  return withConditions(selector, `${name}=${quoted(value)}`);
}

/**
 * The selector with what a user has typed, one condition or several: `env="prod", pod!~"test.*"`. `null` if it is not that.
 */
export function matched(selector: string, typed: string): string | null {
  const conditions = withoutBraces(typed);
  return conditionList.test(conditions) ? withConditions(selector, conditions) : null;
}

function withConditions(selector: string, conditions: string): string {
  const inner = withoutBraces(selector);
  return `{${inner === '' ? '' : `${inner}, `}${conditions}}`;
}

const condition = String.raw`[A-Za-z_][\w.]*\s*(?:=~|!~|!=|=)\s*"(?:[^"\\\n]|\\.)*"`;
const conditionList = new RegExp(`^${condition}(?:\\s*,\\s*${condition})*$`);

function withoutBraces(selector: string): string {
  return selector
    .trim()
    .replace(/^\{|\}$/g, '')
    .trim()
    .replace(/,$/, '');
}

/** Labels that say which service a profile is of, the surest first: what agents and scrapers add. */
export const serviceLabels: readonly string[] = [
  'service_name',
  'service',
  'job',
  'app',
  'application',
  'comm',
  'container',
  'pod',
];

/** The label that tells services apart in a store with these labels; `null` if none is known to do that. */
export function serviceLabel(names: readonly string[]): string | null {
  return serviceLabels.find((name) => names.includes(name)) ?? null;
}

/** Labels that say which version of the code ran, the surest first. A commit is surer than the name of a release. */
export const versionLabels: readonly string[] = [
  'service_git_ref',
  'git_ref',
  'git_commit',
  'vcs_revision',
  'commit',
  'revision',
  'version',
  'service_version',
  'app_version',
  'app_kubernetes_io_version',
  'release',
  'tag',
];

/** The label that says which version of the code ran, in a store with these labels; `null` if there is none. */
export function versionLabel(names: readonly string[]): string | null {
  return versionLabels.find((name) => names.includes(name)) ?? null;
}
