/** The profiles that a program has left, and why there are no more. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { combine } from '../../analysis/difference/combine.ts';
import { fileNameOf } from '../../base/fileName.ts';
import type { ProfileKind } from '../../base/profileKinds.ts';
import { fail, type Problem } from '../../base/result.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { GoSettings } from '../build/goBuild.ts';
import type { WrittenFiles, WrittenProfile } from '../build/writtenFiles.ts';
import { withFullNames } from '../profiles/fullNames.ts';
import { readProfileFile } from '../profiles/profileFile.ts';
import type { Program } from './findProgram.ts';
import type { Recording } from './programRequest.ts';
import { recordedExtension, recorderFrames, wholeFile } from './recorder.ts';

export interface RecordedQuery extends Pick<GoSettings, 'toolchain' | 'env'> {
  readonly program: Program;
  readonly recording: Recording;
  readonly kinds: readonly ProfileKind[];
  /** Where the program has written. */
  readonly folder: string;
  readonly milliseconds: number;
  /** What went wrong while its server was asked. */
  readonly served: readonly Problem[];
  readonly written: WrittenFiles;
}

/** Reads what is in the folder: one profile of each kind, where one was written in parts their sum. */
export async function readRecorded(
  query: RecordedQuery,
): Promise<{ readonly profiles: WrittenProfile[]; readonly problems: Problem[] }> {
  const { program, recording, kinds, folder, written, served, toolchain, env } = query;
  const directory = program.packageDirectory;
  const profiles: WrittenProfile[] = [];
  const problems = [...served];
  for (const kind of kinds) {
    if (recording.by === 'flag' && !program.flags.some((flag) => flag.kind === kind)) {
      problems.push(noFlag(program, kind));
      continue;
    }
    const parts = await readParts(folder, kind);
    const profile = parts !== null && recording.by === 'overlay' ? await withoutRecorder(parts) : parts;
    if (profile === null) {
      if (served.length === 0) problems.push(notWritten(query, kind));
    } else if (profile.samples.count === 0) problems.push(withoutSamples(query, kind));
    else {
      const path = written.claim(`${fileNameOf(program.name)}.${kind}`, '.pprof');
      const named = await withFullNames(profile, { toolchain, env, directory, tags: '' });
      writeFileSync(path, encodeGzipped(named));
      profiles.push({ kind, path, profile: named });
    }
  }
  const cut = recording.by === 'overlay' ? cutShort(query, profiles) : null;
  return { profiles, problems: cut === null ? problems : [cut, ...problems] };
}

/** Why profiles end before the program did; `null` if they do not. */
function cutShort(
  { program, folder, milliseconds }: RecordedQuery,
  profiles: WrittenProfile[],
): Problem | null {
  const [first] = profiles;
  if (first === undefined || readdirSync(folder).includes(wholeFile)) return null;
  const ran = timeText(milliseconds);
  const recorded = Number(profiles.find(({ kind }) => kind === 'cpu')?.profile.durationNanos ?? 0) / 1e6;
  return recorded === 0
    ? fail(
        'cut-short',
        '{0} crashed or was killed after {1}: its profiles have nothing of its last seconds.',
        [program.name, ran],
      ).problem
    : fail('cut-short', '{0} crashed or was killed after {1}: its profiles have the first {2} only.', [
        program.name,
        ran,
        timeText(recorded),
      ]).problem;
}

/** A part that cannot be read was being written when the program ended. */
async function readParts(folder: string, kind: ProfileKind): Promise<Profile | null> {
  const isPart = (name: string) =>
    name.endsWith(recordedExtension) && (name === kind + recordedExtension || name.startsWith(`${kind}-`));
  const parts: Profile[] = [];
  for (const name of readdirSync(folder).filter(isPart).sort()) {
    const read = await readProfileFile(join(folder, name), { mayRun: false });
    if (read.ok && read.value !== null) parts.push(read.value);
  }
  if (parts.length === 0) return null;
  const combined = combine(parts);
  return combined.ok ? combined.value : null;
}

/** What recording itself costs is no cost of the program: our code, and the goroutine that writes CPU profiles. */
async function withoutRecorder(profile: Profile): Promise<Profile> {
  // The regular expressions of filters are large to load.
  const { applyFilters } = await import('../../analysis/filters/filters.ts');
  const filtered = applyFilters(profile, { ignore: recorderFrames }, new Map());
  return filtered.ok ? filtered.value.profile : profile;
}

function noFlag({ name, flags }: Program, kind: ProfileKind): Problem {
  const own = flags.map((flag) => `--${flag.name}`).join(', ');
  const template = '{0} has no flag for a {1} profile, only {2}. Profile it by overlay for that.';
  return fail('no-flag', template, [name, kind, own]).problem;
}

function notWritten(
  { program: { name, flags }, recording, milliseconds }: RecordedQuery,
  kind: ProfileKind,
): Problem {
  if (recording.by === 'flag') {
    const flag = flags.find((each) => each.kind === kind)?.name ?? kind;
    const template =
      '{0} has written no {1} profile to its flag --{2}: it may write it only if it ends by itself. Profile it by overlay instead.';
    return fail('not-recorded', template, [name, kind, flag]).problem;
  }
  const template =
    '{0} ran {1} and left no {2} profile: it crashed or was killed before one was written, or has replaced itself by another program.';
  return fail('not-recorded', template, [name, timeText(milliseconds), kind]).problem;
}

/** Below this, a program that only computes may be seen a few times only. */
const shortest = 500;

const shortRun = '{0} ran {1}: too short for samples. Give it more to do, or see in its output why it ended.';
const waitedOnly =
  '{0} ran {1} and was never seen computing: it waited. If it waits for requests, send it some while it runs.';

function withoutSamples({ program: { name }, milliseconds }: RecordedQuery, kind: ProfileKind): Problem {
  const ran = timeText(milliseconds);
  if (kind === 'cpu') {
    return milliseconds < shortest
      ? fail('too-short', shortRun, [name, ran]).problem
      : fail('only-waited', waitedOnly, [name, ran]).problem;
  }
  if (kind === 'mem') {
    const template = '{0} has no memory profile: it allocated too little to be sampled (once in 512 kB).';
    return fail('no-allocations', template, [name]).problem;
  }
  return fail('nothing-blocked', '{0} has no {1} profile: it waited for no lock or channel.', [name, kind])
    .problem;
}

/** `12 ms`, `3.2 s`, `2 min 5 s`. */
export function timeText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
