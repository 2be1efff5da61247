// Two versions in turns of milliseconds: every way to write a benchmark, what only one version has, and what fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerMark, batchEnvironment, buildForBatches } from '../../../src/go/build/batchTesting.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { BatchedProcess } from '../../../src/go/time/batchedProcess.ts';
import { planOf } from '../../../src/go/time/batches.ts';
import { captureProcess } from '../../../src/go/toolchain/process.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded, why } from '../../why.ts';
import { goOfVersion } from '../everyGo.ts';
import { assertNothingLeft, goRepository } from '../git/repository.ts';
import { goModule } from '../goModule.ts';
import { goVersions } from '../goVersions.ts';
import { done } from './against.ts';

/** @param rounds how much work is done; @param more other benchmarks */
const source = (rounds: number, more: string) => `package m

import (
	"fmt"
	"io"
	"os"
	"testing"
)

var sink int

func work() {
	for i := range ${rounds} {
		sink += i
	}
}

func BenchmarkN(b *testing.B) {
	b.SetBytes(8)
	for range b.N {
		work()
	}
	b.ReportMetric(7, "days")
}

func BenchmarkSub(b *testing.B) {
	for _, name := range []string{"a", "a/b"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				work()
			}
		})
	}
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_ = make([]byte, ${rounds})
		}
	})
}

func BenchmarkSpeaks(b *testing.B) {
	fmt.Print("no line end ${'\\x1e'}")
	if read, err := io.ReadAll(os.Stdin); err != nil || len(read) > 0 {
		b.Fatal(read, err)
	}
	for b.Loop() {
		work()
	}
}

${more}`;

const loop = (name: string, first = '') =>
  `func Benchmark${name}(b *testing.B) {\n\t${first}\n\tfor range b.N {\n\t\twork()\n\t}\n}\n`;

const shown = ({ name, measurements }: BenchmarkResult) =>
  `${name} ${measurements.length} ${measurements.every(({ pair }) => pair !== undefined)}`;

test('each benchmark that both have is measured in pairs; what only one has, or what fails, is there as ever', async () => {
  const repository = goRepository({ 'm_test.go': source(100, loop('Old') + loop('Fails')) });
  const failing = loop('Fails', 'if b.N > 1 { b.Fatal("too much") }');
  repository.write({ 'm_test.go': source(2000, loop('New') + failing) });
  const names = ['N', 'Sub', 'Parallel', 'Speaks', 'New', 'Fails'].map((name) => `Benchmark${name}`);
  const { base, results, problems } = await done(repository, { names, count: 2, benchtime: '10ms' });
  const both = ['N', 'Sub/a', 'Sub/a/b', 'Parallel', 'Speaks'].map((name) => `Benchmark${name} 2 true`);
  assert.deepEqual(base.map(shown), [...both, 'BenchmarkFails 2 false']);
  assert.deepEqual(results.map(shown), [...both, 'BenchmarkNew 2 false', 'BenchmarkFails 0 true']);
  for (const [i, { measurements }] of results.slice(0, 5).entries()) {
    const older = base[i]!.measurements;
    assert.deepEqual(
      older.map(({ pair, iterations }) => `${pair} ${iterations}`),
      measurements.map(({ pair, iterations }) => `${pair} ${iterations}`),
      'the same pairs, of as many operations',
    );
    assert.ok(measurements.every(({ metrics }) => (metrics['ns/op'] ?? 0) > 0));
  }
  const { metrics } = results[0]!.measurements[0]!;
  assert.ok((metrics['MB/s'] ?? 0) > 0);
  assert.ok(Math.abs((metrics.days ?? 0) - 7) < 0.01);
  assert.deepEqual(
    results.at(-1)!.problems.map(({ code }) => code),
    ['benchmark-failed'],
  );
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['no-benchmark-at-ref'],
  );
  assertNothingLeft(repository);
});

for (const version of goVersions) {
  test(`Go ${version} runs the batches that it is told to`, async (t) => {
    const go = await goOfVersion(version);
    if (typeof go === 'string') return t.skip(go);
    const loops = [loop('N'), loop('Loop').replace('range b.N', 'b.Loop()')].join('\n');
    const text = `package m\n\nimport "testing"\n\nvar sink []byte\n\nfunc work() { sink = make([]byte, 100_000) }\n\n${loops}`;
    const { directory } = goModule({ 'm_test.go': text });
    const folder = testFolder();
    const { toolchain, env } = go;
    const { signal } = new AbortController();
    const output = () => undefined;
    const built = succeeded(
      await buildForBatches({ toolchain, env, directory, folder, flags: [], signal, output }),
    );
    const ran = await captureProcess({
      command: built,
      args: ['-test.bench=.', '-test.benchtime=1x', '-test.cpu=1'],
      directory,
      env: { ...env, ...batchEnvironment },
      input: 'pipe',
      // Those that count, one between them that does not, one that is observed.
      started: (process) => process.write('300\n-20\n500\n70 memory\n0\n'.repeat(2)),
    });
    assert.ok(ran.ok, why(ran));
    const answers = ran.value.stdout.split(answerMark).filter((each) => /^(?:ready|ran) /.test(each));
    const operations = ['300', '20', '500', '70'].map((each) => `ran ${each}`);
    assert.deepEqual(
      answers.map((each) =>
        each
          .split(' ')
          .slice(0, each.startsWith('ran') ? 2 : 3)
          .join(' '),
      ),
      ['ready 1 BenchmarkN', ...operations, 'ready 1 BenchmarkLoop', ...operations],
    );
    assert.equal(ran.value.stdout.match(/ 870\t/g)?.length, 2, 'what counts is in the result');
    const seen = answers
      .map((each) => each.split(' ').slice(8).map(Number))
      .filter(({ length }) => length > 0);
    assert.equal(seen.length, 2);
    // An operation allocates 100 kB.
    for (const [collections = 0, pauses = 0, goal = 0, stacks = 0] of seen)
      assert.ok(collections > 0 && pauses > 0 && goal > 0 && stacks > 0, `${seen}`);
  });
}

test('answers are found wherever the output is cut, and the rest is shown as it is', async () => {
  const answer = `${answerMark}ready 2 BenchmarkX${answerMark}`;
  const whole = `one ${answer}two${answerMark}three`;
  for (let cut = 0; cut <= whole.length; cut++) {
    const process = new BatchedProcess();
    const printed = process.withoutAnswers(whole.slice(0, cut)) + process.withoutAnswers(whole.slice(cut));
    assert.equal(printed, 'one two');
    assert.deepEqual(await process.ready(), { is: 'ready', name: 'BenchmarkX', procs: 2 });
    assert.equal(process.withoutAnswers('x'.repeat(5000)).length, 5006, 'a mark of the benchmark’s own');
  }
});

test('both versions do as much in a turn, and the slower one takes five milliseconds, or as long as what is around it', () => {
  const pace = { perOperation: 1000, besides: 0, collections: 0 };
  const second = { nanoseconds: 1e9 };
  assert.deepEqual(planOf([pace, { ...pace, perOperation: 500 }], second), {
    operations: 5000,
    turns: 200,
    warmsUp: true,
  });
  assert.equal(planOf([pace, { ...pace, besides: 50e6 }], second).operations, 50_000);
  assert.equal(planOf([{ ...pace, collections: 1 / 8e6 }], second).operations, 16_000, 'two collections');
  const slow = planOf([{ ...pace, perOperation: 3e9 }], second);
  assert.deepEqual(slow, { operations: 1, turns: 1, warmsUp: false });
  assert.deepEqual(planOf([], { iterations: 7 }), { operations: 7, turns: 1, warmsUp: false });
});
