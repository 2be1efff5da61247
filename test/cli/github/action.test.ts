/** The action, step by step, on a pull request of a repository as a runner checks it out: one commit of its merge. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gitEnvironment } from '../../go/git/repository.ts';
import { testFolder } from '../../testFolder.ts';
import { githubServer } from './githubServer.ts';
import { checkedOut } from './pullRequest.ts';
import { action, commandsIn, type Job, type JobResult, runAction } from './runner.ts';

const goCache = execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim();

/** Makes `n` objects in each operation, on its line 7. */
const work = (n: number) => `package svc

var kept []*[64]byte

func work() {
	for i := range kept[:${n}] {
		kept[i] = new([64]byte)
	}
}

func init() { kept = make([]*[64]byte, 100) }
`;

/** Prints what would be a command, and what each benchmark does first. */
const benchmarks = (names: readonly string[], first = '') => `package svc

import (
	"fmt"
	"testing"
)

func TestMain(m *testing.M) {
	fmt.Print("::error::pwned\\n##[error]pwned\\n")
	m.Run()
}
${names
  .map(
    (name) => `
func Benchmark${name}(b *testing.B) {
	${first}
	for b.Loop() {
		work()
	}
}
`,
  )
  .join('')}`;

const file = 'svc/work,%41.go';
const tests = 'svc/svc_test.go';

/** Runs the action on a pull request. */
function onPullRequest(workspace: string, address: string, job: Partial<Job> = {}): Promise<JobResult> {
  const scratch = testFolder();
  return runAction({
    workspace,
    eventName: 'pull_request',
    event: { pull_request: { number: 5, base: { ref: 'main' }, head: { sha: 'c0ffee0123' } } },
    env: {
      ...gitEnvironment,
      GOCACHE: goCache,
      GITHUB_API_URL: address,
      TMPDIR: scratch,
      XDG_CACHE_HOME: join(scratch, 'cache'),
    },
    ...job,
    inputs: {
      count: '2',
      layouts: '0',
      'working-directory': 'svc',
      options: '--benchtime=200x\n--profile=mem',
      ...job.inputs,
    },
  });
}

const before = { [file]: work(10), [tests]: benchmarks(['Work', 'Old']) };

