/** The sessions of comparisons of production: each brings the one that it compares with. */
import type { Session, SessionSource } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { isStored } from './storedProfile.ts';

/** The session to compare with: the one that the user has opened, or one that goes with its comparisons. */
export function baseSession(sessions: SessionStore, source: SessionSource): Session {
  const isOpen = ({ profilePath, base }: Session) => profilePath === source.profilePath && base === undefined;
  return sessions.all.find(isOpen) ?? sessions.addFile({ ...source, isOnlyBase: true });
}

/** So many comparisons stay: the user can go back to them without asking the store again. */
const mostComparisons = 4;

/** Removes the oldest comparisons, with what only they have needed. @param folder with the profiles from stores */
export function pruneComparisons(sessions: SessionStore, folder: string): void {
  const isComparison = ({ profilePath, base }: Session) =>
    base !== undefined && isStored(folder, profilePath);
  sessions.remove(sessions.all.filter(isComparison).slice(mostComparisons));
}
