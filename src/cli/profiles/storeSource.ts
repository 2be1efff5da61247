/** Stores as sources of profiles: `pyroscope+http://HOST:PORT/?query=...`, and how we are known there. */

import { readFileSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { bearerAuthorization } from '../../go/profiles/authorization.ts';
import type { StoreAccess } from '../../go/stores/storeAddress.ts';
import { type StoreKind, storeKinds, storeTitle } from '../../go/stores/storeKinds.ts';
import {
  type AnsweredQuestion,
  answerQuestion,
  type StoreQuestion,
  storeQuestion,
} from '../../go/stores/storeQuery.ts';
import type { StoreLimits } from '../../go/stores/storeRequest.ts';
import { type Options, type OptionValues, optionsText } from '../terminal/options.ts';
import { showWaiting } from '../terminal/waiting.ts';

/** What is asked of a store whose address does not say it itself, and how we are known there. */
export const storeOptions = {
  query: { is: 'text', takes: 'QUERY', help: '{LABELS} with =, !=, =~, !~, or TYPE{LABELS}' },
  type: {
    is: 'text',
    takes: 'TYPE',
    help: 'profile type: cpu (default), memory, ..., or one type as the store names it',
  },
  since: { is: 'text', takes: '1h', help: 'how long ago the time begins (default 1h); or' },
  start: { is: 'text', takes: 'TIME', help: '2026-08-01T12:00Z, now-2h, seconds since 1970' },
  end: { is: 'text', takes: 'TIME', help: 'the end is now by default' },
  tenant: { is: 'text', takes: 'NAME', help: 'which tenant of the store (X-Scope-OrgID)' },
  'token-file': {
    is: 'text',
    takes: 'FILE',
    help: 'a bearer token; a name and password go before the host, NAME:PASSWORD@HOST',
  },
  ca: { is: 'text', takes: 'FILE', help: 'certificates, in PEM, of who vouches for the store' },
} as const satisfies Options;

/** How to name a store on the command line. Not translated: option names and these texts belong together. */
export const storeOptionsText = `Stores, ${storeKinds.map(storeTitle).join(' and ')}, are named like servers. What the address does not say, the options may:
  'pyroscope+http://127.0.0.1:4040/?query={service_name="shop"}&since=1h', 'parca+https://HOST/?...'
${optionsText(storeOptions)}`;

/** How much a profile may be and how long a server may take, wherever profiles are read. */
export const readingOptions = {
  'max-bytes': { is: 'whole', takes: 'N', help: 'largest inflated size accepted (default 2 GiB)' },
  seconds: { is: 'whole', takes: 'N', help: 'how many seconds a server records' },
  timeout: { is: 'number', takes: 'N', help: 'how many seconds a server may send nothing' },
  'max-time': { is: 'number', takes: 'N', help: 'how many seconds its whole answer may take' },
} as const satisfies Options;

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
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return fail('cannot-read', 'The file {0} cannot be read ({1}).', [file, code]);
  }
}
