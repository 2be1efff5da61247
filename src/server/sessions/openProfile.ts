import { stat } from 'node:fs/promises';
import path from 'node:path';
import { declaresFunctions } from '../../analysis/lines/sourceCheck.ts';
import { defaultSampleType } from '../../analysis/values/sampleType.ts';
import { readProfileFile } from '../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { locateFile, type SourceRoots, samePath } from '../../go/sources/sourcePaths.ts';
import { bareRoots, findSourceRoots } from '../../go/sources/sourceRoots.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, type Result } from '../../result.ts';
import type { AllSettings } from '../client/settings.ts';
import type { SessionSource } from './sessions.ts';
import { SourceSnapshot } from './sourceSnapshot.ts';

/**
 * Opens a profile file, for a session. A source file counts as the one that was profiled if it is older than the profile,
 * or declares the profile's functions on the lines that the profile names.
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
  const read = await readProfileFile(file, { maxBytes: settings.lens.maxProfileBytes, mayRunGo: isTrusted });
  if (!read.ok) return read;
  const profile = read.value;
  if (profile === null)
    return fail('empty', '{0} is empty: the program wrote no profile into it.', [path.basename(file)]);
  const roots = await rootsFor(folder, settings, isTrusted, files);
  const declaresAll = (source: string, text: string) =>
    namesOf(source, profile, roots).every((name) => declaresFunctions(profile, name, text));
  const time = await takenAt(file, profile.timeNanos);
  const snapshot = new SourceSnapshot(time, new Map(), declaresAll, files.read);
  return {
    ok: true,
    value: {
      title: path.basename(file),
      origin: { from: 'file' },
      profilePath: file,
      profile,
      defaultSampleType: defaultSampleType(profile),
      operations: null,
      roots,
      snapshot,
    },
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

/** When the profile was taken, in milliseconds since the epoch. Where the profile does not say: when the file was written. */
async function takenAt(file: string, timeNanos: bigint): Promise<number> {
  if (timeNanos > 0n) return Number(timeNanos / 1_000_000n);
  const { mtimeMs } = await stat(file);
  return mtimeMs;
}

/** The names that the profile may have for the file at `source`. */
function namesOf(source: string, { functions, strings }: Profile, roots: SourceRoots): string[] {
  const names = new Set<string>();
  for (let func = 0; func < functions.count; func++) {
    const name = strings.get(functions.filename[func] ?? 0);
    if (!name.endsWith(path.basename(source)) || names.has(name)) continue;
    // A file with this base name that is not found on this machine may be the one.
    const located = locateFile(name, roots);
    if (located === null || samePath(located, source)) names.add(name);
  }
  return [...names];
}
