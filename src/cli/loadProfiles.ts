import { combine, subtractBase } from '../analysis/combine.ts';
import { pruneUninteresting } from '../analysis/filters.ts';
import { readProfileFile } from '../go/profileFile.ts';
import { withSomeMapping } from '../pprof/fakeMapping.ts';
import type { Profile } from '../pprof/profile.ts';
import { fail, ok, type Result } from '../result.ts';
import type { ReportOptions } from './reportOptions.ts';

/**
 * Reads profiles and makes one of them, as the options say: merged, minus a base, without the frames that the
 * profile itself calls uninteresting.
 */
export async function loadProfiles(
  paths: readonly string[],
  options: ReportOptions,
): Promise<Result<Profile>> {
  const maxBytes = options['max-bytes'];
  const source = await readMerged(paths, maxBytes);
  if (!source.ok) return source;
  const diffBase = options['diff-base'] ?? [];
  const bases = [...(options.base ?? []), ...diffBase];
  if (bases.length === 0) return ok(pruneUninteresting(source.value));
  const base = await readMerged(bases, maxBytes);
  if (!base.ok) return base;
  const difference = subtractBase(source.value, base.value, {
    how: diffBase.length > 0 ? 'compare' : 'subtract',
    normalize: options.normalize === true,
  });
  return difference.ok ? ok(pruneUninteresting(difference.value)) : difference;
}

async function readMerged(paths: readonly string[], maxBytes: number | undefined): Promise<Result<Profile>> {
  const profiles: Profile[] = [];
  for (const path of paths) {
    const read = await readProfileFile(path, maxBytes === undefined ? {} : { maxBytes });
    if (!read.ok) return read;
    if (read.value === null) {
      return fail('empty', 'The profile {0} is empty: the program had nothing to record, or did not end.', [
        path,
      ]);
    }
    profiles.push(withSomeMapping(read.value));
  }
  return combine(profiles);
}
