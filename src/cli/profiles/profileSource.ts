/** The sources of profiles on the command line: a file, the address of a running server, or `-` for standard input. */
import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import * as l10n from '@vscode/l10n';
import { isUrl, type ProfileAddress, profileAddress, shownAddress } from '../../go/profiles/fetchAddress.ts';
import { type FetchedProfile, fetchProfile } from '../../go/profiles/fetchProfile.ts';
import { readProfileBytes, readProfileFile } from '../../go/profiles/profileFile.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Result } from '../../result.ts';
import { showWaiting } from '../terminal/waiting.ts';

/** How sources are read. The names are those of the command line. */
export interface SourceOptions {
  /** How many seconds a server records. */
  readonly seconds?: number | undefined;
  /** How many seconds a server may send nothing. */
  readonly timeout?: number | undefined;
  readonly 'max-bytes'?: number | undefined;
}

/** The address in a source; `null` for a file. As in pprof, a file of this name has precedence. */
export function addressOf(source: string, { seconds }: SourceOptions): ProfileAddress | null {
  return isUrl(source) || !existsSync(source) ? profileAddress(source, seconds) : null;
}

/** Fetches a profile, and shows on standard error how long it takes. */
export async function fetchShowingTime(
  address: ProfileAddress,
  { timeout, 'max-bytes': maxBytes }: SourceOptions,
  signal?: AbortSignal,
): Promise<Result<FetchedProfile>> {
  const stop = showWaiting(l10n.t('Fetching {0}', shownAddress(address.url)), address.seconds);
  try {
    return await fetchProfile(address, { timeout, signal, ...(maxBytes === undefined ? {} : { maxBytes }) });
  } finally {
    stop();
  }
}

/**
 * Starts to read the sources. All servers are asked at once, so that they record the same time. A file is read only when
 * its function is called.
 */
export function openSources(
  sources: readonly string[],
  options: SourceOptions,
  signal: AbortSignal,
): readonly (() => Promise<Result<Profile>>)[] {
  return sources.map((source) => {
    const address = addressOf(source, options);
    if (address === null) return () => readFileSource(source, options);
    const fetching = fetchShowingTime(address, options, signal);
    return async () => {
      const fetched = await fetching;
      return fetched.ok ? ok(fetched.value.profile) : fetched;
    };
  });
}

async function readFileSource(
  path: string,
  { 'max-bytes': maxBytes }: SourceOptions,
): Promise<Result<Profile>> {
  const limit = maxBytes === undefined ? {} : { maxBytes };
  if (path === '-') return readProfileBytes(new Uint8Array(await buffer(process.stdin)), limit);
  const read = await readProfileFile(path, limit);
  if (!read.ok) return read;
  if (read.value !== null) return ok(read.value);
  return fail('empty', 'The profile {0} is empty: the program had nothing to record, or did not end.', [
    path,
  ]);
}
