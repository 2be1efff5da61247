/** Makes the sessions of profiles of production, and of their comparisons. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { defaultSampleType } from '../../../analysis/values/sampleType.ts';
import { fail, ok, type Problem, type Result } from '../../../base/result.ts';
import type { GoCommand, VcsStamp } from '../../../go/binary/vcsStamp.ts';
import { readProfileFile, readProfileFileAgain } from '../../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import { findGo, offlineEnvironment } from '../../../go/toolchain/toolchain.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { AllSettings } from '../../client/settings.ts';
import { HeldProfile } from '../../sessions/heldProfile.ts';
import { rootsFor } from '../../sessions/openProfile.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import type { SessionStore } from '../../sessions/sessions.ts';
import { touchFile } from '../shared/keptFiles.ts';
import { isKept, type Provenance, rateOf } from './keptProfile.ts';
import { productionSources } from './production.ts';
import { findStamp, type NamedProgram, programOf, stampOf } from './ranProgram.ts';

export interface OpenContext {
  readonly settings: AllSettings;
  /** The workspace's folder. */
  readonly folder: string;
  readonly isTrusted: boolean;
  readonly files: NamedFiles;
  readonly signal?: AbortSignal;
}

export interface OpenedKept {
  readonly source: SessionSource;
  readonly problems: readonly Problem[];
  /** See `ProductionSources`. */
  readonly unknownProgram: NamedProgram | null;
}

/**
 * Makes the session of a profile in a file of ours. Problems: those of `readProfileFile`, `empty`.
 *
 * @param held the profile, if it is in memory already
 */
export async function openKept(
  file: string,
  from: Provenance,
  context: OpenContext,
  held?: Profile,
): Promise<Result<OpenedKept>> {
  const { settings, folder, isTrusted, files } = context;
  const { maxProfileBytes: maxBytes } = settings.lens;
  touchFile(file);
  const read = held === undefined ? await readProfileFile(file, { maxBytes, mayRun: false }) : ok(held);
  if (!read.ok) return read;
  const profile = read.value;
  if (profile === null) return fail('empty', '{0} is empty.', [file]);
  const roots = await rootsFor(folder, settings, isTrusted, files);
  const stamp = from.program === undefined ? null : await stampOfChosen(from.program, profile, context);
  const { snapshot, commits, problems, unknownProgram } = await productionSources(profile, from.versions, {
    ...context,
    roots,
    env: environmentOf(context),
    stamp,
    findStamp: (program) => stampHere(program, context),
  });
  const ran =
    commits.length > 1 ? l10n.t('{0} versions', commits.length) : (commits[0] ?? from.versions[0] ?? '');
  const source: SessionSource = {
    title: ran === '' ? from.title : `${from.title} · ${ran}`,
    origin: { from: 'file' },
    profilePath: file,
    profile,
    held: new HeldProfile(profile, () => {
      touchFile(file);
      return readProfileFileAgain(file, maxBytes);
    }),
    defaultSampleType: defaultSampleType(profile),
    ...rateOf(from, profile),
    roots,
    snapshot,
    takenAt: from.end,
    production: { service: from.service, ran: commits.length > 0 ? commits : from.versions },
  };
  return ok({ source, problems, unknownProgram });
}

/** What the program that the user has named says. It was read before: a file that is gone since says nothing. */
async function stampOfChosen(file: string, profile: Profile, context: OpenContext): Promise<VcsStamp | null> {
  const program = programOf(profile);
  const stamp = program === null ? null : await chosenStamp(file, program, context);
  return stamp?.ok ? stamp.value : null;
}

/** The stamp of the program that ran, in a file that the user names. Problems: those of `findGo` and of `stampOf`. */
export async function chosenStamp(
  file: string,
  program: NamedProgram,
  context: OpenContext,
): Promise<Result<VcsStamp>> {
  const go = await goOf(context);
  return go.ok ? stampOf(file, program, { files: context.files, go: go.value }) : go;
}

async function stampHere(program: NamedProgram, context: OpenContext): Promise<VcsStamp | null> {
  const { folder, files } = context;
  const go = await goOf(context);
  if (!go.ok) return null;
  const { env, gopath } = go.value;
  const paths = gopath.split(path.delimiter).filter((each) => each !== '');
  const installed = [env.GOBIN ?? '', ...paths.map((each) => path.join(each, 'bin'))];
  return findStamp(program, {
    folder,
    files,
    installed: installed.filter((each) => each !== ''),
    go: go.value,
  });
}

function environmentOf({ settings: { lens, go } }: OpenContext): NodeJS.ProcessEnv {
  return { ...process.env, ...go.toolsEnvVars, ...lens.env };
}

async function goOf(context: OpenContext): Promise<Result<GoCommand & { readonly gopath: string }>> {
  const { settings, folder: directory, signal } = context;
  const { alternateTools, goroot } = settings.go;
  const env = offlineEnvironment(environmentOf(context));
  const setting = settings.lens.goPath;
  const found = await findGo({ setting, alternateTools, goroot, env, directory, signal });
  if (!found.ok) return found;
  return ok({ command: found.value.command, gopath: found.value.gopath, directory, env, signal });
}

type Titles = Pick<Provenance, 'title' | 'short'>;

/** The source of a comparison of two profiles of production, as shares. */
export function againstSource(
  shown: SessionSource,
  from: Titles,
  base: Pick<Session, 'profilePath' | 'operations'>,
  { title, short = title }: Titles,
): SessionSource {
  return {
    ...shown,
    // A session has it from its file.
    profile: shown.profile,
    title: l10n.t('{0} against {1}', from.title, short),
    base: { profilePath: base.profilePath, operations: base.operations, ratio: 'shares' },
    isOnlyBase: false,
  };
}

/** The session to compare with: the one that the user has opened, or one that goes with its comparisons. */
export function baseSession(sessions: SessionStore, source: SessionSource): Session {
  const isOpen = ({ profilePath, base }: Session) => profilePath === source.profilePath && base === undefined;
  return sessions.all.find(isOpen) ?? sessions.addFile({ ...source, isOnlyBase: true });
}

/** So many comparisons stay: the user can go back to them without asking the store again. */
const mostComparisons = 4;

/** Removes the oldest comparisons, with what only they have needed. @param folder with the profiles from stores */
export function pruneComparisons(sessions: SessionStore, folder: string): void {
  const isComparison = ({ profilePath, base }: Session) => base !== undefined && isKept(folder, profilePath);
  sessions.remove(sessions.all.filter(isComparison).slice(mostComparisons));
}
