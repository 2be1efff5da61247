/** Profiles of tests: what is asked for. */

/** What of a module's tests is profiled. Its tests, examples and fuzz seeds run as `go test` runs them. */
export interface TestsRequest {
  /** A file of the package, or of the workspace's folder. */
  readonly uri: string;
  /** `workspace`: all packages below the workspace's folder. */
  readonly scope: 'test' | 'file' | 'package' | 'workspace';
  /** For `test`: the function's name. */
  readonly test?: string;
  /** For `test` without a name: a line in it, 0-based. If it is in none, the user is asked. */
  readonly line?: number;
}
