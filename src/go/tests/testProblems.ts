/** What went wrong in a run of tests, in words. */
import { fail, type Problem } from '../../base/result.ts';
import type { ProcessEnd } from '../toolchain/process.ts';
import type { TopLevelTest } from './testEvents.ts';
import type { TestedPackage } from './testRequest.ts';

/** Why tests failed, or the process ended before them. The output goes with the problems as details. */
export function endProblems(
  importPath: string,
  { exitCode }: ProcessEnd,
  tests: readonly TopLevelTest[],
  output: string,
): Pick<TestedPackage, 'outcome' | 'problems'> {
  if (exitCode === 0) return { outcome: 'pass', problems: [] };
  const early = earlyEnd(importPath, tests, output);
  if (early !== null) return { outcome: 'unfinished', problems: [early] };
  const failed = tests.filter(({ outcome }) => outcome === 'fail');
  const problems = failed.map(({ name, reason }) =>
    reason === undefined
      ? fail('test-failed', '{0} failed.', [name], output).problem
      : fail('test-failed', '{0} failed: {1}', [name, reason], output).problem,
  );
  if (problems.length > 0) return { outcome: 'fail', problems };
  const template = 'The tests of {0} passed, but their process failed after them. Look at its TestMain.';
  const { problem } = fail('process-failed', template, [importPath], output);
  return { outcome: 'fail', problems: [problem] };
}

/** Why the process ended before its tests; `null` if it did not. */
function earlyEnd(importPath: string, tests: readonly TopLevelTest[], output: string): Problem | null {
  const running = tests.find(({ outcome }) => outcome === 'unfinished')?.name;
  const timeout = /^panic: test timed out after (\S+)/m.exec(output)?.[1];
  if (timeout !== undefined) {
    const template = '{0} was ended after {1}, so there is no profile. Give it more time, or fewer tests.';
    return fail('test-timeout', template, [running ?? importPath, timeout], output).problem;
  }
  const panic = /^(?:panic|fatal error): (.*)$/m.exec(output)?.[1];
  if (panic !== undefined && !hasEnded(output)) {
    const failing = tests.filter(({ outcome }) => outcome === 'fail').at(-1)?.name;
    const template = '{0} panicked, so there is no profile: {1}';
    const why = panic.replace(/ \[recovered(?:, repanicked)?\]$/, '');
    return fail('test-panicked', template, [running ?? failing ?? importPath, why], output).problem;
  }
  if (running === undefined) return null;
  // Which exit status it was, the go command does not say.
  const template =
    '{0} ended the process before it was done, so there is no profile. It may call os.Exit or log.Fatal.';
  return fail('test-ended-process', template, [running], output).problem;
}

/** Whether package testing has said what came of all tests: a test may have logged the words of a panic. */
function hasEnded(output: string): boolean {
  return /^(?:PASS|FAIL)\r?$/m.test(output);
}
