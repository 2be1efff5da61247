/** As `profileFile.ts`, where no program is there to convert what is no pprof file. */
import type { Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type ReadOptions, readProfile } from '../../pprof/read.ts';

export async function readProfileBytes(
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<Result<Profile>> {
  return readProfile(bytes, options);
}
