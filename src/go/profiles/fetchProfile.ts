/** Fetches profiles from running servers. */
import { mostProfileBytes } from '../../base/model.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { ProfileAddress } from './fetchAddress.ts';
import { type FetchOptions, fetchBytes } from './fetchBytes.ts';
import { unreadAnswer } from './fetchProblems.ts';
import { readProfileBytes } from './profileFile.ts';
import { sentSecrets } from './sentSecrets.ts';

export interface FetchedProfile {
  readonly profile: Profile;
  /** As the server sent it, usually gzipped. */
  readonly bytes: Uint8Array;
}

/**
 * Fetches one profile and reads it. What the server sends starts no program, except `go tool trace` if the address asks for a
 * trace. Aborting the signal also ends the recording on a Go server. Fails with the codes of
 * `fetchBytes` and of `readProfileBytes`.
 *
 * @param options.maxBytes the largest inflated size to accept. Default: 2 GiB, as the command line's
 */
export async function fetchProfile(
  address: ProfileAddress,
  options: Partial<FetchOptions> & { readonly mayRun?: false } = {},
): Promise<Result<FetchedProfile>> {
  const maxBytes = options.maxBytes ?? mostProfileBytes;
  const answer = await fetchBytes(address, { ...options, maxBytes });
  if (!answer.ok) return answer;
  const { bytes } = answer.value;
  const mayRun = address.isTrace && options.mayRun !== false ? 'trace' : false;
  const profile = await readProfileBytes(bytes, { maxBytes, mayRun });
  if (profile.ok) return ok({ profile: profile.value, bytes });
  const secrets = sentSecrets(address, options.access?.headers);
  return { ok: false, problem: unreadAnswer(profile.problem, answer.value, secrets) };
}
