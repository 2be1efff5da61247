/** Makes the session of a profile of production. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { defaultSampleType } from '../../analysis/values/sampleType.ts';
import type { GoCommand, VcsStamp } from '../../go/binary/vcsStamp.ts';
import { readProfileFile, readProfileFileAgain } from '../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import type { AllSettings } from '../client/settings.ts';
import { HeldProfile } from '../sessions/heldProfile.ts';
import { rootsFor } from '../sessions/openProfile.ts';
import type { Session, SessionSource } from '../sessions/session.ts';
import { productionSources } from './production.ts';
import { findStamp, type NamedProgram, programOf, stampOf } from './ranProgram.ts';
import { type Provenance, rateOf, touchStored } from './storedProfile.ts';

export interface StoredPlace {
  readonly settings: AllSettings;
  /** The workspace's folder. */
  readonly folder: string;
  readonly isTrusted: boolean;
  readonly files: NamedFiles;
  readonly signal?: AbortSignal;
}

export interface OpenedStored {
  readonly source: SessionSource;
  readonly problems: readonly Problem[];
  /** See `ProductionSources`. */
  readonly unknownProgram: NamedProgram | null;
}

/** Problems: those of `readProfileFile`, `empty`. */
export async function openStored(
  file: string,
  from: Provenance,
  place: StoredPlace,
): Promise<Result<OpenedStored>> {
  const { settings, folder, isTrusted, files, signal } = place;
  const { maxProfileBytes: maxBytes } = settings.lens;
  touchStored(file);
  const read = await readProfileFile(file, { maxBytes, mayRunGo: false });
  if (!read.ok) return read;
  const profile = read.value;
  if (profile === null) return fail('empty', '{0} is empty.', [file]);
  const roots = await rootsFor(folder, settings, isTrusted, files);
  const env = { ...process.env, ...settings.go.toolsEnvVars, ...settings.lens.env };
  const context = {
    folder,
    roots,
    files,
    env,
    isTrusted,
    ...(signal === undefined ? {} : { signal }),
    stamp: from.program === undefined ? null : await stampOfChosen(from.program, profile, place),
    findStamp: (program: NamedProgram) => stampHere(program, place),
  };
  const sources = await productionSources(profile, from.versions, context);
  const { snapshot, commits, problems, unknownProgram } = sources;
  const ran =
    commits.length > 1 ? l10n.t('{0} versions', commits.length) : (commits[0] ?? from.versions[0] ?? '');
  const source: SessionSource = {
    title: ran === '' ? from.title : `${from.title} · ${ran}`,
    origin: { from: 'file' },
    profilePath: file,
    profile,
    held: new HeldProfile(profile, () => {
      touchStored(file);
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
async function stampOfChosen(file: string, profile: Profile, place: StoredPlace): Promise<VcsStamp | null> {
  const program = programOf(profile);
  const stamp = program === null ? null : await chosenStamp(file, program, place);
  return stamp?.ok ? stamp.value : null;
}

/** The stamp of the program that ran, in a file that the user names. Problems: those of `findGo` and of `stampOf`. */
export async function chosenStamp(
  file: string,
  program: NamedProgram,
  place: StoredPlace,
): Promise<Result<VcsStamp>> {
  const go = await goOf(place);
  return go.ok ? stampOf(file, program, { files: place.files, go: go.value }) : go;
}

async function stampHere(program: NamedProgram, place: StoredPlace): Promise<VcsStamp | null> {
  const { folder, files } = place;
  const go = await goOf(place);
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

async function goOf({
  settings: { lens, go },
  folder,
  signal,
}: StoredPlace): Promise<Result<GoCommand & { readonly gopath: string }>> {
  const env = { ...process.env, ...go.toolsEnvVars, ...lens.env };
  const { alternateTools, goroot } = go;
  const found = await findGo({
    setting: lens.goPath,
    alternateTools,
    goroot,
    env,
    directory: folder,
    signal,
  });
  if (!found.ok) return found;
  return ok({ command: found.value.command, gopath: found.value.gopath, directory: folder, env, signal });
}

/** The source of a comparison of two profiles of production, as shares. */
export function againstSource(
  shown: SessionSource,
  from: Provenance,
  base: Pick<Session, 'profilePath' | 'operations'>,
  { title, short = title }: Pick<Provenance, 'title' | 'short'>,
): SessionSource {
  return {
    ...sourceOf(shown),
    title: l10n.t('{0} against {1}', from.title, short),
    base: { profilePath: base.profilePath, operations: base.operations, ratio: 'shares' },
  };
}

/** What a session was made of: a session has more. */
function sourceOf(shown: SessionSource): SessionSource {
  const { title, profilePath, profile, held, defaultSampleType, operations, perUnit } = shown;
  const { roots, snapshot, takenAt, production } = shown;
  return {
    title,
    origin: { from: 'file' },
    profilePath,
    profile,
    ...(held === undefined ? {} : { held }),
    defaultSampleType,
    operations,
    ...(perUnit === undefined ? {} : { perUnit }),
    roots,
    snapshot,
    ...(takenAt === undefined ? {} : { takenAt }),
    ...(production === undefined ? {} : { production }),
  };
}
