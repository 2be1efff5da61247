/** What a workflow says of a comparison: commands in its log, Markdown, and the one comment of a pull request. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareWithBase } from '../../../src/cli/bench/benchComparison.ts';
import { commentInWorkflow } from '../../../src/cli/github/commentInWorkflow.ts';
import { commentMark, reportMarkdown } from '../../../src/cli/github/markdown.ts';
import {
  comparisonReport,
  noVerdict,
  type Report,
  reportFile,
  writeReport,
} from '../../../src/cli/github/report.ts';
import { workflowCommand } from '../../../src/cli/github/workflowCommands.ts';
import { TimedProfiles } from '../../../src/go/results/timedProfiles.ts';
import { resultOf } from '../../server/builders.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';
import { githubServer } from './githubServer.ts';
import { commandsIn } from './runner.ts';

test('a command of the log is one line, and no text ends it or becomes a property', () => {
  assert.equal(
    workflowCommand({
      level: 'warning',
      file: 'a,b:c%.go',
      line: 12,
      title: 'x\r\n::error::y',
      message: 'cost: 5%\n::error::pwned,line=3',
    }),
    '::warning file=a%2Cb%3Ac%25.go,line=12,title=x%0D%0A%3A%3Aerror%3A%3Ay::cost: 5%25%0A::error::pwned,line=3',
  );
  assert.equal(workflowCommand({ level: 'error', message: '' }), '::error::');
  const log = '::stop-commands::w\n::error::a\n::w::\n::notice::b\n';
  assert.deepEqual(commandsIn(log), ['::notice::b']);
});

const noRoots = { goroot: '/go', moduleCache: '/mod', modules: [], pathMappings: {}, exists: () => false };

/** Text that would be markup, wherever it stands. */
const hostile = '@all `x` | <img src=x> [a](https://e.example) #1 \n::error::y -->';

const report: Report = {
  outcome: 'failed',
  sentence: hostile,
  against: hostile,
  rows: [
    {
      cells: [hostile, hostile, hostile, hostile, hostile, 'one too many'],
      fails: 'yes',
      lines: [{ growth: hostile, file: hostile, line: 3, text: hostile }],
    },
  ],
  remarks: [hostile],
};

test('what others have named is no markup of a comment, and no command', () => {
  // In code, nothing is markup.
  const text = reportMarkdown(report).replace(/(?<!\\)`[^`\n]*`/g, '');
  assert.doesNotMatch(text, /(?<!\\)@(?!<!)\w|(?<!\\)<img|(?<!\\)\]\(https|(?<!\\)#1|one too many|^::/m);
  const lines = [{ growth: '+1', file: 'a.go', line: 3, text: 'a`<img src=x>' }];
  assert.match(
    reportMarkdown({ ...report, rows: [{ ...report.rows[0]!, lines }] }),
    /^- a\.go:3 `a'<img src=x>` /m,
  );
  const rows = text.split('\n').filter((line) => line.startsWith('| **'));
  assert.equal(rows.length, 1);
  assert.equal(rows[0]!.match(/(?<!\\)\|/g)?.length, 6);
  assert.equal(commentMark('a --> b'), '<!-- pprof-lens: a --_ b -->');
});

test('what has passed is said with what would not have been found', async () => {
  const measured = (values: readonly number[]) =>
    resultOf({
      measurements: values.map((time, layout) => ({ iterations: 1, metrics: { 'ns/op': time }, layout })),
    });
  const [older, now] = [
    [920, 960, 1000, 1040, 1080],
    [921, 961, 1001, 1041, 1081],
  ].map(measured);
  assert.ok(older && now);
  const base = {
    title: 'main',
    benchmarks: [older],
    rounds: new Map(),
    problems: [],
    isCut: false,
    textOf: () => null,
  };
  const compared = succeeded(compareWithBase([now], base, { alpha: 0.05, threshold: 0.05 }));
  const profiles = new TimedProfiles(noRoots, new Map(), () => null);
  const found = await comparisonReport(
    {
      comparison: compared,
      failure: null,
      failing: ['changed'],
      took: 1000,
      roots: noRoots,
      profiles: { now: profiles, base: profiles },
    },
    null,
    '/',
  );
  assert.equal(found.outcome, 'passed');
  assert.match(
    found.remarks[0] ?? '',
    /^Changes of the time below these would not be found here: .* \d+%\.$/,
  );
});

test('a comment is short, however much there is', () => {
  const rows = Array.from({ length: 500 }, () => report.rows[0]!);
  const text = reportMarkdown({ ...report, rows, remarks: rows.map(() => hostile.repeat(100)) });
  assert.ok(text.length < 65_000, `${text.length}`);
  assert.match(text, /^460 more verdicts/m);
});

const pullRequest = { pull_request: { number: 5, base: { ref: 'main' }, head: { sha: 'c0ffee0123' } } };
const forkRun = {
  workflow_run: {
    id: 9,
    event: 'pull_request',
    conclusion: 'failure',
    head_branch: 'a&b',
    head_sha: 'f0f0f0f0',
    head_repository: { full_name: 'fork/r', owner: { login: 'fork' } },
  },
};

interface Said {
  readonly status: number;
  readonly said: string;
}

