/** `bench --html`: a page for each profile. If there are two versions, it shows the difference. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { subtractBase } from '../../analysis/difference/combine.ts';
import { benchmarkSampleType } from '../../analysis/values/sampleType.ts';
import { readProfileFile } from '../../go/profiles/profileFile.ts';
import type { BenchmarkResult, StoredProfile } from '../../go/run/benchmarkResult.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Result } from '../../result.ts';
import { kindLabel } from '../../sampleTypeLabels.ts';
import { standalonePage } from '../../standalonePage.ts';
import { pageParts, profileParts } from '../profiles/pageParts.ts';
import { type BenchBase, counterpart } from './benchComparison.ts';

/**
 * Writes a page for each profile: the first to `path`, the others beside it with names of their own. Returns the paths.
 * Problems: `no-page`, `cannot-write`, `nothing-to-show`, and those of reading a profile.
 */
export async function writePages(
  path: string,
  results: readonly BenchmarkResult[],
  base: BenchBase | null,
): Promise<Result<string[]>> {
  const parts = await pageParts();
  if (!parts.ok) return parts;
  const written: string[] = [];
  const { dir, name: stem, ext } = parse(path);
  for (const result of results) {
    const older = base === null ? undefined : counterpart(result, base);
    for (const stored of result.profiles) {
      const shown = await shownProfile(
        stored,
        older?.profiles.find(({ kind }) => kind === stored.kind),
      );
      if (!shown.ok) return shown;
      if (shown.value === null) continue;
      const { profile, isDifference } = shown.value;
      const title = `${result.name} · ${kindLabel(stored.kind)}${isDifference && base ? ` · ${base.title} →` : ''}`;
      const own = `${stem}.${result.name.replace(/[^\w=.,+-]+/g, '_')}-${result.procs}.${stored.kind}${ext}`;
      const file = written.length === 0 ? path : join(dir, own);
      const page = standalonePage({
        title,
        ...parts.value,
        ...profileParts(profile, benchmarkSampleType(profile)),
        operations: stored.operations,
        nonce: randomBytes(18).toString('base64url'),
      });
      try {
        await writeFile(file, page);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return fail('cannot-write', '{0} cannot be written: {1}', [file, why]);
      }
      written.push(file);
    }
  }
  if (written.length > 0) return ok(written);
  return fail('nothing-to-show', 'There is no profile for --html. Profile something: --profile=cpu.');
}

/** The profile minus that of the base, if there is one. Per operation, because their numbers of operations differ. */
async function shownProfile(
  stored: StoredProfile,
  older: StoredProfile | undefined,
): Promise<Result<{ readonly profile: Profile; readonly isDifference: boolean } | null>> {
  const read = await readProfileFile(stored.path);
  if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
  const whole = { profile: read.value, isDifference: false };
  if (older === undefined || stored.operations === null || older.operations === null) return ok(whole);
  const base = await readProfileFile(older.path);
  if (!base.ok || base.value === null) return base.ok ? ok(whole) : base;
  const baseRatio = stored.operations / older.operations;
  const difference = subtractBase(read.value, base.value, { how: 'compare', normalize: false, baseRatio });
  return difference.ok ? ok({ profile: difference.value, isDifference: true }) : difference;
}
