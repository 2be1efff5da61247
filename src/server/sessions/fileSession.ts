/** What a profile file is for a session, wherever its bytes and sources come from: a disk, or a browser. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { combine, subtractBase } from '../../analysis/difference/combine.ts';
import { otherKind } from '../../analysis/difference/otherKind.ts';
import { HeldFunctions } from '../../analysis/lines/heldFunctions.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { defaultSampleType } from '../../analysis/values/sampleType.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { withJavaFiles } from '../../foreign/javaFiles.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { locateFile, type SourceRoots, samePath } from '../../go/sources/sourcePaths.ts';
import type { Profile } from '../../pprof/profile.ts';
import { HeldProfile } from './heldProfile.ts';
import type { PprofCopies } from './pprofCopies.ts';
import type { SessionSource } from './session.ts';
import type { SessionStore } from './sessions.ts';
import { type SourceCheck, SourceSnapshot } from './sourceSnapshot.ts';

/** Where the bytes of profiles, and the sources that they name, come from. */
export interface FileAccess {
  readonly files: Pick<NamedFiles, 'read'>;
  readonly copies: Pick<PprofCopies, 'write'>;
  /** Reads a profile file. */
  read(file: string): Promise<Result<ReadFile>>;
  /** Reads a pprof file again, at once. */
  readAgain(file: string): Result<Profile>;
  /** Where the sources of a profile are. */
  rootsOf(profile: Profile, file: string): Promise<SourceRoots>;
  /** When the profiled program was written; `null` where nobody knows. */
  builtAt(profile: Profile): number | null;
}

export interface ReadFile {
  /** `null` for an empty file. */
  readonly profile: Profile | null;
  /** It is a pprof file. */
  readonly isAsFile: boolean;
  /** When it was written, in milliseconds since the epoch; 0 where nobody knows. */
  readonly writtenAt: number;
}

/**
 * Opens a profile file, for a session, merged with others if there are any. A source file counts as the one that was
 * profiled if it is older than the profile and its program, or holds the profile's functions on the lines that the profile names.
 */
export async function fileSession(
  access: FileAccess,
  file: string,
  merged: readonly string[] = [],
): Promise<Result<SessionSource>> {
  const read = await readFiles([file, ...merged], access);
  if (!read.ok) return read;
  const { profile, bytesPath, writtenAt } = read.value;
  const roots = await access.rootsOf(profile, file);
  const held = new HeldProfile(profile, () => access.readAgain(bytesPath ?? file));
  const holdsAll = holdsFunctions(held, roots);
  const time = timeOf(profile);
  // Without a time, no file is known to be older than the profile. A server runs on while its sources change: what is newer
  // than the program is not what it was built from.
  const snapshot = new SourceSnapshot(
    Math.min(time ?? 0, access.builtAt(profile) ?? Infinity),
    new Map(),
    holdsAll,
    access.files.read,
  );
  const title = path.basename(file);
  return ok({
    title: merged.length === 0 ? title : l10n.t('{0} and {1} more', title, merged.length),
    origin: { from: 'file' },
    profilePath: file,
    held,
    defaultSampleType: defaultSampleType(profile),
    operations: null,
    roots,
    snapshot,
    takenAt: time ?? writtenAt,
    ...(bytesPath === undefined ? {} : { bytesPath }),
    ...(merged.length === 0 ? {} : { merged }),
  });
}

/**
 * Opens a profile file against another one, for a session; the other one becomes a session, too. The lines show the costs of
 * the first, and what they were in the other. Problems: those of `fileSession`, and `incompatible-profiles`.
 *
 * @param basePath the file that it is compared with
 */
export async function comparedSession(
  access: FileAccess,
  file: string,
  basePath: string,
  sessions: SessionStore,
): Promise<Result<SessionSource>> {
  const opened = await fileSession(access, file);
  if (!opened.ok) return opened;
  const base = await fileSession(access, basePath);
  if (!base.ok) return base;
  const profiles = [opened.value.held.profile, base.value.held.profile] as const;
  const difference = subtractBase(...profiles, { how: 'compare', normalize: false });
  if (!difference.ok) {
    const other = otherKind(profiles, [opened.value.title, base.value.title]);
    return other === null ? difference : { ok: false, problem: other };
  }
  const { title, profilePath, bytesPath } = base.value;
  sessions.openBase(base.value);
  return ok({
    ...opened.value,
    title: l10n.t('{0} against {1}', opened.value.title, title),
    base: { profilePath, operations: null, ...(bytesPath === undefined ? {} : { bytesPath }) },
  });
}

interface ReadFiles {
  readonly profile: Profile;
  /** Where it is as a pprof file, if the file is none. */
  readonly bytesPath?: string;
  /** When the file was written, in milliseconds since the epoch; 0 if nobody knows. */
  readonly writtenAt: number;
}

async function readFiles(paths: readonly string[], access: FileAccess): Promise<Result<ReadFiles>> {
  const profiles: Profile[] = [];
  let isAsFile = paths.length === 1;
  let writtenAt = 0;
  for (const file of paths) {
    const read = filled(file, await access.read(file));
    if (!read.ok) return paths.length === 1 ? read : inFile(file, read.problem);
    profiles.push(read.value.profile);
    isAsFile &&= read.value.isAsFile;
    writtenAt = Math.max(writtenAt, read.value.writtenAt);
  }
  const merged = combine(profiles);
  if (!merged.ok) {
    const other = otherKind(
      profiles,
      paths.map((each) => path.basename(each)),
    );
    return other === null ? merged : { ok: false, problem: other };
  }
  const profile = withJavaFiles(merged.value);
  if (isAsFile && profile === merged.value) return ok({ profile, writtenAt });
  const copy = await access.copies.write(paths.join('\n'), profile);
  return copy.ok ? ok({ profile, bytesPath: copy.value, writtenAt }) : copy;
}

function filled(file: string, read: Result<ReadFile>): Result<ReadFile & { readonly profile: Profile }> {
  if (!read.ok) return read;
  const { profile } = read.value;
  return profile === null
    ? fail('empty', '{0} is empty: the program wrote no profile into it.', [path.basename(file)])
    : ok({ ...read.value, profile });
}

/** The problem of one of several files. */
function inFile(file: string, problem: Problem): Result<never> {
  return fail(
    problem.code,
    '{0}: {1}',
    [path.basename(file), l10n.t(problem.template, ...problem.args)],
    problem.details,
  );
}

/** Whether a text holds the functions of all files of the profile that can be it. */
function holdsFunctions(held: HeldProfile, roots: SourceRoots): SourceCheck {
  let known: HeldFunctions | null = null;
  held.onLetGo(() => {
    known = null;
  });
  return (source, text) => {
    const functions = known ?? new HeldFunctions(held.profile);
    known = functions;
    return namesOf(source, functions, roots).every((name) => functions.in(name, text) !== 'no');
  };
}

/**
 * When the profile was taken, in milliseconds since the epoch; `null` where it does not say that, or says a time that is
 * still to come.
 */
function timeOf({ timeNanos }: Profile): number | null {
  const time = Number(timeNanos / 1_000_000n);
  return time > 0 && time <= Date.now() ? time : null;
}

/** The names that the profile may have for the file at `source`. */
function namesOf(source: string, functions: HeldFunctions, roots: SourceRoots): string[] {
  const base = path.basename(source);
  return functions.files.filter((name) => {
    if (baseName(name.replaceAll('\\', '/')) !== base) return false;
    // A file with this base name that is not found on this machine may be the one.
    const located = locateFile(name, roots);
    return located === null || samePath(located, source);
  });
}
