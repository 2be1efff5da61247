/** The help and the version of the program. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareUsage } from '../../src/cli/compare/compareOptions.ts';
import { reportOptionKinds } from '../../src/cli/profiles/reportOptions.ts';
import { reportUsage } from '../../src/cli/reports/reportUsage.ts';
import { usage } from '../../src/cli/usage.ts';
import { runCli } from './runCli.ts';

test('the help of a report names every option there is, and no line is too long for a terminal', () => {
  for (const text of [usage, reportUsage('peek')]) {
    for (const option of Object.keys(reportOptionKinds)) {
      assert.match(text, new RegExp(option === 'o' ? ' -o ' : ` --${option}[=, ]`), option);
    }
    const longest = Math.max(...text.split('\n').map((line) => line.length));
    assert.ok(longest <= 110, `a line of ${longest} characters`);
  }
  assert.match(reportUsage('peek'), /^usage: pprof-lens peek \[options\] REGEX PROFILE/);
});

const helps: [args: string[], beginning: RegExp][] = [
  [['--help'], /^usage: pprof-lens REPORT/],
  [['help', 'list'], /^usage: pprof-lens list \[options\] REGEX/],
  [['top', '--json', '-h'], /^usage: pprof-lens top/],
  [['bench', '--help'], /^usage: pprof-lens bench/],
  [['compare', '--help'], /^usage: pprof-lens compare/],
  [['fetch', '--help'], /^usage: pprof-lens fetch/],
  [['pgo', '--help'], /^usage: pprof-lens pgo/],
  [['run', '--help'], /^usage: pprof-lens run/],
  [['lsp', '--help'], /^usage: pprof-lens lsp --stdio/],
  [['--version'], /^pprof-lens \S+\n$/],
];

for (const [args, beginning] of helps) {
  test(`${args.join(' ')}: exit status 0, the answer on standard output`, async () => {
    const { status, stdout, stderr } = await runCli(...args);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, beginning);
  });
}

test('after --, --help is a file', async () => {
  const { status, stderr } = await runCli('top', '--', '--help');
  assert.equal(status, 1);
  assert.match(stderr, /There is no file --help/);
});

test('the help of compare is its own', async () => {
  assert.equal((await runCli('compare', '--help')).stdout, compareUsage);
});
