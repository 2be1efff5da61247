/** `bench --bisect`: which commit a change came with. */
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { source as benchmarkOf } from '../go/compare/against.ts';
import { addHistory, type PlannedCommit } from '../go/git/history.ts';
import { assertNothingLeft } from '../go/git/repository.ts';
import { bench, only, repositoryOf } from './benchAgainst.ts';

/** `BenchmarkWork` makes `n` objects in an operation, on line 9. Its binary has the text, and each benchmark the number. */
function source(n: number, text = '', number = 0): string {
  const others = [
    `func TestText(t *testing.T) { t.Log(${JSON.stringify(text)}) }`,
    `func init() { kept = &[64]byte{${number}} }`,
  ];
  return `${benchmarkOf(n)}\n${others.join('\n\n')}\n`;
}

/**
 * 64 commits. Each seventh of eight merges a side branch of three, beside which the main one goes on. One of a side branch brings the
 * change; two do not build, one of them the first that is tried, and the next that is tried has no benchmark.
 */
const planted = 44;
const broken = [32, 46];
const missing = 16;

function history(): PlannedCommit[] {
  const commits: PlannedCommit[] = [];
  const objects = new Map([[0, 10]]);
  let [main, side] = [0, 0];
  for (let mark = 1; mark <= 64; mark++) {
    const place = mark % 8;
    const isSide = [3, 4, 6].includes(place);
    if (place === 3) side = main;
    const parents = place === 7 ? [main, side] : [isSide ? side : main];
    const inherited = Math.max(...parents.map((parent) => objects.get(parent) ?? 0));
    const n = mark === planted ? 15 : inherited;
    objects.set(mark, n);
    const text = `${source(n, `commit ${mark}`, mark % 4 === 0 ? 0 : mark)}${broken.includes(mark) ? 'var x int = ""\n' : ''}`;
    const files = { 'm_test.go': mark === missing ? text.replace('BenchmarkWork', 'BenchmarkOther') : text };
    commits.push({ mark, parents: parents.filter((parent) => parent !== 0), files });
    if (isSide) side = mark;
    else main = mark;
  }
  return commits;
}

interface Answer {
  readonly commit: string | null;
  readonly parent: string;
  readonly unit: string;
  readonly ratio: number;
  readonly witness: string;
  readonly steps: readonly {
    readonly commit: string;
    readonly verdict: string;
    readonly witness: string | null;
    readonly why?: string;
  }[];
  readonly lines: readonly { readonly file: string; readonly line: number; readonly growth: number }[];
  readonly certainty: string;
}

describe('which commit', () => {
  test('a planted commit of 64 is found, past merges, broken builds and a missing benchmark; nothing is touched or left', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    const base = repository.git('rev-parse', 'HEAD').trim();
    const hashes = addHistory(repository, history());
    repository.write({ 'm_test.go': 'package m\n' });
    const before = repository.state();
    const run = await bench(repository, [only, '--profile=mem', `--bisect=${base}..main`, '--json']);
    assert.equal(run.status, 0, run.stderr);
    const answer: Answer = JSON.parse(run.stdout);
    assert.deepEqual([answer.commit, answer.parent], [hashes.get(planted), hashes.get(planted - 1)]);
    assert.deepEqual([answer.unit, answer.ratio, answer.witness], ['allocs/op', 1.5, 'allocations']);
    assert.deepEqual(
      answer.lines.map(({ file, line, growth }) => [basename(file), line, growth]),
      [['m_test.go', 9, 5]],
    );
    const stepOf = (mark: number) => answer.steps.find(({ commit }) => commit === hashes.get(mark));
    assert.equal(stepOf(planted)?.verdict, 'bad');
    assert.match(
      stepOf(broken[0]!)?.why ?? '',
      /^The benchmark does not build at [0-9a-f]{7}: m_test\.go:22: /,
    );
    assert.equal(stepOf(missing)?.why, 'It has no BenchmarkWork.');
    assert.ok(answer.steps.length <= 11, `${answer.steps.length} steps`);
    const witnesses = new Set(answer.steps.map(({ witness }) => witness));
    assert.deepEqual(witnesses, new Set([null, 'allocations', 'code']), run.stdout);
    assert.match(answer.certainty, /nothing was left to chance/);
    assert.deepEqual(repository.state(), before);
    assertNothingLeft(repository);
  });

  test('the report; a range of commits where the answer is among those that do not build; nothing to find', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.git('tag', 'v1');
    const worse = repository.commit({ 'm_test.go': source(20) });
    const plain = await bench(repository, [only, '--bisect=v1..']);
    assert.equal(plain.status, 0, plain.stderr);
    assert.match(
      plain.stdout,
      /^BenchmarkWork\S*, allocs\/op: .*\(\+100%\) from v1 \([0-9a-f]{7}\) to HEAD \(\w+\), 1 commits$/m,
    );
    assert.match(
      plain.stdout,
      new RegExp(`^The change came with ${worse.slice(0, 7)} commit \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
    );
    assert.match(
      plain.stdout,
      /^changed {2}BenchmarkWork\S* {2}allocs\/op {2}\+100% {2}It is counted exactly\.$/m,
    );

    const none = await bench(repository, [only, '--bisect=HEAD..HEAD']);
    assert.deepEqual([none.status, none.stdout], [1, '']);
    assert.match(none.stderr, /^pprof-lens: There is no commit in HEAD \(\w+\) that is not in HEAD/m);

    repository.git('reset', '--hard', '--quiet', 'v1');
    repository.commit({ 'm_test.go': 'package m\n\nvar x int = ""\n' });
    repository.commit({ 'm_test.go': source(20) });
    const range = await bench(repository, [only, '--bisect=v1..HEAD']);
    assert.equal(range.status, 1, range.stderr);
    assert.match(range.stdout, /^The change came with one of these 2 commits:$/m);
    assert.match(range.stderr, /^pprof-lens: The change came with one of 2 commits, from \w{7} to \w{7}: /m);

    repository.commit({ 'm_test.go': `// A comment.\n${source(20)}` });
    const same = await bench(repository, [only, '--bisect=HEAD~1..']);
    assert.deepEqual([same.status, same.stdout], [1, '']);
    assert.match(
      same.stderr,
      /^pprof-lens: Nothing to find: HEAD~1 \(\w+\) and HEAD \(\w+\) have the same machine code\.$/m,
    );
    assertNothingLeft(repository);
  });

  test('Ctrl+C leaves nothing, and says what is known', async () => {
    const repository = repositoryOf({ 'm_test.go': source(10) });
    repository.git('tag', 'v1');
    for (const n of [10, 11, 20, 20]) repository.commit({ 'm_test.go': source(n, `${n}`) });
    const before = repository.state();
    const run = await bench(repository, [only, '--bisect=v1..'], (text, interrupt) => {
      if (text.includes('are left')) interrupt();
    });
    assert.equal(run.status, 1);
    assert.match(run.stderr, /^pprof-lens: Stopped: the change came with one of 4 commits/m);
    assert.deepEqual(repository.state(), before);
    assertNothingLeft(repository);
  });
});
