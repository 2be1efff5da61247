import path from 'node:path';
import { HeldFunctions } from '../../analysis/lines/heldFunctions.ts';
import { defaultSampleType } from '../../analysis/values/sampleType.ts';
import { readProfileFile, readProfileFileAgain } from '../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { lookAt } from '../../go/sources/regularFile.ts';
import { locateFile, type SourceRoots, samePath } from '../../go/sources/sourcePaths.ts';
import { bareRoots, findSourceRoots } from '../../go/sources/sourceRoots.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, type Result } from '../../result.ts';
import type { AllSettings } from '../client/settings.ts';
import { HeldProfile } from './heldProfile.ts';
import type { SessionSource } from './sessions.ts';
import { type SourceCheck, SourceSnapshot } from './sourceSnapshot.ts';

/**
 * Opens a profile file, for a session. A source file counts as the one that was profiled if it is older than the profile,
 * or holds the profile's functions on the lines that the profile names.
 *
 * @param folder where Go looks for modules: the workspace's folder, or the file's own
 */
export async function openProfileFile(
  file: string,
  folder: string,
  settings: AllSettings,
  isTrusted: boolean,
  files: NamedFiles,
): Promise<Result<SessionSource>> {
  const seen = lookAt(file, Number.MAX_SAFE_INTEGER);
  // Whether there is a file, and how large it is, is said by who reads it.
  if (!seen.ok && seen.problem.code === 'file-special') return seen;
  const { maxProfileBytes: maxBytes } = settings.lens;
  let isConverted = false;
  const converted = () => {
    isConverted = true;
  };
  const read = await readProfileFile(file, { maxBytes, mayRunGo: isTrusted, converted });
  if (!read.ok) return read;
  const profile = read.value;
  if (profile === null)
    return fail('empty', '{0} is empty: the program wrote no profile into it.', [path.basename(file)]);
  const roots = await rootsFor(folder, settings, isTrusted, files);
  const held = new HeldProfile(profile, isConverted ? null : () => readProfileFileAgain(file, maxBytes));
  const holdsAll = holdsFunctions(held, roots);
  const time = timeOf(profile);
  // Without a time, no file is known to be older than the profile.
  const snapshot = new SourceSnapshot(time ?? 0, new Map(), holdsAll, files.read);
  return {
    ok: true,
    value: {
      title: path.basename(file),
      origin: { from: 'file' },
      profilePath: file,
      profile,
      held,
      defaultSampleType: defaultSampleType(profile),
      operations: null,
      roots,
      snapshot,
      takenAt: time ?? (seen.ok ? Number(seen.value.mtimeNs) / 1e6 : 0),
    },
  };
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
  { lens, go }: AllSettings,
  isTrusted: boolean,
  { exists }: NamedFiles,
): Promise<SourceRoots> {
  if (!isTrusted) return bareRoots(lens.pathMappings, exists);
  const env = { ...process.env, ...go.toolsEnvVars, ...lens.env };
  const toolchain = await findGo({
    setting: lens.goPath,
    alternateTools: go.alternateTools,
    goroot: go.goroot,
    env,
    directory: folder,
  });
  if (!toolchain.ok) return bareRoots(lens.pathMappings, exists);
  const query = { toolchain: toolchain.value, directory: folder, env, tags: '' };
  return findSourceRoots(query, lens.pathMappings, exists);
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
    if (!name.endsWith(base)) return false;
    // A file with this base name that is not found on this machine may be the one.
    const located = locateFile(name, roots);
    return located === null || samePath(located, source);
  });
}
