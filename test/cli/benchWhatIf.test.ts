// `bench --what-if`: a line is delayed, and an operation takes longer, or it does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { runHere, runHereIn } from './runHere.ts';

const code = `package m

var sink int

func work(n int) {
	for i := 0; i < n; i++ {
		sink += i
	}
}

func all() {
	work(100_000) // every
	if sink == -1 {
		work(1) // never
	}
}
`;

const benchmark = `package m

import "testing"

func BenchmarkAll(b *testing.B) {
	for range 1000 {
		work(1) // setup
	}
	b.ResetTimer()
	for range b.N {
		all()
		all()
	}
}
`;

const module = goModule({ 'm.go': code, 'm_test.go': benchmark });

interface Answer {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
  readonly benchmarks: readonly {
    readonly name: string;
    readonly executions: number;
    readonly delays: number[];
  }[];
}

const whatIf = (file: 'm.go' | 'm_test.go', marker: string, ...args: string[]) => {
  const place = `${file}:${module.line(file, marker)}`;
  return runHereIn(module, 'bench', '--bench=.', `--what-if=${place}`, '--benchtime=20x', ...args);
};

test('a line that all of the operation waits for has a slope well above 0', async () => {
  const before = module.files();
  const run = await whatIf('m.go', '// every', '--count=12', '--json');
  assert.equal(run.status, 0, run.stderr);
  const { slope, low, high, benchmarks } = JSON.parse(run.stdout) as Answer;
  assert.ok(low <= slope && slope <= high);
  assert.ok(slope > 0.3, run.stdout);
  assert.deepEqual(
    benchmarks.map(({ name, executions }) => [name, executions]),
    [['BenchmarkAll', 2]],
  );
  assert.equal(benchmarks[0]?.delays.length, 4);
  assert.deepEqual(module.files(), before);
});

test('a line that does not run while the timer does is told, and one without a statement', async () => {
  for (const [file, marker] of [
    ['m.go', '// never'],
    ['m_test.go', '// setup'],
  ] as const) {
    const run = await whatIf(file, marker, '--count=6');
    assert.equal(run.status, 1);
    assert.match(run.stderr, /does not run while BenchmarkAll is timed/);
  }
  const header = await whatIf('m.go', 'var sink');
  assert.match(header.stderr, /No statement begins at m\.go:3: name a line in a function/);
  for (const wrong of ['--what-if=m.go', '--what-if=m.go:0']) {
    const run = await runHere('bench', '--bench=.', wrong);
    assert.equal(run.status, 2, wrong);
  }
  const absent = await runHereIn(module, 'bench', '--bench=.', '--what-if=absent.go:3');
  assert.match(absent.stderr, /There is no file absent\.go in your modules/);
});
