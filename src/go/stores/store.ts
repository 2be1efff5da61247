/** What a store of production profiles can be asked, whatever its kind. */
import type { Result } from '../../base/result.ts';
import type { StoreAddress } from './storeAddress.ts';
import type { ListAnswer, StoreLimits } from './storeRequest.ts';
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

/** All problems are those of `askList` and `askStore`. */
export interface Store {
  readonly address: StoreAddress;
  /** Whether it knows how long processes were profiled: see `Series.seconds`. */
  readonly knowsSeconds: boolean;
  /** The types that it has in this time. */
  types(range: TimeRange, limits: StoreLimits): Promise<Result<readonly StoreType[]>>;
  /** Names of labels. Those that the store itself has added are left out. */
  labelNames(range: TimeRange, limits: StoreLimits): Promise<Result<readonly string[]>>;
  /** @param selector only of profiles that it selects, where the store can tell */
  labelValues(name: string, selection: Selection, limits: StoreLimits): Promise<Result<readonly string[]>>;
  /** Values over time. */
  series(
    type: StoreType,
    selection: Selection,
    grouping: Grouping,
    limits: StoreLimits,
  ): Promise<Result<readonly Series[]>>;
  /** All profiles of the selection as one, as the store sends it; `null` if there is none. It has one sample type. */
  merged(type: StoreType, selection: Selection, limits: StoreLimits): Promise<Result<Uint8Array | null>>;
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
const serviceLabels = ['service_name', 'service', 'job', 'app', 'application', 'comm', 'container', 'pod'];

/** The label that tells services apart in a store with these labels; `null` if none is known to do that. */
export function serviceLabel(names: readonly string[]): string | null {
  return serviceLabels.find((name) => names.includes(name)) ?? null;
}

/** Labels that say which version of the code ran, the surest first. A commit is surer than the name of a release. */
const versionLabels = [
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
