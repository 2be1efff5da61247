/** Makes the sessions of profiles of production, and of their comparisons. */
import * as l10n from '@vscode/l10n';
import { defaultSampleType } from '../../../analysis/values/sampleType.ts';
import { ok, type Problem, type Result } from '../../../base/result.ts';
import { shortVersion } from '../../../go/stores/versions.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { HeldProfile } from '../../sessions/heldProfile.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import type { SessionStore } from '../../sessions/sessions.ts';
import { type Provenance, rateOf } from './provenance.ts';
import type { KeptProfiles, StoresContext, UnknownProgram } from './storesContext.ts';

export interface OpenedKept {
  readonly source: SessionSource;
  readonly problems: readonly Problem[];
  /** See `RanSources`. */
  readonly unknownProgram: UnknownProgram | null;
}

/**
 * Makes the session of a profile in a file of ours. Problems: those of `KeptProfiles.read`.
 *
 * @param held the profile, if it is in memory already
 */
export async function openKept(
  file: string,
  from: Provenance,
  { profiles, code }: Pick<StoresContext, 'profiles' | 'code'>,
  signal: AbortSignal,
  held?: Profile,
): Promise<Result<OpenedKept>> {
  const read = held === undefined ? await profiles.read(file) : ok(held);
  if (!read.ok) return read;
  const profile = read.value;
  const { roots, snapshot, commits, problems, unknownProgram } = await code(profile, from, signal);
  const ran =
    commits.length > 1
      ? l10n.t('{0} versions', commits.length)
      : (commits[0] ?? shortVersion(from.versions[0] ?? ''));
  const source: SessionSource = {
    title: ran === '' ? from.title : `${from.title} · ${ran}`,
    origin: { from: 'file' },
    profilePath: file,
    held: new HeldProfile(profile, () => profiles.readAgain(file)),
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

/** Removes the oldest comparisons, with what only they have needed. */
export function pruneComparisons(sessions: SessionStore, profiles: Pick<KeptProfiles, 'isKept'>): void {
  const isComparison = ({ profilePath, base }: Session) => base !== undefined && profiles.isKept(profilePath);
  const old = sessions.all.filter(isComparison).slice(mostComparisons);
  sessions.remove((session) => old.includes(session));
}
