/** The sources of profiles on the command line: a file, the address of a running server, or `-` for standard input. */
import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { isUrl, type ProfileAddress, profileAddress, shownSource } from '../../go/profiles/fetchAddress.ts';
import type { FetchOptions } from '../../go/profiles/fetchBytes.ts';
import { type FetchedProfile, fetchProfile } from '../../go/profiles/fetchProfile.ts';
import { readProfileBytes, readProfileFile } from '../../go/profiles/profileFile.ts';
import { isStoreUrl } from '../../go/stores/storeKinds.ts';
import type { Profile } from '../../pprof/profile.ts';
import { showWaiting } from '../terminal/waiting.ts';
import { askShowingTime, questionOf, type SourceOptions, serverAccess } from './storeSource.ts';

/** The address in a source; `null` for a file. As in pprof, a file of this name has precedence. */
function addressOf(source: string, { seconds }: SourceOptions): ProfileAddress | null {
  return isUrl(source) || !existsSync(source) ? profileAddress(source, seconds) : null;
}

/** Fetches a profile, and shows on standard error how long it takes. */
export async function fetchShowingTime(
  address: ProfileAddress,
  { timeout, 'max-time': maxTime, 'max-bytes': maxBytes }: SourceOptions,
  signal: AbortSignal,
  how: Pick<FetchOptions, 'access' | 'onSent'>,
): Promise<Result<FetchedProfile>> {
  const stop = showWaiting(l10n.t('Fetching {0}', address.shown), address.seconds);
  try {
    const limits = { flags: true, timeout, maxTime, ...(maxBytes === undefined ? {} : { maxBytes }) };
    return await fetchProfile(address, { ...how, ...limits, signal });
  } finally {
    stop();
  }
}

/** A source that has been opened. */
export interface OpenSource {
  /** For messages. Of an address it has no secrets. */
  readonly shown: string;
  /** The problems of its result do not have secrets either. */
  read(): Promise<Result<Profile>>;
}

/**
 * Starts to read the sources. All servers are asked at once, so that they record the same time. A file is read only when
 * its function is called.
 */
export function openSources(
  sources: readonly string[],
  options: SourceOptions,
  signal: AbortSignal,
  mayRun = true,
): readonly OpenSource[] {
  const access = serverAccess(options);
  return sources.map((source) => {
    if (isStoreUrl(source)) return storeSource(source, options, signal);
    const address = addressOf(source, options);
    if (address === null) return fileSource(source, options, mayRun);
    const fetching = access.ok
      ? fetchShowingTime(address, options, signal, { access: access.value })
      : Promise.resolve(access);
    return {
      shown: address.shown,
      async read() {
        const fetched = await fetching;
        return fetched.ok ? ok(fetched.value.profile) : fetched;
      },
    };
  });
}

function storeSource(source: string, options: SourceOptions, signal: AbortSignal): OpenSource {
  const question = questionOf(source, options);
  if (!question.ok) return { shown: shownSource(source), read: async () => question };
  const asking = askShowingTime(question.value, options, signal);
  return {
    shown: question.value.store.address.shown,
    async read() {
      const answered = await asking;
      return answered.ok ? ok(answered.value.profile) : answered;
    },
  };
}

function fileSource(source: string, options: SourceOptions, mayRun: boolean): OpenSource {
  const shown = shownSource(source);
  return {
    shown,
    async read() {
      if (isUrl(source)) return { ok: false, problem: notAnAddress(source) };
      const read = await readFileSource(source, options, mayRun);
      if (read.ok || shown === source) return read;
      const { problem } = read;
      return {
        ok: false,
        problem: { ...problem, args: problem.args.map((arg) => (arg === source ? shown : arg)) },
      };
    },
  };
}

/** For a text that cannot be an address. */
export function notAnAddress(source: string): Problem {
  return {
    code: 'not-an-address',
    template: '{0} is not the address of a server. One looks like http://localhost:6060/debug/pprof/heap.',
    args: [shownSource(source)],
  };
}

async function readFileSource(
  path: string,
  { 'max-bytes': maxBytes }: SourceOptions,
  mayRun: boolean,
): Promise<Result<Profile>> {
  const limit = { mayRun, ...(maxBytes === undefined ? {} : { maxBytes }) };
  if (path === '-') return readProfileBytes(new Uint8Array(await buffer(process.stdin)), limit);
  const read = await readProfileFile(path, limit);
  if (!read.ok) return read;
  if (read.value !== null) return ok(read.value);
  return fail('empty', 'The profile {0} is empty: the program had nothing to record, or did not end.', [
    path,
  ]);
}
