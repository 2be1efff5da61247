/** What stands for a profile on the command line: a file, the address of a running server, `-` for standard input. */
import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import * as l10n from '@vscode/l10n';
import { isUrl, type ProfileAddress, profileAddress, shownAddress } from '../../go/profiles/fetchAddress.ts';
import { type FetchedProfile, fetchProfile } from '../../go/profiles/fetchProfile.ts';
import { readProfileBytes, readProfileFile } from '../../go/profiles/profileFile.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Result } from '../../result.ts';
import { tellWaiting } from '../terminal/waiting.ts';

/** How sources are read; names as on the command line. */
export interface SourceOptions {
  /** How long servers shall record. */
  readonly seconds?: number | undefined;
  /** Seconds that a server may be silent. */
  readonly timeout?: number | undefined;
  readonly 'max-bytes'?: number | undefined;
}

/** The address that a source is, `null` where it is a file. As in pprof, a file of that name goes first. */
export function addressOf(source: string, { seconds }: SourceOptions): ProfileAddress | null {
  return isUrl(source) || !existsSync(source) ? profileAddress(source, seconds) : null;
}

/** Fetches a profile, with a word on standard error while it takes time. */
export async function fetchTelling(
  address: ProfileAddress,
  { timeout, 'max-bytes': maxBytes }: SourceOptions,
  signal?: AbortSignal,
): Promise<Result<FetchedProfile>> {
  const stop = tellWaiting(l10n.t('Fetching {0}', shownAddress(address.url)), address.seconds);
  try {
    return await fetchProfile(address, { timeout, signal, ...(maxBytes === undefined ? {} : { maxBytes }) });
  } finally {
    stop();
  }
}

/**
 * Starts to read the sources. Servers are asked at once and together, so that what they record is of the same time;
 * files are read one by one, when asked for.
 */
export function openSources(
  sources: readonly string[],
  options: SourceOptions,
  signal: AbortSignal,
): readonly (() => Promise<Result<Profile>>)[] {
  return sources.map((source) => {
    const address = addressOf(source, options);
    if (address === null) return () => readFileSource(source, options);
    const fetching = fetchTelling(address, options, signal);
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
