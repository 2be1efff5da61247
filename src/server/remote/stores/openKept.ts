/** Makes the sessions of profiles of production, and of their comparisons. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { defaultSampleType } from '../../../analysis/values/sampleType.ts';
import { fail, ok, type Problem, type Result } from '../../../base/result.ts';
import type { VcsStamp } from '../../../go/binary/vcsStamp.ts';
import { readProfileFile, readProfileFileAgain } from '../../../go/profiles/profileFile.ts';
import { shortVersion } from '../../../go/stores/versions.ts';
import { touchFile } from '../../../go/toolchain/keptFiles.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { findGoOffline, type GoSetup, toolsEnvironment } from '../../sessions/goSetup.ts';
import { HeldProfile } from '../../sessions/heldProfile.ts';
import { rootsFor } from '../../sessions/openProfile.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import type { SessionStore } from '../../sessions/sessions.ts';
import { findUnplaced } from '../../sessions/unplacedFiles.ts';
import type { RemoteContext } from '../shared/remoteContext.ts';
import { isKept, type Provenance, rateOf } from './keptProfile.ts';
import { productionSources } from './production.ts';
import { findStamp, type NamedProgram, stampOf } from './ranProgram.ts';

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
  context: RemoteContext,
  signal: AbortSignal,
  held?: Profile,
): Promise<Result<OpenedKept>> {
  const { folder, files } = context;
  const settings = await context.settings.general();
  const isTrusted = context.isTrusted();
  const { maxProfileBytes: maxBytes } = settings.lens;
  touchFile(file);
  const read = held === undefined ? await readProfileFile(file, { maxBytes, mayRun: false }) : ok(held);
  if (!read.ok) return read;
  const profile = read.value;
  if (profile === null) return fail('empty', '{0} is empty.', [file]);
  const located = await rootsFor(folder, settings, isTrusted, files);
  const roots = { ...located, found: await findUnplaced(profile, located, context.workspaceFiles, files) };
  const { snapshot, commits, problems, unknownProgram } = await productionSources(profile, from.versions, {
    ...{ folder, files, isTrusted, roots, signal },
    env: toolsEnvironment(settings),
    findStamp: (program) => stampHere(program, from.program, context, signal),
  });
  const ran =
    commits.length > 1
      ? l10n.t('{0} versions', commits.length)
      : (commits[0] ?? shortVersion(from.versions[0] ?? ''));
  const source: SessionSource = {
    title: ran === '' ? from.title : `${from.title} · ${ran}`,
    origin: { from: 'file' },
    profilePath: file,
    held: new HeldProfile(profile, () => {
      touchFile(file);
      return readProfileFileAgain(file, maxBytes);
    }),
    defaultSampleType: defaultSampleType(profile),
    ...rateOf(from, profile),
    roots,
    snapshot,
    takenAt: from.end,
    production: {
      service: from.service,
      ran: commits.length > 0 ? commits : from.versions,
      ...(from.began === undefined ? {} : { began: from.began }),
    },
  };
  return ok({ source, problems, unknownProgram });
}

/** The stamp of the program that ran, in a file that the user names. Problems: those of `findGo` and of `stampOf`. */
export async function chosenStamp(
  file: string,
  program: NamedProgram,
  { settings, folder, files }: RemoteContext,
  signal: AbortSignal,
): Promise<Result<VcsStamp>> {
  const go = await findGoOffline(await settings.general(), folder, signal);
  return go.ok ? stampOf(file, program, { files, go: commandOf(go.value, signal) }) : go;
}

function commandOf(
  { toolchain, directory, env }: Pick<GoSetup, 'toolchain' | 'directory' | 'env'>,
  signal: AbortSignal,
) {
  return { command: toolchain.command, directory, env, signal };
}

/** The stamp of the program that the user has named, or of one in the usual places. */
async function stampHere(
  program: NamedProgram,
  named: string | undefined,
  context: RemoteContext,
  signal: AbortSignal,
): Promise<VcsStamp | null> {
  const { settings, folder, files } = context;
  const stamp = named === undefined ? null : await chosenStamp(named, program, context, signal);
  if (stamp?.ok) return stamp.value;
  const go = await findGoOffline(await settings.general(), folder, signal);
  if (!go.ok) return null;
  const { env, toolchain } = go.value;
  const paths = toolchain.gopath.split(path.delimiter).filter((each) => each !== '');
  const installed = [env.GOBIN ?? '', ...paths.map((each) => path.join(each, 'bin'))];
  return findStamp(program, {
    folder,
    files,
    installed: installed.filter((each) => each !== ''),
    go: commandOf(go.value, signal),
  });
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
    title: l10n.t('{0} against {1}', from.title, short),
    base: { profilePath: base.profilePath, operations: base.operations, ratio: 'shares' },
    isOnlyBase: false,
  };
}

/** A profile whose version first ran then. */
export function ranFrom(source: SessionSource, began: number): SessionSource {
  const { production } = source;
  return production === undefined ? source : { ...source, production: { ...production, began } };
}

/** So many comparisons stay: the user can go back to them without asking the store again. */
const mostComparisons = 4;

/** Removes the oldest comparisons, with what only they have needed. @param folder with the profiles from stores */
export function pruneComparisons(sessions: SessionStore, folder: string): void {
  const isComparison = ({ profilePath, base }: Session) => base !== undefined && isKept(folder, profilePath);
  const old = sessions.all.filter(isComparison).slice(mostComparisons);
  sessions.remove((session) => old.includes(session));
}
