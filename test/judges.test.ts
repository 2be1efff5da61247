/** A judge that is missing: its tests are skipped for a person, and fail in CI. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { temporaryFolder } from './cli/runCli.ts';

const folder = temporaryFolder();
const missing = folder.path('missing');

/** What takes away each judge. Another folder for built judges has none of earlier runs. */
const withoutGo = { PATH: missing, PPROF_LENS_JUDGES: folder.path('judges') };

/** Runs a test file as the test runner does. */
function runTests(file: string, changed: NodeJS.ProcessEnv) {
  const env = { ...process.env, ...changed };
  // Set by the test runner that runs this file. With it, the inner one would run nothing.
  delete env.NODE_TEST_CONTEXT;
  const args = ['--import', import.meta.resolve('tsx'), '--test', '--test-reporter=tap', file];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: `${import.meta.dirname}/..`, env });
  return { status, output: stdout.toString() };
}

const judges: readonly (readonly [what: string, file: string, without: NodeJS.ProcessEnv, says: RegExp])[] = [
  ["google/pprof's reader", 'test/fuzz/fuzz.test.ts', withoutGo, /google\/pprof's reader cannot be built/],
  ['benchstat', 'test/bench-text/benchstat.test.ts', withoutGo, /benchstat cannot be installed/],
];
for (const [what, file, without, says] of judges) {
  test(`without ${what}, CI fails and says why`, () => {
    const { status, output } = runTests(file, { ...without, CI: 'true' });
    assert.notEqual(status, 0, output);
    assert.match(output, says);
    assert.match(output, /a missing judge fails the build/);
  });
}

test('without a judge, a person reads why its tests are skipped', () => {
  for (const [, file, without, says] of judges.filter(([what]) => what !== "google/pprof's reader")) {
    const { status, output } = runTests(file, { ...without, CI: '' });
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`# SKIP ${says.source}`));
  }
});
