/** `bench --against` as the gate of a CI system: what fails, what does not, and why. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bench, repositoryOf, source } from './benchAgainst.ts';
import type { CliRun } from './runCli.ts';

/** Reports these metrics, the same in each measurement, after what it prints. */
function reporting(metrics: Readonly<Record<string, number>>, printed = ''): string {
  const calls = Object.entries(metrics).map(([unit, value]) => `\tb.ReportMetric(${value}, "${unit}")\n`);
  return `package m

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	fmt.Print(${JSON.stringify(printed)})
	os.Exit(m.Run())
}

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
	}
	b.ReportMetric(0, "ns/op")
${calls.join('')}}
`;
}

interface JsonVerdict {
  readonly name: string;
  readonly unit: string;
  readonly verdict: string;
  readonly ratio: number;
  readonly n: number;
  readonly why: string;
  readonly again?: readonly { readonly ratio: number }[];
}

describe('the gate', () => {
  /** Which code is the same is no question here, and takes longer than all else. */
  const quick = ['--bench=.', '--against=HEAD', '--measure-same', '--count=4'];
  const verdictsOf = ({ stdout }: CliRun): JsonVerdict[] => JSON.parse(stdout).comparison.verdicts;

  test('a benchmark’s own metric is judged by its name or its Unit line, and measured again before it fails', async () => {
    const repository = repositoryOf({ 'm_test.go': reporting({ 'req/s': 100, probes: 10, hits: 5 }) });
    repository.write({ 'm_test.go': reporting({ 'req/s': 79, probes: 20, hits: 9 }) });
    const run = await bench(repository, [...quick, '--json']);
    assert.equal(run.status, 1, run.stderr);
    assert.match(
      run.stderr,
      /Measuring BenchmarkWork again, as it looks different: 4 of 4, in turns with HEAD/,
    );
    assert.match(
      run.stderr,
      /BenchmarkWork\S* has 21% less req\/s than HEAD .*\. Measured again in fresh turns: -21% \(p=0\.029 n=4\)\.$/m,
    );
    assert.deepEqual(
      JSON.parse(run.stdout).comparison.regressions.map(({ unit }: JsonVerdict) => unit),
      ['req/s'],
      'nobody knows which is better of the others',
    );
    const rate = verdictsOf(run).find(({ unit }) => unit === 'req/s');
    assert.deepEqual([rate?.verdict, rate?.ratio, rate?.n, rate?.again?.length], ['changed', 0.79, 4, 1]);
    assert.match(rate?.why ?? '', /^Significant \(p=0\.029 n=4\), also when measured again in fresh turns/);

    repository.write({
      'm_test.go': reporting(
        { 'req/s': 100, probes: 20, hits: 9 },
        'Unit probes better=lower\nUnit hits better=higher\n',
      ),
    });
    const directed = await bench(repository, quick);
    assert.equal(directed.status, 1, directed.stderr);
    assert.match(directed.stderr, /BenchmarkWork\S* has 100% more probes than HEAD/);
    assert.doesNotMatch(directed.stderr, /hits/);
  });

  test('--confirm=0 fails at once, --confirm=2 measures twice, --alpha is the level of all together', async () => {
    const repository = repositoryOf({ 'm_test.go': reporting({ 'req/s': 100 }) });
    repository.write({ 'm_test.go': reporting({ 'req/s': 80 }) });
    const args = [...quick, '--count=5'];
    const once = await bench(repository, [...args, '--confirm=0', '--format=md']);
    assert.equal(once.status, 1, once.stderr);
    assert.doesNotMatch(once.stderr, /again/);
    // A comment for a pull request.
    assert.match(once.stdout, /^### Benchmarks: working tree against HEAD \(/);
    assert.match(once.stdout, /\| req\/s \| HEAD \([0-9a-f]{7}\) \| working tree \| vs base \|/);
    assert.match(once.stdout, /\*\*-20\.00%\*\*/);
    assert.match(once.stdout, /^- BenchmarkWork\S* has 20% less req\/s than HEAD/m);
    assert.match(once.stdout, /^\| \*\*changed\*\* \| BenchmarkWork\S* \| req\/s \| -20% \| Significant/m);
    const twice = await bench(repository, [...args, '--confirm=2']);
    assert.equal(twice.stderr.match(/again.*: 1 of 5, in turns with HEAD/g)?.length, 2);
    assert.match(twice.stdout, /^changed {2}BenchmarkWork\S* {2}req\/s {2}-20% {2}Significant/m);
    const strict = await bench(repository, [...args, '--confirm=0', '--alpha=0.001', '--json']);
    assert.equal(strict.status, 0, strict.stderr);
    const rate = verdictsOf(strict).find(({ unit }) => unit === 'req/s');
    assert.equal(rate?.verdict, 'too few runs');
    assert.match(rate.why, /it takes [78] measurements of each/);
  });

  test('what is new, removed or skipped is said, and does not fail', async () => {
    const skips = (name: string) => `func Benchmark${name}(b *testing.B) {\n\tb.Skip("not here")\n}\n`;
    const repository = repositoryOf({
      'm_test.go': `${source(10).replace('BenchmarkSame', 'BenchmarkOld')}${skips('Skipped')}`,
    });
    repository.write({
      'm_test.go': `${source(10).replace('BenchmarkSame', 'BenchmarkNew')}${skips('Skipped')}`,
    });
    const run = await bench(repository, quick);
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /^! Only in the working tree: BenchmarkNew/m);
    assert.match(run.stdout, /^! Only in HEAD \(.*\): BenchmarkOld/m);
  });

  test('a base that does not build, or has no such package, is said, with the results of now', async () => {
    const repository = repositoryOf({ 'm_test.go': 'package m\n\nvar x int = ""\n' });
    repository.write({ 'm_test.go': source(10), 'new/new_test.go': source(10) });
    const run = await bench(repository, ['./...', ...quick]);
    assert.equal(run.status, 0, run.stderr);
    assert.equal(run.stdout.match(/^BenchmarkWork/gm)?.length, 2);
    assert.match(run.stdout, /^! The benchmark does not build at HEAD \(.*\): m_test\.go:3/m);
    assert.match(run.stdout, /^! There is no package new at HEAD/m);
    assert.match(run.stdout, /^! Only in the working tree: BenchmarkWork/m);
    assert.match(run.stdout, /^Nothing was compared, so there is no verdict \(/m);
  });
});
