import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { defaultSampleType } from '../analysis/sampleType.ts';
import { total } from '../analysis/total.ts';
import type { BenchmarkRun } from '../go/profileBenchmarks.ts';
import { readProfileFile } from '../go/profileFile.ts';
import type { SourceRoots } from '../go/sourcePaths.ts';
import type { Profile } from '../pprof/profile.ts';
import type { ProfileKind, RunRequest } from '../protocol.ts';
import { fail, type Problem } from '../result.ts';
import type { Session, SessionSource } from './sessions.ts';
import type { SourceSnapshot } from './sourceSnapshot.ts';

/**
 * Fewer samples than this say too little of any line: one seen in half of 50 samples has a 95 % interval of
 * 37 % to 63 %.
 */
const fewestSamples = 50;

/** Reads the profiles a benchmark left behind. A pass without data (nothing ever blocked) makes no session. */
export async function openRunProfiles(
  run: BenchmarkRun,
  { snapshot, roots, maxBytes }: { snapshot: SourceSnapshot; roots: SourceRoots; maxBytes: number },
): Promise<{ sources: SessionSource[]; problems: Problem[] }> {
  const runId = randomUUID();
  const sources: SessionSource[] = [];
  const problems: Problem[] = [];
  for (const { kind, path: profilePath, operations } of run.profiles) {
    const read = await readProfileFile(profilePath, { maxBytes });
    if (!read.ok) problems.push(read.problem);
    else if (read.value !== null) {
      sources.push({
        title: `${run.name} · ${kind}`,
        origin: { from: 'benchmark', runId, benchmark: run.name, kind },
        profilePath,
        profile: read.value,
        defaultSampleType: firstShown(read.value, kind),
        operations,
        roots,
        snapshot,
      });
    }
  }
  return { sources, problems };
}

/** A memory profile of a benchmark is about what it allocates, not about what happens to be live at its end. */
function firstShown(profile: Profile, kind: ProfileKind): number {
  const allocated = profile.sampleTypes.findIndex(({ type }) => type === 'alloc_space');
  return kind === 'mem' && allocated !== -1 ? allocated : defaultSampleType(profile);
}

export interface TooFewSamples {
  readonly problem: Problem;
  /** The button's title, and the benchtime it runs with. */
  readonly action: string;
  readonly benchtime: string;
}

/** A CPU profile with too few samples to say much, and the benchtime that would give enough. */
export function tooFewSamples(
  sessions: readonly Session[],
  request: RunRequest,
  usualBenchtime: string,
): TooFewSamples | null {
  for (const { origin, profile } of sessions) {
    if (origin.from !== 'benchmark' || origin.kind !== 'cpu') continue;
    const countType = profile.sampleTypes.findIndex(({ type }) => type === 'samples');
    if (countType === -1) continue;
    const samples = Number(total(profile, countType));
    if (samples >= fewestSamples) continue;
    const benchtime = longerBenchtime(request.benchtime ?? usualBenchtime);
    const { problem } = fail(
      'too-few-samples',
      'The CPU profile of {0} has only {1} samples, too few to tell its lines apart. Run it longer.',
      [origin.benchmark, samples],
    );
    return { problem, benchtime, action: l10n.t('Run for {0}', benchtime) };
  }
  return null;
}

/** Ten times the benchtime where that is seconds or iterations, else five seconds. */
function longerBenchtime(benchtime: string): string {
  const found = /^(\d+(?:\.\d+)?)(x|s|ms)$/.exec(benchtime);
  if (found === null) return '5s';
  return `${Number(found[1]) * 10}${found[2]}`;
}
