import { type EvidencePair, noResults } from '../../go/results/evidence.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';

/** A profile, the profile of the same kind that it is compared with, and the results of their runs if it has any. */
export interface SessionPair extends EvidencePair {
  readonly session: Session;
  readonly base: Session;
}

/**
 * The profile that the one of a file is compared with: two files that the user has chosen, two profiles of production, or
 * those of two moments of a server that is watched. `null` for other sessions.
 */
export function pairOfFiles(session: Session, sessions: Pick<SessionStore, 'all'>): SessionPair | null {
  const earlier = session.watchedAfter ?? session.base?.profilePath;
  const base = sessions.all.find(
    (each) => each.profilePath === earlier && each.base === undefined && each.merged === undefined,
  );
  return base === undefined ? null : { session, base, ...noResults };
}
