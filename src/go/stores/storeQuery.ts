/** A question to a store, as users write it on one line: `pyroscope+http://HOST:PORT/?query=TYPE{LABELS}&since=1h`. */

import { fail, ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Store, StoreType } from './store.ts';
import type { StoreAccess } from './storeAddress.ts';
import { type StoreKind, writtenStore } from './storeKinds.ts';
import { type StoreSelection, storeProfile, typesOf } from './storeProfile.ts';
import { nothingFound, type StoreLimits } from './storeRequest.ts';
import { type TimeRange, timeRange, type WrittenRange } from './timeRange.ts';

/** What can stand behind the `?` of an address, or in options of the same names. */
export interface WrittenQuery extends WrittenRange {
  /** `{service_name="shop"}`, or with the type before it: `process_cpu{service_name="shop"}`. */
  readonly query?: string | undefined;
  readonly type?: string | undefined;
  readonly tenant?: string | undefined;
}

export interface StoreQuestion {
  readonly store: Store;
  readonly selector: string;
  /** What the user calls the type; see `typesOf`. */
  readonly type: string;
  readonly range: TimeRange;
}

/** What a user wants who names no type. */
const usualType = 'cpu';

const parameterNames = ['query', 'type', 'since', 'start', 'end', 'tenant'] as const;

/**
 * Reads the question in an address. What the address does not say is taken from `defaults`. Problems: `not-an-address`,
 * `wrong-range`, `wrong-query`.
 *
 * @param now milliseconds since the epoch
 */
export function storeQuestion(
  source: string,
  defaults: WrittenQuery,
  now: number,
  kind?: StoreKind,
  access: StoreAccess = {},
): Result<StoreQuestion> {
  const { tenant } = defaults;
  const written = writtenStore(source, kind, { ...access, ...(tenant === undefined ? {} : { tenant }) });
  if (written === null) {
    return fail(
      'not-an-address',
      'This is not the address of a store. One looks like pyroscope+http://127.0.0.1:4040 or parca+https://HOST.',
    );
  }
  const unknown = [...written.parameters.keys()].find(
    (name) => !parameterNames.some((each) => each === name),
  );
  if (unknown !== undefined) {
    return fail('wrong-query', 'The address of a store takes no {0}. It takes: {1}', [
      unknown,
      parameterNames.join(', '),
    ]);
  }
  const said = Object.fromEntries(
    parameterNames.map((name) => [name, written.parameters.get(name) ?? undefined]),
  );
  const saysRange = ['since', 'start', 'end'].some((name) => said[name] !== undefined);
  const range = timeRange(saysRange ? said : defaults, now);
  if (!range.ok) return range;
  const query = queryOf(said.query ?? defaults.query ?? '', said.type ?? defaults.type);
  return query.ok ? ok({ store: written.store, range: range.value, ...query.value }) : query;
}

/** Problem: `wrong-query`. */
export function queryOf(
  query: string,
  type: string | undefined,
): Result<{ readonly selector: string; readonly type: string }> {
  const trimmed = query.trim();
  const [, before = '', labels] = /^([^{}\s"]*)\s*(\{.*\})?$/s.exec(trimmed) ?? [];
  if (labels === undefined && trimmed !== '') {
    // A type alone means all services.
    if (/^[\w:.-]+$/.test(before) && before === trimmed) return ok({ selector: '{}', type: before });
    return fail(
      'wrong-query',
      'The query is not TYPE{LABELS}, such as process_cpu{service_name="shop"}: {0}',
      [query],
    );
  }
  return ok({ selector: labels ?? '{}', type: before === '' ? (type ?? usualType) : before });
}

/** A profile, and what was asked for. */
export interface AnsweredQuestion {
  readonly profile: Profile;
  readonly request: StoreSelection;
}

/** Problems: those of `storeProfile` and of `typesOf`. */
export async function answerQuestion(
  question: StoreQuestion,
  limits: StoreLimits,
): Promise<Result<AnsweredQuestion>> {
  const types = await questionTypes(question, limits);
  if (!types.ok) return types;
  const { store, selector, range } = question;
  const request = { types: types.value, selector, range };
  const profile = store.address.plain(await storeProfile(store, request, limits));
  return profile.ok ? ok({ profile: profile.value, request }) : profile;
}

/** The sample types that the question means. */
export async function questionTypes(
  { store, type, selector, range }: StoreQuestion,
  limits: StoreLimits,
): Promise<Result<readonly StoreType[]>> {
  const all = await store.types(range, limits);
  if (!all.ok) return all;
  if (all.value.length === 0) return nothingFound(store.address, selector);
  return store.address.plain(typesOf(all.value, type));
}
