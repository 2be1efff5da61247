// What `pprof-lens test` says when there is no profile: one sentence with the reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from './runHere.ts';
import { cliTest, testModule } from './testModule.ts';

const module = testModule();

const refusals: readonly (readonly [args: string[], RegExp, status?: number])[] = [
  [
    ['./broken'],
    /The tests of example\.com\/m\/broken do not build: broken_test\.go:\d+: undefined: missing/,
  ],
  [['./panics'], /TestX panicked, so there is no profile: too bad/],
  [['./exits'], /TestX ended the process before it was done, so there is no profile/],
  [
    ['./early'],
    /The tests of example\.com\/m\/early did not run: the process ended before them\. Look at its TestMain/,
  ],
  [['--timeout=300ms', './sleeps'], /TestX was ended after 300ms, so there is no profile/],
  [['./none'], /has no test files/],
  [['./onlybench'], /example\.com\/m\/onlybench has no tests/],
  [['--run=Nothing', '.', './onlybench'], /No test of these packages matches Nothing/],
  [['--run=Nothing', '.'], /No test of example\.com\/m matches Nothing/],
  [['--run=(', '.'], /The pattern is wrong: /, 2],
  [['./nowhere'], /The go command cannot list the packages/],
];

for (const [args, message, status = 1] of refusals) {
  test(`says in a sentence what is wrong: ${args.join(' ')}`, async () => {
    const run = await cliTest(module, ...args);
    assert.equal(run.status, status);
    assert.match(run.stderr, message);
  });
}

test('wrong arguments are told with the usage', async () => {
  for (const wrong of ['--profile=heap', '--count=0', '--timeout=soon', '--memprofilerate=0', '--bench=X']) {
    const run = await runHere('test', wrong);
    assert.equal(run.status, 2, wrong);
    assert.match(run.stderr, /usage: pprof-lens test/);
  }
});
