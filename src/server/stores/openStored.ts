/** Makes the session of a profile of production. */
import * as l10n from '@vscode/l10n';
import { defaultSampleType } from '../../analysis/values/sampleType.ts';
import { readProfileFile, readProfileFileAgain } from '../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import type { AllSettings } from '../client/settings.ts';
import { HeldProfile } from '../sessions/heldProfile.ts';
import { rootsFor } from '../sessions/openProfile.ts';
import type { SessionSource } from '../sessions/session.ts';
import { productionSources } from './production.ts';
import type { Provenance } from './storedProfile.ts';

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
}

/** Where the store knows for how long processes were profiled, costs are those of a second of a process. */
function rateOf({ durationNanos }: Profile): Pick<SessionSource, 'operations' | 'perUnit'> {
  const seconds = Number(durationNanos) / 1e9;
  return seconds <= 0 ? { operations: null } : { operations: seconds, perUnit: 'second' };
}

/** Problems: those of `readProfileFile`, `empty`. */
export async function openStored(
  file: string,
  from: Provenance,
  place: StoredPlace,
): Promise<Result<OpenedStored>> {
  const { settings, folder, isTrusted, files, signal } = place;
  const { maxProfileBytes: maxBytes } = settings.lens;
  const read = await readProfileFile(file, { maxBytes, mayRunGo: false });
  if (!read.ok) return read;
  const profile = read.value;
  if (profile === null) return fail('empty', '{0} is empty.', [file]);
  const roots = await rootsFor(folder, settings, isTrusted, files);
  const env = { ...process.env, ...settings.go.toolsEnvVars, ...settings.lens.env };
  const context = { folder, roots, files, env, isTrusted, ...(signal === undefined ? {} : { signal }) };
  const { snapshot, commits, problems } = await productionSources(profile, from.versions, context);
  const ran =
    commits.length > 1 ? l10n.t('{0} versions', commits.length) : (commits[0] ?? from.versions[0] ?? '');
  const source: SessionSource = {
    title: ran === '' ? from.title : `${from.title} · ${ran}`,
    origin: { from: 'file' },
    profilePath: file,
    profile,
    held: new HeldProfile(profile, () => readProfileFileAgain(file, maxBytes)),
    defaultSampleType: defaultSampleType(profile),
    ...rateOf(profile),
    roots,
    snapshot,
    takenAt: from.end,
    production: { service: from.service, ran: commits.length > 0 ? commits : from.versions },
  };
  return ok({ source, problems });
}
