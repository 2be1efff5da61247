import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { combine, subtractBase } from '../../analysis/difference/combine.ts';
import { otherKind } from '../../analysis/difference/otherKind.ts';
import { HeldFunctions } from '../../analysis/lines/heldFunctions.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { defaultSampleType } from '../../analysis/values/sampleType.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { withJavaFiles } from '../../foreign/javaFiles.ts';
import type { MayRun } from '../../go/profiles/conversion.ts';
import { readProfileFile, readProfileFileAgain } from '../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { lookAt } from '../../go/sources/regularFile.ts';
import { locateFile, type SourceRoots, samePath } from '../../go/sources/sourcePaths.ts';
import { bareRoots, findSourceRoots } from '../../go/sources/sourceRoots.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { AllSettings, Settings } from '../client/settings.ts';
import { findGoOffline } from './goSetup.ts';
import { HeldProfile } from './heldProfile.ts';
import type { PprofCopies } from './pprofCopies.ts';
import type { SessionSource } from './session.ts';
import { type SourceCheck, SourceSnapshot } from './sourceSnapshot.ts';

interface OpenContext {
  /** The workspace's folder, where Go looks for modules; if there is none, it looks in the file's own. */
  readonly folder: string | null;
  readonly settings: Settings;
  readonly isTrusted: () => boolean;
  /** Which programs may read it. By default all in a trusted workspace, else none. */
  readonly mayRun?: MayRun;
  readonly files: NamedFiles;
  readonly copies: PprofCopies;
}

/**
 * Opens a profile file, for a session, merged with others if there are any. A source file counts as the one that was
 * profiled if it is older than the profile and its program, or holds the profile's functions on the lines that the profile names.
 */
export async function openProfileFile(
  file: string,
  context: OpenContext,
  merged: readonly string[] = [],
): Promise<Result<SessionSource>> {
  const { files } = context;
  const settings = await context.settings.general();
  const isTrusted = context.isTrusted();
  const { maxProfileBytes } = settings.lens;
  const limits = { maxBytes: maxProfileBytes, mayRun: context.mayRun ?? isTrusted };
  const read = await readFiles([file, ...merged], limits, context.copies);
  if (!read.ok) return read;
  const { profile, bytesPath, writtenAt } = read.value;
  const found = await rootsFor(context.folder ?? path.dirname(file), settings, isTrusted, files);
  const roots = { ...found, folders: files.folders };
  const held = new HeldProfile(profile, () => readProfileFileAgain(bytesPath ?? file, maxProfileBytes));
  const holdsAll = holdsFunctions(held, roots);
  const time = timeOf(profile);
  // Without a time, no file is known to be older than the profile. A server runs on while its sources change: what is newer
  // than the program is not what it was built from.
  const builtAt = isTrusted ? programTime(profile, files) : null;
  const snapshot = new SourceSnapshot(
    Math.min(time ?? 0, builtAt ?? Infinity),
    new Map(),
    holdsAll,
    files.read,
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
 * Opens a profile file against another one, for a session. The lines show the costs of the first; a page shows the
 * difference. Problems: those of `openProfileFile`, and `incompatible-profiles`.
 *
 * @param basePath the file that it is compared with
 */
export async function openComparison(
  file: string,
  basePath: string,
  context: OpenContext,
): Promise<Result<SessionSource>> {
  const opened = await openProfileFile(file, context);
  if (!opened.ok) return opened;
  const base = await openProfileFile(basePath, context);
  if (!base.ok) return base;
  const profiles = [opened.value.held.profile, base.value.held.profile] as const;
  const difference = subtractBase(...profiles, { how: 'compare', normalize: false });
  if (!difference.ok) {
    const other = otherKind(profiles, [opened.value.title, base.value.title]);
    return other === null ? difference : { ok: false, problem: other };
  }
  const { title, profilePath, bytesPath } = base.value;
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

interface ReadLimits {
  readonly maxBytes: number;
  readonly mayRun: MayRun;
}

async function readFiles(
  paths: readonly string[],
  limits: ReadLimits,
  copies: PprofCopies,
): Promise<Result<ReadFiles>> {
  const profiles: Profile[] = [];
  let isAsFile = paths.length === 1;
  let writtenAt = 0;
  for (const file of paths) {
    const read = await readOne(file, limits);
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
  const copy = await copies.write(paths.join('\n'), profile);
  return copy.ok ? ok({ profile, bytesPath: copy.value, writtenAt }) : copy;
}

/** Reads one file; `isAsFile` if it is a pprof file. */
async function readOne(
  file: string,
  limits: ReadLimits,
): Promise<Result<{ profile: Profile; isAsFile: boolean; writtenAt: number }>> {
  const seen = lookAt(file, Number.MAX_SAFE_INTEGER);
  // Whether there is a file, and how large it is, is said by who reads it.
  if (!seen.ok && seen.problem.code === 'file-special') return seen;
  let isAsFile = true;
  const converted = () => {
    isAsFile = false;
  };
  const read = await readProfileFile(file, { ...limits, converted });
  if (!read.ok) return read;
  if (read.value === null) {
    return fail('empty', '{0} is empty: the program wrote no profile into it.', [path.basename(file)]);
  }
  const writtenAt = seen.ok ? Number(seen.value.mtimeNs) / 1e6 : 0;
  return ok({ profile: read.value, isAsFile, writtenAt });
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

/** When the profiled program was written, where it still is on this machine; `null` where nobody knows. */
function programTime({ mappings, strings }: Profile, files: NamedFiles): number | null {
  const [name] = mappings.filename;
  const file = name === undefined ? '' : strings.get(name);
  if (!path.isAbsolute(file)) return null;
  const program = files.program(file, Number.MAX_SAFE_INTEGER);
  return program.ok ? program.value.modifiedAt : null;
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

/** Where the sources of `folder` and its dependencies are. Go is asked only if the workspace is trusted. */
export async function rootsFor(
  folder: string,
  settings: AllSettings,
  isTrusted: boolean,
  { exists }: NamedFiles,
): Promise<SourceRoots> {
  const { pathMappings } = settings.lens;
  const go = isTrusted ? await findGoOffline(settings, folder) : null;
  return go?.ok
    ? findSourceRoots({ ...go.value, tags: '' }, pathMappings, exists)
    : bareRoots(pathMappings, exists);
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
