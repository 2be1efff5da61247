/**
 * A judge is something that our answers are compared with: the conformance data beside the project, google/pprof's
 * reader, benchstat, `go` itself.
 */

/**
 * Call this if the judge of a test is missing. It returns the reason to skip the test. With CI=true it throws instead,
 * because a build in which nothing was compared must not pass.
 */
export function skipWithoutJudge(reason: string): string {
  if (process.env.CI !== 'true') return reason;
  throw new Error(`${reason}\nWith CI=true, tests are not skipped: a missing judge fails the build.`);
}
