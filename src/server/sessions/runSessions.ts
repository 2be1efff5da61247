import { benchmarkSampleType } from '../../analysis/values/sampleType.ts';
import { ok, type Problem, type Result } from '../../base/result.ts';
import { kindLabel } from '../../base/sampleTypeLabels.ts';
import { readProfileFile, readProfileFileAgain } from '../../go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { findTimedFiles } from '../../go/sources/timedFiles.ts';
import type { Profile } from '../../pprof/profile.ts';
import { HeldProfile } from './heldProfile.ts';
import type { SessionSource } from './session.ts';
import type { SourceSnapshot } from './sourceSnapshot.ts';

/** What all profiles of a run have in common. */
export interface RunOrigin {
  readonly snapshot: SourceSnapshot;
  readonly roots: SourceRoots;
  readonly maxBytes: number;
  readonly scanner: GoScanner;
  /** Profiles that are decoded already, by path. One that becomes a session is taken out. */
  readonly decoded?: Map<string, Profile>;
  /** The version of the code, if it is not the working tree's: `main (1a2b3c4)`. */
  readonly version?: string;
}

/** Reads the profiles of a benchmark, for sessions. A profile without data makes none: nothing blocked, for example. */
export async function openRunProfiles(
  result: BenchmarkResult,
  origin: RunOrigin,
): Promise<{ sources: SessionSource[]; problems: Problem[] }> {
  const { snapshot, roots, scanner, version } = origin;
  const sources: SessionSource[] = [];
  const problems: Problem[] = [];
  for (const { kind, path: profilePath, operations } of result.profiles) {
    const read = await profileOf(profilePath, origin);
    if (!read.ok) problems.push(read.problem);
    else if (read.value !== null) {
      sources.push({
        title: [result.name, kindLabel(kind), ...(version === undefined ? [] : [version])].join(' · '),
        origin: { from: 'benchmark', runId: result.runId, benchmark: result.name, kind },
        profilePath,
        held: new HeldProfile(read.value, () => readProfileFileAgain(profilePath, origin.maxBytes)),
        defaultSampleType: benchmarkSampleType(read.value),
        operations,
        roots,
        snapshot,
        takenAt: result.takenAt,
        timedFiles: findTimedFiles(read.value, roots, (file) => snapshot.textOf(file), scanner),
      });
    }
  }
  return { sources, problems };
}

async function profileOf(path: string, { decoded, maxBytes }: RunOrigin): Promise<Result<Profile | null>> {
  const profile = decoded?.get(path);
  if (profile === undefined) return readProfileFile(path, { maxBytes });
  decoded?.delete(path);
  return ok(profile);
}
