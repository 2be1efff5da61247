/** Stores as sources of profiles: `pyroscope+http://HOST:PORT/?query=...`, and how we are known there. */

import { readFileSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { errorCode, fail, ok, type Result } from '../../base/result.ts';
import { bearerAuthorization } from '../../go/profiles/authorization.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import { readHeader } from '../../go/servers/serverAddress.ts';
import type { StoreAccess } from '../../go/stores/storeAddress.ts';
import { type StoreKind, storeKinds, storeTitle } from '../../go/stores/storeKinds.ts';
import {
  type AnsweredQuestion,
  answerQuestion,
  type StoreQuestion,
  storeQuestion,
} from '../../go/stores/storeQuery.ts';
import type { StoreLimits } from '../../go/stores/storeRequest.ts';
import { number, type OptionValues, optionsText, text, texts, whole, wrong } from '../terminal/options.ts';
import { showWaiting } from '../terminal/waiting.ts';

/** What is asked of a store whose address does not say it itself, and how we are known there. */
export const storeOptions = {
  query: text('QUERY', '{LABELS} with =, !=, =~, !~, or TYPE{LABELS}'),
  type: text('TYPE', 'profile type: cpu (default), memory, ..., or one type as the store names it'),
  since: text('1h', 'how long ago the time begins (default 1h); or'),
  start: text('TIME', '2026-08-01T12:00Z, now-2h, seconds since 1970'),
  end: text('TIME', 'the end is now by default'),
  tenant: text('NAME', 'which tenant of the store (X-Scope-OrgID)'),
  'token-file': text('FILE', 'a bearer token; a name and password go before the host, NAME:PASSWORD@HOST'),
};

/** How to name a store on the command line. Not translated: option names and these texts belong together. */
export const storeOptionsText = `Stores, ${storeKinds.map(storeTitle).join(' and ')}, are named like servers. What the address does not say, the options may:
  'pyroscope+http://127.0.0.1:4040/?query={service_name="shop"}&since=1h', 'parca+https://HOST/?...'
${optionsText(storeOptions)}`;

/** How much a profile may be and how long a server may take, wherever profiles are read. */
export const readingOptions = {
  header: texts('HEADER', "sent to a server, such as 'Authorization: Bearer 123'; @FILE has one a line"),
  ca: text('FILE', 'certificates in PEM; only servers that one of them vouches for are trusted'),
  'max-bytes': whole('N', 'largest inflated size accepted (default 2 GiB)'),
  seconds: whole('N', 'how many seconds a server records'),
  timeout: number('N', 'how many seconds a server may send nothing'),
  'max-time': number('N', 'how many seconds its whole answer may take'),
};

/** How sources of profiles are read. The names are those of the command line. */
export type SourceOptions = OptionValues<typeof storeOptions & typeof readingOptions>;

/** Reads what is asked. Problems: those of `storeQuestion`, `cannot-read`. */
export function questionOf(source: string, options: SourceOptions, kind?: StoreKind): Result<StoreQuestion> {
  const access = accessOf(options);
  return access.ok ? storeQuestion(source, options, Date.now(), kind, access.value) : access;
}

/** Asks the store, and shows on standard error how long it takes. */
export async function askShowingTime(
  question: StoreQuestion,
  options: SourceOptions,
  signal?: AbortSignal,
): Promise<Result<AnsweredQuestion>> {
  const stop = showWaiting(l10n.t('Asking {0}', question.store.address.shown), null);
  try {
    return await answerQuestion(question, limitsOf(options, signal));
  } finally {
    stop();
  }
}

export function limitsOf(
  { timeout, 'max-time': maxTime, 'max-bytes': maxBytes }: SourceOptions,
  signal?: AbortSignal,
): StoreLimits {
  return { timeout, maxTime, signal, ...(maxBytes === undefined ? {} : { maxBytes }) };
}

/** How we are known to a running server. Problems: `cannot-read`, `no-certificates`, `wrong-arguments`. */
export function serverAccess({
  header,
  ca: caFile,
}: Pick<SourceOptions, 'header' | 'ca'>): Result<ServerAccess> {
  const headers = headersOf(header ?? []);
  if (!headers.ok) return headers;
  if (caFile === undefined) return ok({ headers: headers.value });
  const ca = textOf(caFile);
  if (!ca.ok) return ca;
  if (!ca.value.includes('-----BEGIN')) {
    return fail('no-certificates', '{0} has no certificates in PEM.', [caFile]);
  }
  return ok({ headers: headers.value, ca: ca.value });
}

/** Headers as the user has written them, or in files. Problems: `cannot-read`, `wrong-arguments`. */
export function headersOf(given: readonly string[]): Result<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const each of given) {
    const text = each.startsWith('@') ? textOf(each.slice(1)) : ok(each);
    if (!text.ok) return text;
    for (const line of text.value.split('\n').filter((part) => part.trim() !== '')) {
      const header = readHeader(line.trim());
      // It is not shown: it can be a key.
      if (header === null) return wrong('A header looks like this: X-Key: 123');
      headers[header.name] = header.value;
    }
  }
  return ok(headers);
}

/** Problem: `cannot-read`. */
function accessOf({ 'token-file': tokenFile, ca: caFile }: SourceOptions): Result<StoreAccess> {
  const token = tokenFile === undefined ? ok(null) : textOf(tokenFile);
  if (!token.ok) return token;
  const ca = caFile === undefined ? ok('') : textOf(caFile);
  if (!ca.ok) return ca;
  const authorization = token.value === null ? null : bearerAuthorization(token.value);
  if (token.value !== null && authorization === null) {
    return fail('cannot-read', 'The file {0} has no token: it should have one line of plain characters.', [
      tokenFile ?? '',
    ]);
  }
  return ok({
    ...(authorization === null ? {} : { headers: { authorization } }),
    ...(ca.value === '' ? {} : { ca: ca.value }),
  });
}

/** A file that the user has named. Problem: `cannot-read`. */
export function textOf(file: string): Result<string> {
  try {
    return ok(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = errorCode(error);
    return fail('cannot-read', 'The file {0} cannot be read ({1}).', [file, code]);
  }
}
