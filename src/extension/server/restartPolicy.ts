/** What to do when the server has died. */
export interface RestartDecision {
  readonly restart: boolean;
  /** The user has not heard of it yet. */
  readonly tell: boolean;
}

/** A server that dies this often within the period will die again. */
const mostRestarts = 3;
const periodMs = 3 * 60 * 1000;

/**
 * Decides on a death of the server: it is started again unless it keeps dying, and the user is told of the
 * first death of a series and of the end of it, not of each in between.
 *
 * @param deaths times of all deaths so far, this one last, in milliseconds
 */
export function onDeath(deaths: readonly number[]): RestartDecision {
  const last = deaths.at(-1) ?? 0;
  const recent = deaths.filter((time) => last - time < periodMs).length;
  const restart = recent <= mostRestarts;
  return { restart, tell: recent === 1 || !restart };
}
