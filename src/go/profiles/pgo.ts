/** Writes files for profile-guided optimisation (PGO). */
import { rename, rm, writeFile } from 'node:fs/promises';
import { pgoProfile } from '../../analysis/benchmark/pgo.ts';
import { errorCode, fail, ok, type Result } from '../../base/result.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfileFile } from './profileFile.ts';

/** `go build` looks for this file in the folder of package main. */
export const pgoFileName = 'default.pgo';

/**
 * Merges CPU profiles into one file for `go build -pgo`. Returns the merged profile. Fails with the codes of
 * `readProfileFile`, `pgoProfile` and `writePgo`, and with `empty`.
 *
 * @param path the file to write, usually `default.pgo` in the folder of package main
 */
export async function savePgo(
  profilePaths: readonly string[],
  path: string,
  options: { readonly maxBytes?: number } = {},
): Promise<Result<Profile>> {
  const profiles = [];
  for (const name of profilePaths) {
    const read = await readProfileFile(name, options);
    if (!read.ok) return read;
    if (read.value === null) return fail('empty', 'The profile {0} is empty. Record it again.', [name]);
    profiles.push({ name, profile: read.value });
  }
  const merged = pgoProfile(profiles);
  if (!merged.ok) return merged;
  const written = await writePgo(merged.value, path);
  return written.ok ? merged : written;
}

/** Writes another file and renames it, so that no build reads half a profile. Fails with `cannot-write`. */
export async function writePgo(profile: Profile, path: string): Promise<Result<void>> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await rm(partial, { force: true });
    // A new file: a link that waits under this name is not followed.
    await writeFile(partial, encodeGzipped(profile), { flag: 'wx' });
    await rename(partial, path);
    return ok(undefined);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    const reason = errorCode(error) || String(error);
    return fail('cannot-write', 'The file {0} cannot be written ({1}).', [path, reason]);
  }
}
