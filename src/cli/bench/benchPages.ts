/** `bench --html`: a page for each profile. If there are two versions, it shows the difference. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { operationChanges, type PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { subtractBase } from '../../analysis/difference/combine.ts';
import { benchmarkSampleType } from '../../analysis/values/sampleType.ts';
import { FileNames, fileNameOf } from '../../base/fileName.ts';
import type { Evidence } from '../../base/model.ts';
import { errorText, fail, ok, type Result } from '../../base/result.ts';
import { kindLabel } from '../../base/sampleTypeLabels.ts';
import { standalonePage } from '../../base/standalonePage.ts';
import { eventOfKind } from '../../base/takenKind.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { areCountedAlike } from '../../go/results/countedResult.ts';
import { evidenceOf } from '../../go/results/evidence.ts';
import type { RunProfiles, TimedProfile } from '../../go/results/timedProfiles.ts';
import type { Profile } from '../../pprof/profile.ts';
import { pageParts, profileParts } from '../profiles/pageParts.ts';
import { type BenchBase, counterpart, evidencePair } from './benchBase.ts';

/**
 * Writes a page for each profile: the first to `path`, the others beside it with names of their own. Returns the paths.
 * Problems: `no-page`, `cannot-write`, `nothing-to-show`, and those of reading a profile.
 */
export async function writePages(
  path: string,
  results: readonly BenchmarkResult[],
  base: BenchBase | null,
  profiles: RunProfiles,
): Promise<Result<string[]>> {
  const parts = await pageParts();
  if (!parts.ok) return parts;
  const written: string[] = [];
  const names = new FileNames();
  const { dir, name: stem, ext } = parse(path);
  for (const result of results) {
    const older = base === null ? undefined : counterpart(result, base);
    for (const stored of result.profiles) {
      const before =
        older?.profiles.find(({ kind }) => kind === stored.kind && areCountedAlike(kind, older, result)) ??
        null;
      const evidence = older === undefined ? null : evidenceOf(evidencePair({ result, older }));
      const shown = await shownProfile(result.name, stored, { older: before, evidence }, profiles);
      if (!shown.ok) return shown;
      if (shown.value === null) continue;
      const { profile, isDifference, changes } = shown.value;
      const title = `${result.name} · ${kindLabel(stored.kind)}${isDifference && base ? ` · ${base.title} →` : ''}`;
      const own = `${stem}.${fileNameOf(result.name)}-${result.procs}.${eventOfKind(stored.kind) ?? stored.kind}`;
      const file = written.length === 0 ? path : join(dir, names.claim(own, ext));
      const page = standalonePage({
        title,
        ...parts.value,
        ...profileParts(profile, benchmarkSampleType(profile), changes),
        operations: stored.operations,
        nonce: randomBytes(18).toString('base64url'),
      });
      try {
        await writeFile(file, page);
      } catch (error) {
        const why = errorText(error);
        return fail('cannot-write', '{0} cannot be written: {1}', [file, why]);
      }
      written.push(file);
    }
  }
  if (written.length > 0) return ok(written);
  return fail('nothing-to-show', 'There is no profile for --html. Profile something: --profile=cpu.');
}

interface ShownProfile {
  readonly profile: Profile;
  readonly isDifference: boolean;
  readonly changes?: PageFacts['changes'];
}

/**
 * The profile minus that of the base, if there is one; `null` if it is empty. Per operation, because their numbers of
 * operations differ.
 */
async function shownProfile(
  benchmark: string,
  stored: TimedProfile,
  { older, evidence }: { readonly older: TimedProfile | null; readonly evidence: Evidence | null },
  { now, base }: RunProfiles,
): Promise<Result<ShownProfile | null>> {
  const profile = await now.withTimedValues(stored, benchmark);
  if (!profile.ok || profile.value === null) return profile.ok ? ok(null) : profile;
  const whole = { profile: profile.value, isDifference: false };
  if (older === null || stored.operations === null || older.operations === null) return ok(whole);
  const before = await base.withTimedValues(older, benchmark);
  if (!before.ok || before.value === null) return before.ok ? ok(whole) : before;
  // If only one of the loops is known, what operations cost is in one of them, and the difference leaves it out.
  const baseRatio = stored.operations / older.operations;
  const difference = subtractBase(profile.value, before.value, {
    how: 'compare',
    normalize: false,
    baseRatio,
  });
  if (!difference.ok) return difference;
  const shown = { profile: difference.value, isDifference: true };
  if (evidence === null) return ok(shown);
  const [ofNow, ofBase] = [
    { profile: profile.value, operations: stored.operations },
    { profile: before.value, operations: older.operations },
  ];
  return ok({ ...shown, changes: operationChanges(ofNow, ofBase, evidence) });
}