/** Comments as a step of a workflow. @param left what the comparison has left; nothing if `null` */
async function comment(
  address: string,
  name: string,
  event: object,
  left: Report | string | null,
): Promise<Said> {
  const folder = testFolder({ 'event.json': JSON.stringify(event) });
  if (typeof left === 'string') writeFileSync(reportFile(folder), left);
  else if (left !== null) writeReport(folder, left);
  const write = process.stderr.write;
  let said = '';
  process.stderr.write = (text: string | Uint8Array) => {
    said += text;
    return true;
  };
  try {
    const status = await commentInWorkflow({
      GITHUB_API_URL: address,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_RUN_ID: '7',
      GITHUB_EVENT_NAME: name,
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      PPROF_LENS_FOLDER: folder,
      INPUT_TOKEN: 'secret',
      INPUT_NAME: 'bench',
    });
    return { status, said };
  } finally {
    process.stderr.write = write;
  }
}

test('there is one comment, which later runs replace; what people have written stays', async (t) => {
  const github = await githubServer(t);
  const others = Array.from({ length: 150 }, (_, i) => ({
    id: 1000 + i,
    body: `${commentMark('bench')} mine`,
    user: { type: 'User' as const },
  }));
  github.comments.push(...others);
  assert.deepEqual(await comment(github.address, 'pull_request', pullRequest, noVerdict('First.')), {
    status: 0,
    said: '',
  });
  await comment(github.address, 'pull_request', pullRequest, noVerdict('Second.'));
  const [written, ...more] = github.comments.slice(others.length);
  assert.deepEqual(more, []);
  assert.match(written!.body, /^<!-- pprof-lens: bench -->\n### Benchmarks: no verdict\n\nSecond\.\n/);
  assert.match(written!.body, /`c0ffee0`.*\]\(https:\/\/github\.com\/o\/r\/actions\/runs\/7\)\n$/);
  assert.deepEqual([...github.tokens], ['Bearer secret']);
  assert.ok(github.comments.slice(0, others.length).every(({ body }) => body.endsWith('mine')));
  assert.deepEqual(
    github.asked.filter((line) => !line.startsWith('GET')),
    ['POST /repos/o/r/issues/5/comments', 'PATCH /repos/o/r/issues/comments/151'],
  );
});

test('a token that may only read is told how it gets a comment, and fails nothing; any other refusal does', async (t) => {
  const github = await githubServer(t);
  github.refuses = 403;
  const forbidden = await comment(github.address, 'pull_request', pullRequest, noVerdict('A.'));
  assert.equal(forbidden.status, 0);
  assert.match(forbidden.said, /^::notice::This token may not comment\..*a second workflow comments\.\n$/);
  const second = await comment(github.address, 'workflow_run', forkRun, noVerdict('A.'));
  assert.equal(second.status, 0, 'there is no pull request with this commit');
  github.pulls = [{ number: 6, head: { sha: 'f0f0f0f0' } }];
  assert.equal((await comment(github.address, 'workflow_run', forkRun, noVerdict('A.'))).status, 1);
  github.refuses = 500;
  const failed = await comment(github.address, 'pull_request', pullRequest, noVerdict('A.'));
  assert.equal(failed.status, 1);
  assert.match(failed.said, /GitHub does not answer issues\/5\/comments: 500/);
  assert.doesNotMatch(failed.said, /secret/);
});

test('for a fork, the pull request is the one that has the commit, and what its job left is only data', async (t) => {
  const github = await githubServer(t);
  github.pulls = [
    { number: 4, head: { sha: 'older' } },
    { number: 6, head: { sha: 'f0f0f0f0' } },
  ];
  const left = { ...report, pull: 1, sentence: 'Failed.' };
  assert.equal((await comment(github.address, 'workflow_run', forkRun, JSON.stringify(left))).status, 0);
  assert.deepEqual(github.asked, [
    'GET /repos/o/r/pulls?state=open&per_page=100&head=fork%3Aa%26b',
    'GET /repos/o/r/issues/6/comments?per_page=100&page=1',
    'POST /repos/o/r/issues/6/comments',
  ]);
  assert.match(github.comments[0]!.body, /: failed\n\nFailed\.\n[\s\S]*`f0f0f0f`.*runs\/9\)\n$/);
  for (const nothing of [null, 'no JSON', '{"outcome":"passed"}', JSON.stringify({ ...left, rows: 3 })]) {
    assert.equal((await comment(github.address, 'workflow_run', forkRun, nothing)).status, 0);
    assert.match(github.comments[0]!.body, /: no verdict\n\nThe comparison did not come to its end/);
  }
  assert.equal(github.comments.length, 1);
});

test('a run that was ended for a newer one, or that is of no pull request, changes no comment', async (t) => {
  const github = await githubServer(t);
  github.pulls = [{ number: 6, head: { sha: 'f0f0f0f0' } }];
  for (const change of [{ conclusion: 'cancelled' }, { event: 'push' }, { head_sha: 'older' }]) {
    const event = { workflow_run: { ...forkRun.workflow_run, ...change } };
    const { status, said } = await comment(github.address, 'workflow_run', event, noVerdict('A.'));
    assert.deepEqual([status, said], [0, '::notice::There is no pull request to comment on.\n']);
  }
  assert.equal((await comment(github.address, 'push', { before: 'a' }, noVerdict('A.'))).status, 0);
  assert.deepEqual(github.comments, []);
});
