/** Profiles of tests: what is asked for. */

import { filledText, object, oneOf, type Read, text, wholeNumber } from '../base/outsideValues.ts';

/** What of a module's tests is profiled. Its tests, examples and fuzz seeds run as `go test` runs them. */
export const profileTestsArgs = object(
  {
    /** A file of the package, or of the workspace's folder. */
    uri: text,
    /** `workspace`: all packages below the workspace's folder. */
    scope: oneOf('test', 'file', 'package', 'workspace'),
  },
  {
    /** For `test`: the function's name. */
    test: filledText,
    /** For `test` without a name: a line in it, 0-based. If it is in none, the user is asked. */
    line: wholeNumber,
  },
);

export type ProfileTestsArgs = Read<typeof profileTestsArgs>;
