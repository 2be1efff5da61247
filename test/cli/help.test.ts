/** The help and the version of the program. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benchUsage } from '../../src/cli/bench/benchOptions.ts';
import { compareUsage } from '../../src/cli/compare/compareOptions.ts';
import { httpCommand } from '../../src/cli/http/httpCommand.ts';
import { guideText } from '../../src/cli/mcp/guide.ts';
import { mcpUsage } from '../../src/cli/mcp/mcpOptions.ts';
import { fetchCommand } from '../../src/cli/profiles/fetchCommand.ts';
import { pgoCommand } from '../../src/cli/profiles/pgoCommand.ts';
import { reportOptions } from '../../src/cli/profiles/reportOptions.ts';
import { runUsage } from '../../src/cli/programs/runOptions.ts';
import { serveUsage } from '../../src/cli/programs/serveOptions.ts';
import { promptCommand } from '../../src/cli/prompt/prompt.ts';
import { reports } from '../../src/cli/reports/reports.ts';
import { reportUsage } from '../../src/cli/reports/reportUsage.ts';
import { testUsage } from '../../src/cli/tests/testOptions.ts';
import { usage } from '../../src/cli/usage.ts';
import { runCli } from './runCli.ts';
import { runHere } from './runHere.ts';

test('the help of a report names every option there is', () => {
  for (const option of Object.keys(reportOptions)) {
    assert.match(reportUsage('peek'), new RegExp(` --${option}[= ]`), option);
  }
  assert.match(reportUsage('peek'), /^usage: pprof-lens peek \[options\] REGEX PROFILE/);
});

const commands = [httpCommand, promptCommand, fetchCommand, pgoCommand];
const texts = [
  usage,
  reportUsage('peek'),
  benchUsage,
  testUsage,
  runUsage,
  serveUsage,
  compareUsage,
  mcpUsage,
];

test('no line of the help is too long for a terminal', () => {
  for (const text of [...texts, guideText, ...commands.map((command) => command.usage)]) {
    for (const line of text.split('\n')) assert.ok(line.length <= 110, `${line.length}: ${line}`);
  }
});

test('the help names every report, and is short', () => {
  for (const report of Object.keys(reports)) {
    // Another name for top.
    if (report !== 'text') assert.match(usage, new RegExp(`^  ${report} `, 'm'), report);
    assert.match(reportUsage(report), new RegExp(`^usage: pprof-lens ${report} `), report);
  }
  assert.ok(usage.split('\n').length < 75, `${usage.split('\n').length} lines`);
});

const profile = 'test/conformance/data/profiles/std-sort.cpu.pb.gz';

const helps: [args: string[], beginning: RegExp][] = [
  [['--help'], /^usage: pprof-lens REPORT/],
  [['help', 'list'], /^usage: pprof-lens list \[options\] REGEX/],
  [['top', '--json', '-h'], /^usage: pprof-lens top/],
  [['bench', '--help'], /^usage: pprof-lens bench/],
  [['compare', '--help'], /^usage: pprof-lens compare/],
  [['fetch', '--help'], /^usage: pprof-lens fetch/],
  [['http', '--help'], /^usage: pprof-lens http/],
  [['pgo', '--help'], /^usage: pprof-lens pgo/],
  [['run', '--help'], /^usage: pprof-lens run/],
  [['lsp', '--help'], /^usage: pprof-lens lsp --stdio/],
  [['mcp', '--help'], /^usage: pprof-lens mcp/],
  [['guide', '--help'], /^usage: pprof-lens guide/],
  [['completion', '--help'], /^usage: pprof-lens completion bash/],
  [['github', '--help'], /^usage: pprof-lens github bench/],
  [['-top', profile], /^File: .*\n[\s\S]*flat%/],
];

for (const [args, beginning] of helps) {
  test(`${args.join(' ')}: exit status 0, the answer on standard output`, async () => {
    const { status, stdout, stderr } = await runHere(...args);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, beginning);
  });
}

test('the version is that of the package', async () => {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.deepEqual(await runCli('--version'), { status: 0, stdout: `pprof-lens ${version}\n`, stderr: '' });
});

test('after --, --help is a file', async () => {
  const { status, stderr } = await runHere('top', '--', '--help');
  assert.equal(status, 1);
  assert.match(stderr, /There is no file --help/);
});

test('the help of compare is its own', async () => {
  assert.equal((await runHere('compare', '--help')).stdout, compareUsage);
});
