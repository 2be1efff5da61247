/** A profile from a store: merged by the store, joined and put right by us. */
import { combine } from '../../analysis/difference/combine.ts';
import { mostProfileBytes } from '../../base/model.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { Int64Builder, int64At } from '../../pprof/columns.ts';
import type { Profile, ValueType } from '../../pprof/profile.ts';
import { unreadAnswer } from '../profiles/fetchProblems.ts';
import { readProfileBytes } from '../profiles/profileFile.ts';
import { profiledSeconds } from './recordedTime.ts';
import type { Selection, Store, StoreType } from './store.ts';
import { tooMany } from './storeBounds.ts';
import { notAStore, nothingFound, type StoreLimits } from './storeRequest.ts';

/** The order in which Go writes the sample types of a profile. Others come after them, as the store lists them. */
const goOrder = [
  'samples',
  'cpu',
  'alloc_objects',
  'alloc_space',
  'inuse_objects',
  'inuse_space',
  'contentions',
  'delay',
];

/**
 * The types that a user means by a word: those of one profile, in Go's order. The word is the name of a profile
 * (`process_cpu`, `memory`), one of its sample types (`cpu`, `alloc_space`), or a whole type id, which means this type alone.
 *
 * Problems: `no-such-type`, `several-types`, `too-many`.
 */
export function typesOf(all: readonly StoreType[], word: string): Result<readonly StoreType[]> {
  const exact = all.filter(({ id }) => id === word || id === `${word}:delta`);
  if (exact.length > 0) return ok(exact.slice(0, 1));
  const named = all.filter(({ name }) => name === word);
  const meant = named.length > 0 ? named : all.filter(({ sampleType }) => sampleType === word);
  const names = [...new Set(meant.map(({ name }) => name))];
  const [name] = names;
  if (name === undefined) {
    const known = [...new Set(all.map((type) => type.name))].join(', ');
    return known === ''
      ? fail('no-such-type', 'There are no profiles in this time. Take a longer range.')
      : fail('no-such-type', 'There is no profile type {0} in this time. Choose one of: {1}', [word, known]);
  }
  if (names.length > 1) {
    return fail('several-types', 'Several profiles have the type {0}. Choose one of: {1}', [
      word,
      names.join(', '),
    ]);
  }
  const types = all.filter((type) => type.name === name);
  return tooMany('sampleTypes', types.length, name) ?? ok(inGoOrder(types));
}

function inGoOrder(types: readonly StoreType[]): StoreType[] {
  const rank = ({ sampleType }: StoreType) =>
    goOrder.includes(sampleType) ? goOrder.indexOf(sampleType) : goOrder.length;
  return [...types].sort((a, b) => rank(a) - rank(b));
}

/** Which profile of a store is asked for. */
export interface StoreSelection extends Selection {
  /** The sample types, in the profile's order. At least one. */
  readonly types: readonly StoreType[];
}

/**
 * Asks for the merged profiles of all types, and makes one of them: with all sample types, the period that its values have, the
 * begin of the range as its time, and as its duration how long processes were profiled, where the store knows it.
 *
 * Problems: those of `askStore` and `readProfileBytes`, `nothing-found`, `not-a-store`.
 */
