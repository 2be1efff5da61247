import assert from 'node:assert/strict';
import { type Problem, type Result, sentence } from '../src/base/result.ts';

/**
 * The message of an assertion about a `Result`: `assert.ok(read.ok, why(read))`. Without one, a test that fails says only that
 * something is false, and Node reads and parses the whole test file for these words.
 */
export function why(result: Result<unknown>): string {
  return result.ok ? 'it has succeeded' : `${result.problem.code}: ${sentence(result.problem)}`;
}

/** The value of what must succeed. */
export function succeeded<T>(result: Result<T>): T {
  assert.ok(result.ok, why(result));
  return result.value;
}

/** The problem of what must fail. */
export function refused(result: Result<unknown>): Problem {
  assert.ok(!result.ok, why(result));
  return result.problem;
}
