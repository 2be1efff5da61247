import path from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import type { MayRun } from '../../go/profiles/conversion.ts';
import { readProfileFile, readProfileFileAgain } from '../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { lookAt } from '../../go/sources/regularFile.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { bareRoots, findSourceRoots } from '../../go/sources/sourceRoots.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { AllSettings, Settings } from '../client/settings.ts';
import type { WorkspaceFiles } from '../client/workspaceFiles.ts';
import { comparedSession, type FileAccess, fileSession, type ReadFile } from './fileSession.ts';
import { findGoOffline } from './goSetup.ts';
import type { PprofCopies } from './pprofCopies.ts';
import type { SessionSource } from './session.ts';
import type { SessionStore } from './sessions.ts';
import { findUnplaced } from './unplacedFiles.ts';

interface OpenContext {
  /** The workspace's folder, where Go looks for modules; if there is none, it looks in the file's own. */
  readonly folder: string | null;
  readonly settings: Settings;
  readonly isTrusted: () => boolean;
  /** Which programs may read it. By default all in a trusted workspace, else none. */
  readonly mayRun?: MayRun;
  readonly files: NamedFiles;
  readonly copies: PprofCopies;
  readonly workspaceFiles: Pick<WorkspaceFiles, 'named'>;
}

/** Opens a profile file of the disk, for a session: see `fileSession`. */
export async function openProfileFile(
  file: string,
  context: OpenContext,
  merged: readonly string[] = [],
): Promise<Result<SessionSource>> {
  return fileSession(await accessOf(context), file, merged);
}

/** Opens a profile file of the disk against another one: see `comparedSession`. */
export async function openComparison(
  file: string,
  basePath: string,
  context: OpenContext & { readonly sessions: SessionStore },
): Promise<Result<SessionSource>> {
  return comparedSession(await accessOf(context), file, basePath, context.sessions);
}

async function accessOf({ files, copies, folder, mayRun, ...context }: OpenContext): Promise<FileAccess> {
  const settings = await context.settings.general();
  const isTrusted = context.isTrusted();
  const maxBytes = settings.lens.maxProfileBytes;
  return {
    files,
    copies,
    read: (file) => readOne(file, { maxBytes, mayRun: mayRun ?? isTrusted }),
    readAgain: (file) => readProfileFileAgain(file, maxBytes),
    rootsOf: async (profile, file) => {
      const found = await rootsFor(folder ?? path.dirname(file), settings, isTrusted, files);
      const roots = { ...found, folders: files.folders };
      return { ...roots, found: await findUnplaced(profile, roots, context.workspaceFiles, files) };
    },
    builtAt: (profile) => (isTrusted ? programTime(profile, files) : null),
  };
}

interface ReadLimits {
  readonly maxBytes: number;
  readonly mayRun: MayRun;
}

async function readOne(file: string, limits: ReadLimits): Promise<Result<ReadFile>> {
  const seen = lookAt(file, Number.MAX_SAFE_INTEGER);
  // Whether there is a file, and how large it is, is said by who reads it.
  if (!seen.ok && seen.problem.code === 'file-special') return seen;
  let isAsFile = true;
  const converted = () => {
    isAsFile = false;
  };
  const read = await readProfileFile(file, { ...limits, converted });
  if (!read.ok) return read;
  const writtenAt = seen.ok ? Number(seen.value.mtimeNs) / 1e6 : 0;
  return ok({ profile: read.value, isAsFile, writtenAt });
}

/** When the profiled program was written, where it still is on this machine; `null` where nobody knows. */
function programTime({ mappings, strings }: Profile, files: NamedFiles): number | null {
  const [name] = mappings.filename;
  const file = name === undefined ? '' : strings.get(name);
  if (!path.isAbsolute(file)) return null;
  const program = files.program(file, Number.MAX_SAFE_INTEGER);
  return program.ok ? program.value.modifiedAt : null;
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