test('the action compares a pull request with where it began, and tells what it finds', async (t) => {
  const github = await githubServer(t);
  const workspace = checkedOut(before, { [file]: work(12), [tests]: benchmarks(['Work', 'New']) });
  const { isFailed, log, summary, artifact } = await onPullRequest(workspace, github.address);
  assert.ok(isFailed, log);
  const commands = commandsIn(log);
  assert.match(
    commands.join('\n'),
    /^::error::BenchmarkWork\S* allocates 20%25 more .* than origin\/main \(/,
  );
  const [warning = '', ...more] = commands.slice(1);
  assert.deepEqual(more, []);
  const expected = '::warning file=svc/work%2C%2541.go,line=7,title=This line costs more::';
  assert.equal(warning.slice(0, expected.length), expected);
  assert.match(warning, /\+2 allocs\/op in BenchmarkWork/);
  assert.match(
    summary,
    /^### Benchmarks against origin\/main \([0-9a-f]{7}\): failed\n\nFailed: BenchmarkWork/,
  );
  assert.match(summary, /^\| \*\*changed\*\* \| BenchmarkWork\S* \| allocs\/op \| \+20% \|/m);
  assert.match(
    summary,
    /^- svc\/work,%.*41\.go:7 `kept\[i\] = new\(\[64\]byte\)` .*\+2 allocs\/op in BenchmarkWork/m,
  );
  assert.match(summary, /^- Only in the working tree: BenchmarkNew/m);
  assert.match(summary, /^- Only in origin\/main \(\w+\): BenchmarkOld/m);
  assert.match(readFileSync(join(artifact!, 'page.html'), 'utf8'), /<title>Benchmark/);
  const [comment, ...others] = github.comments;
  assert.deepEqual(others, []);
  assert.match(comment!.body, /^<!-- pprof-lens: pprof-lens -->\n### Benchmarks against .*: failed\n/);

  // Of a fork: the job's token may only read, and a second workflow comments.
  github.comments.length = 0;
  github.pulls = [{ number: 5, head: { sha: 'c0ffee0123' } }];
  const second = await onPullRequest(testFolder(), github.address, {
    eventName: 'workflow_run',
    event: {
      workflow_run: {
        id: 9,
        event: 'pull_request',
        conclusion: 'failure',
        head_branch: 'change',
        head_sha: 'c0ffee0123',
        head_repository: { full_name: 'f/r', owner: { login: 'f' } },
      },
    },
    artifact: artifact!,
  });
  assert.deepEqual(second.steps, ['Read what the other workflow has left', 'Comment']);
  assert.ok(!second.isFailed, second.log);
  assert.equal(github.comments[0]!.body, comment!.body.replace('/runs/7)', '/runs/9)'));
});

test('the same code passes, without a warning', async (t) => {
  const github = await githubServer(t);
  const workspace = checkedOut(before, { [file]: `// A comment.\n${work(10)}` });
  const { isFailed, log, summary } = await onPullRequest(workspace, github.address);
  assert.ok(!isFailed, log);
  assert.deepEqual(commandsIn(log), []);
  assert.match(summary, /: passed\n\nPassed: nothing is worse by more than 5% \(2 benchmarks, /);
  assert.match(github.comments[0]!.body, /: passed\n/);
});

test('where nothing can be compared, that is said, and nothing has passed', async (t) => {
  const github = await githubServer(t);
  const workspace = checkedOut({ ...before, [tests]: 'package svc\n\nvar x int = ""\n' }, before);
  const { isFailed, log, summary } = await onPullRequest(workspace, github.address);
  assert.ok(!isFailed, log);
  assert.match(
    commandsIn(log).join('\n'),
    /^::warning::Nothing was compared.*\n::warning::The benchmark does not build at /,
  );
  for (const text of [summary, github.comments[0]!.body, log]) assert.doesNotMatch(text, /passed/i);
  assert.match(summary, /: nothing was compared\n\nNothing was compared, so there is no verdict/);
  assert.match(summary, /^- The benchmark does not build at origin\/main \(\w+\): svc\\_test\.go:3/m);
});

test('a benchmark that crashes, and a comparison that is killed, leave no verdict but a failure', async (t) => {
  const github = await githubServer(t);
  const workspace = checkedOut(before, { [tests]: benchmarks(['Work'], 'panic("no")') });
  const crashed = await onPullRequest(workspace, github.address);
  assert.ok(crashed.isFailed, crashed.log);
  assert.match(crashed.log, /^::error::pwned$/m, 'the benchmark’s words are there to read');
  assert.match(commandsIn(crashed.log).join('\n'), /^::error::(?!pwned).*BenchmarkWork.*$/);
  assert.match(crashed.summary, /^### Benchmarks: no verdict\n/);
  assert.match(github.comments[0]!.body, /no verdict\n/);

  let printed = '';
  const killed = await onPullRequest(workspace, github.address, {
    onPrinted(text) {
      printed += text;
      const [, pid] = /^pid (\d+)\n[\s\S]*^\[1\//m.exec(printed) ?? [];
      if (pid !== undefined) process.kill(Number(pid), 'SIGKILL');
      if (pid !== undefined) printed = '';
    },
  });
  assert.ok(killed.isFailed, killed.log);
  for (const text of [killed.summary, github.comments[0]!.body])
    assert.match(text, /: no verdict\n\nThe comparison did not come to its end, so there is no verdict\./);
});

test('no input reaches a shell but in the environment, and a token only the step that comments', () => {
  for (const { name, run, env = {} } of action.runs.steps) {
    assert.doesNotMatch(run ?? '', /\$\{\{/, name);
    assert.ok(name === 'Comment' || !JSON.stringify(env).includes('token'), name);
  }
});
