/** A server that dies more often than this within the period is not started again. */
const mostRestarts = 3;
const periodMs = 3 * 60 * 1000;

/**
 * Decides what happens when the server has died. It is started again unless it keeps dying. The user is told of the
 * first death of a series and of the one after which the server is not started again, but not of those in between.
 *
 * @param deaths times of all deaths so far, this one last, in milliseconds
 */
export function onDeath(deaths: readonly number[]): { restart: boolean; tell: boolean } {
  const last = deaths.at(-1) ?? 0;
  const recent = deaths.filter((time) => last - time < periodMs).length;
  const restart = recent <= mostRestarts;
  return { restart, tell: recent === 1 || !restart };
}
