/**
 * Judges: what our answers are compared with. The reference data beside the project, google/pprof's reader, benchstat,
 * `go` itself.
 */

/**
 * For tests whose judge is missing: answers the reason to skip them. With CI=true it throws instead: a build in which
 * nothing was compared must not pass.
 */
export function skipWithoutJudge(reason: string): string {
  if (process.env.CI !== 'true') return reason;
  throw new Error(`${reason}\nWith CI=true, tests are not skipped: a missing judge fails the build.`);
}
