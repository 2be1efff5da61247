import { type Result, sentence } from '../src/base/result.ts';

/**
 * The message of an assertion about a `Result`: `assert.ok(read.ok, why(read))`. Without one, a test that fails says only that
 * something is false, and Node reads and parses the whole test file for these words.
 */
export function why(result: Result<unknown>): string {
  return result.ok ? 'it has succeeded' : `${result.problem.code}: ${sentence(result.problem)}`;
}
