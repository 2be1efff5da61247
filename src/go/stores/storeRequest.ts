/** Asks a store, with limits for time and size, and says in one sentence what is wrong. */
import { visibleLine } from '../../base/escape.ts';
import { mostProfileBytes } from '../../base/model.ts';
import { list as listOf, property, type Reader, text } from '../../base/outsideValues.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { type FetchOptions, fetchBytes } from '../profiles/fetchBytes.ts';
import type { StoreAddress, StoreParameters } from './storeAddress.ts';
import { type StoreBound, tooMany, tooManyIn } from './storeBounds.ts';

export interface StoreLimits extends Pick<FetchOptions, 'timeout' | 'maxTime' | 'signal'> {
  /** The largest profile to accept, in inflated bytes. */
  readonly maxBytes?: number;
}

/** One request to a store. */
export interface StoreCall {
  readonly path: string;
  readonly parameters?: StoreParameters;
  readonly body?: { readonly contentType: string; readonly bytes: Uint8Array };
  /** See `FetchOptions`. */
  readonly mayCompress?: boolean;
}

/** A store that merges the profiles of a day may think for long before it sends the first byte. In seconds. */
const patience = 120;

/** What lists of names may have: a store of a large company has some thousands. */
const longestList = 32 * 1024 * 1024;

/**
 * Sends one request and returns the bytes of its answer. Problems: `cancelled`, `bad-query`, `not-allowed`, `no-tenant`,
 * `not-a-store`, `redirected`, `too-large`, `server-refused`, `server-silent`, `server-slow`, `connection-lost`,
 * `certificate`, `not-http`, `server-unreachable`, `page-refused`.
 */
export async function askStore(
  store: StoreAddress,
  { path, parameters, body, mayCompress }: StoreCall,
  { timeout = patience, maxTime, signal, maxBytes = mostProfileBytes }: StoreLimits,
): Promise<Result<{ readonly bytes: Uint8Array; readonly contentType: string }>> {
  const answer = await fetchBytes(store.endpoint(path, parameters), {
    access: store.accessWithSecrets(),
    body,
    mayCompress,
    mayRedirect: false,
    timeout,
    maxTime,
    signal,
    maxBytes,
  });
  if (answer.ok) return ok(answer.value);
  return { ok: false, problem: inWordsOfStores(answer.problem, store) };
}

/** A list in an answer in JSON: what it stands under, how it is read, and how long it may be. */
export type ListAnswer<T> = readonly [key: string, read: Reader<readonly T[]>, bound: StoreBound];

/** Asks for a list; one that is not there is empty. Problems: besides those of `askStore`, `not-a-store` and `too-many`. */
export async function askList<T>(
  store: StoreAddress,
  call: StoreCall,
  list: ListAnswer<T>,
  limits: StoreLimits,
): Promise<Result<readonly T[]>> {
  const answer = await askStore(store, call, { ...limits, maxBytes: longestList });
  if (!answer.ok) return answer;
  if (answer.value.contentType !== 'application/json') return notAStore(store);
  return listIn(answer.value.bytes, list, store);
}

/** The list in an answer in JSON. Problems: `not-a-store` and `too-many`. */
export function listIn<T>(
  json: Uint8Array,
  [key, read, bound]: ListAnswer<T>,
  store: StoreAddress,
): Result<readonly T[]> {
  const tooMuch = tooManyIn(json, store.shown);
  if (tooMuch !== null) return tooMuch;
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(json));
  } catch {
    return notAStore(store);
  }
  const found = read(property(answer, key) ?? []);
  return found === undefined ? notAStore(store) : (tooMany(bound, found.length, store.shown) ?? ok(found));
}

/** Names in their order. */
export const sortedNames: Reader<readonly string[]> = (value) => {
  const names = listOf(text)(value);
  return names === undefined ? undefined : [...names].sort();
};

/** A number of 64 bits is a text in the JSON of protobuf; a double is a number. */
export const numberOrText: Reader<number> = (value) =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : undefined;

/** For an answer that a store of this kind does not give. */
export function notAStore(store: StoreAddress): Result<never> {
  return fail(
    'not-a-store',
    '{0} answers, but not as {1} does. Check the address and the kind of the store.',
    [store.shown, store.title],
  );
}

export function nothingFound(store: StoreAddress, query: string): Result<never> {
  if (query === '{}') {
    const template =
      '{0} has no profiles in this time. Take a longer range, or see whether anything is sent to it.';
    return fail('nothing-found', template, [store.shown]);
  }
  return fail(
    'nothing-found',
    '{0} has no profiles of {1} in this time. Take a longer range, or check the labels.',
    [store.shown, query],
  );
}

/** The sentences about servers know nothing of queries and tenants. */
export function inWordsOfStores(problem: Problem, store: StoreAddress): Problem {
  const { code, details = '', args } = problem;
  const { shown } = store;
  const reason = reasonIn(details);
  const status = String(args[1] ?? '');
  switch (code) {
    case 'server-refused':
      if (/^(?:400|422)\b/.test(status) && reason !== '') {
        return fail('bad-query', '{0} does not understand the query: {1}', [shown, reason], details).problem;
      }
      if (reason === '') {
        return fail(code, '{0} answered {1}. See what the store logged.', [shown, status], details).problem;
      }
      return fail(code, '{0} answered {1}: {2}', [shown, status, reason], details).problem;
    case 'not-allowed':
      return notAllowed(store, status, reason);
    case 'not-served':
      return notAStoreHere(store, status);
    case 'server-silent':
    case 'server-slow':
      return fail(
        code,
        '{0} did not answer within {1} seconds. Take a shorter range or fewer labels, or allow more time.',
        [shown, Number(args[1])],
      ).problem;
    case 'too-large':
      return fail(
        code,
        'The answer of {0} has more than {1} bytes. Take a shorter range or fewer labels, or allow more in the settings or with --max-bytes.',
        [shown, Number(args[1])],
      ).problem;
    default:
      return {
        ...problem,
        args: args.map((arg, i) => (i === 0 && String(arg).startsWith(shown) ? shown : arg)),
      };
  }
}

function notAllowed(store: StoreAddress, status: string, reason: string): Problem {
  const { shown } = store;
  // "no org id" is what Grafana's stores say.
  if (/\borg id\b/i.test(reason)) {
    return fail('no-tenant', '{0} wants to know the tenant. Name one with --tenant, or when you connect.', [
      shown,
    ]).problem;
  }
  if (store.hasPassword) {
    return fail(
      'not-allowed',
      '{0} answered {1}: it does not accept these credentials. Check them, and the tenant.',
      [shown, status],
    ).problem;
  }
  return fail(
    'not-allowed',
    '{0} answered {1}: it asks for a name and a password, or for a token. Give them when you connect; on the command line NAME:PASSWORD@HOST or --token-file.',
    [shown, status],
  ).problem;
}

function notAStoreHere(store: StoreAddress, status: string): Problem {
  return fail(
    'not-a-store',
    '{0} answered {1}: there is no {2} here. Check the address and the kind of the store.',
    [store.shown, status, store.title],
  ).problem;
}

/** More of a store's words does not help. */
const longestReason = 300;

/** The store's own sentence in the body of a refusal. */
function reasonIn(details: string): string {
  let said = '';
  try {
    said = text(property(JSON.parse(details), 'message')) ?? '';
  } catch {
    said = /^\s*</.test(details) ? '' : details;
  }
  const line = visibleLine(said.trim().replace(/\s+/g, ' '));
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
}
