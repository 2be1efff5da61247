/** `bench --budgets`: comments above benchmarks say what they may cost. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { bench, repositoryOf } from './benchAgainst.ts';

const source = (n: number, more = '') => `package m

import "testing"

var kept *[64]byte

// BenchmarkWork has a budget that its sub-benchmarks share.
//
//pprof-lens:budget allocs/op<=10 B/op<=1k
func BenchmarkWork(b *testing.B) {
	for _, size := range []string{"small", "large"} {
		b.Run(size, func(b *testing.B) { work(b, ${n}*len(size)) })
	}
	//pprof-lens:budget allocs/op<=1
	b.Run("own", func(b *testing.B) { work(b, 1) })
}

func work(b *testing.B, n int) {
	for b.Loop() {
		for range n {
			kept = new([64]byte)
		}
	}
}

${more}
func BenchmarkFree(b *testing.B) {
	for b.Loop() {
	}
}
`;

test('each benchmark is held to the comment above it, in text and as JSON', async () => {
  const repository = repositoryOf({ 'm_test.go': source(2) });
  const file = join(repository.directory, 'm_test.go');
  const kept = await bench(repository, ['--bench=.', '--budgets', '--json']);
  assert.equal(kept.status, 0, kept.stderr);
  assert.match(kept.stderr, /^Budgets kept: 6\.$/m);
  const rows = JSON.parse(kept.stdout).budgets;
  assert.deepEqual(
    rows.map(({ name, unit, allowed, used, line, ok }: Record<string, unknown>) => [
      name,
      unit,
      allowed,
      used,
      line,
      ok,
    ]),
    [
      ['BenchmarkWork/small', 'allocs/op', 10, 10, 9, true],
      ['BenchmarkWork/small', 'B/op', 1024, 640, 9, true],
      ['BenchmarkWork/large', 'allocs/op', 10, 10, 9, true],
      ['BenchmarkWork/large', 'B/op', 1024, 640, 9, true],
      ['BenchmarkWork/own', 'B/op', 1024, 64, 9, true],
      ['BenchmarkWork/own', 'allocs/op', 1, 1, 14, true],
    ],
  );
  assert.deepEqual([rows[0].package, rows[0].file], ['example.com/m', file]);

  repository.write({ 'm_test.go': source(3, '//pprof-lens:budget hits<=1 allocs/op<=base+5%') });
  const exceeded = await bench(repository, ['--bench=.', '--budgets']);
  assert.equal(exceeded.status, 1);
  const said = exceeded.stderr.split('\n').filter((line) => !line.startsWith('['));
  assert.deepEqual(said, [
    `${file}:9: BenchmarkWork/small takes 15 allocs/op, and its budget is 10 allocs/op.`,
    `${file}:9: BenchmarkWork/large takes 15 allocs/op, and its budget is 10 allocs/op.`,
    `${file}:26: BenchmarkFree was not measured in hits.`,
    `${file}:26: BenchmarkFree has a budget above its base, and there is none to compare with: see --against.`,
    'pprof-lens: Budgets not kept: 3 of 8.',
    '',
  ]);
});

test('a budget above the base is exceeded only by what is certain; a wrong one is told with its place', async () => {
  const own = (allowed: string, n: number) =>
    source(n).replace('//pprof-lens:budget allocs/op<=10 B/op<=1k', `//pprof-lens:budget ${allowed}`);
  const repository = repositoryOf({ 'm_test.go': own('allocs/op<=base+20%', 10) });
  const quick = [
    '--bench=Work',
    '--budgets',
    '--against=HEAD',
    '--measure-same',
    '--count=4',
    '--confirm=0',
    '--threshold=90%',
  ];
  repository.write({ 'm_test.go': own('allocs/op<=base+20%', 11) });
  const within = await bench(repository, quick);
  assert.equal(within.status, 0, within.stderr);
  repository.write({ 'm_test.go': own('allocs/op<=base+20%', 13) });
  const beyond = await bench(repository, quick);
  assert.equal(beyond.status, 1);
  assert.match(
    beyond.stderr,
    /m_test\.go:9: BenchmarkWork\/small takes 65 allocs\/op, and its budget is 60 allocs\/op\.$/m,
  );
  repository.write({ 'm_test.go': own('allocs/op=3', 1) });
  const wrong = await bench(repository, quick);
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /m_test\.go:9: .*allocs\/op=3 is no budget\. Write allocs\/op<=97/);
});