export async function storeProfile(
  store: Store,
  request: StoreSelection,
  limits: StoreLimits,
): Promise<Result<Profile>> {
  const parts: Profile[] = [];
  // One after the other: a store that merges a day for us has enough to do, and so has our memory.
  for (const type of request.types) {
    const merged = await store.merged(type, request, limits);
    if (!merged.ok) return merged;
    if (merged.value === null) continue;
    const maxBytes = limits.maxBytes ?? mostProfileBytes;
    const read = await readProfileBytes(merged.value, { maxBytes, mayRun: false });
    if (!read.ok) {
      const { shown, secrets } = store.address;
      const answer = { bytes: merged.value, contentType: '', address: { shown, origin: shown } };
      return { ok: false, problem: unreadAnswer(read.problem, answer, secrets) };
    }
    // Each sample gets a value of every type of every part: of others, some megabytes would become a terabyte.
    if (read.value.sampleTypes.length !== 1) return notAStore(store.address);
    if (read.value.samples.count > 0) parts.push(read.value);
  }
  if (parts.length === 0) return nothingFound(store.address, shownQuery(request));
  const sampleTypes = parts.flatMap((part) => part.sampleTypes);
  const joined = combine(parts.map((part, index) => asColumn(part, index, sampleTypes)));
  if (!joined.ok) return joined;
  const { title, shown } = store.address;
  const from = `${title} ${shown} ${shownQuery(request)}, ${shownRange(request)}`;
  const seconds = await profiledSeconds(store, request.types.at(-1)!, request, limits);
  const profile = putRight(joined.value, request, seconds);
  return ok({ ...profile, comments: [...joined.value.comments, from] });
}

/** `2026-08-01 12:00:00 to 2026-08-01 13:00:00 UTC` */
function shownRange({ range: { start, end } }: Selection): string {
  const time = (millis: number) => new Date(millis).toISOString().replace('T', ' ').slice(0, 19);
  return `${time(start)} to ${time(end)} UTC`;
}

/** The query as a user may write it. */
function shownQuery({ types, selector }: Pick<StoreSelection, 'types' | 'selector'>): string {
  const [first] = types;
  return `${types.length === 1 ? (first?.id ?? '') : (first?.name ?? '')}${selector}`;
}

/** The profile of one sample type, as a store answers, as a profile of all, with zeros for the others. */
function asColumn(profile: Profile, index: number, sampleTypes: readonly ValueType[]): Profile {
  const { samples } = profile;
  if (sampleTypes.length === 1) return { ...profile, sampleTypes, defaultSampleType: '' };
  const values = new Int64Builder('signed', samples.count * sampleTypes.length);
  for (let sample = 0; sample < samples.count; sample++) {
    for (let type = 0; type < sampleTypes.length; type++) {
      values.pushExact(type === index ? int64At(samples.values, sample) : 0n);
    }
  }
  return { ...profile, sampleTypes, defaultSampleType: '', samples: { ...samples, values: values.finish() } };
}

/** What stores write there is not true: a period of a second or none, a time in the year 2113, no duration. */
function putRight(profile: Profile, { types, range }: StoreSelection, seconds: number | null): Profile {
  const [first] = types;
  return {
    ...profile,
    periodType: { type: first?.periodType ?? '', unit: first?.periodUnit ?? '' },
    period: periodOf(profile),
    timeNanos: BigInt(Math.floor(range.start)) * 1_000_000n,
    durationNanos: BigInt(Math.round((seconds ?? 0) * 1e9)),
  };
}

/** No CPU profiler samples more often than once a millisecond. In nanoseconds. */
const leastPeriod = 1_000_000;

/**
 * What each sample of a CPU profile stands for; 0 where that is not known. All values are multiples of it. With few samples
 * they may all be multiples of more: then each sample seems to stand for more, so that the profile seems to know less than it
 * does. A store merges profiles of different periods without a word: their common divisor says nothing then, and is small.
 */
function periodOf({ sampleTypes, samples }: Profile): bigint {
  const time = sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  if (time === -1) return 0n;
  const count = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  const { approximate } = samples.values;
  let period = 0;
  for (let row = 0; row < samples.count; row++) {
    const value = approximate[row * sampleTypes.length + time]!;
    const taken = count === -1 ? 1 : approximate[row * sampleTypes.length + count]!;
    if (taken !== 0) period = commonDivisor(value / taken, period);
  }
  return Number.isSafeInteger(period) && period >= leastPeriod ? BigInt(period) : 0n;
}

function commonDivisor(a: number, b: number): number {
  let [larger, smaller] = [Math.abs(a), Math.abs(b)];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
