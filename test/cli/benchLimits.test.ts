/** How long `bench` may take, what it keeps when it is stopped, and what it takes as `go test` does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runEnd } from '../../src/cli/bench/benchBegin.ts';
import { readBenchOptions } from '../../src/cli/bench/benchOptions.ts';
import { eventually } from '../eventually.ts';
import { goModule } from '../go/goModule.ts';
import { succeeded } from '../why.ts';
import { bench, repositoryOf } from './benchAgainst.ts';
import { cliRun } from './runCli.ts';
import { runHereIn } from './runHere.ts';

const module = goModule({
  'm_test.go': `package m

import (
	"flag"
	"testing"
	"time"
)

var size = flag.Int("size", 0, "")

func BenchmarkFlags(b *testing.B) {
	for i := 0; i < b.N; i++ {
		if flag.Lookup("test.cpuprofile").Value.String() != "" {
			time.Sleep(time.Hour)
		}
	}
	if testing.Short() {
		b.ReportMetric(float64(*size), "size")
	}
}

func BenchmarkHangs(b *testing.B) {
	for i := 0; i < b.N; i++ {
		time.Sleep(time.Hour)
	}
}
`,
});

function run(args: readonly string[], onStderr?: (text: string, interrupt: () => void) => void) {
  const all = ['bench', '--benchtime=1x', ...args];
  if (onStderr === undefined) return runHereIn(module, ...all);
  return cliRun(all, { directory: module.directory, onStderr });
}

test('a benchmark that hangs is ended, and it is said where it stood; what came before is kept', async () => {
  const { status, stdout, stderr } = await run(['--bench=.', '--profile=none', '--timeout=5s']);
  assert.equal(status, 1);
  assert.match(stdout, /^BenchmarkFlags/);
  assert.match(
    stderr,
    /^pprof-lens: BenchmarkHangs had no result after 5s, and was ended\. It stood at m_test\.go:24\.$/m,
  );
  assert.match(stderr, /^example\.com\/m\.BenchmarkHangs\(/m);
  assert.doesNotMatch(stderr, /gcBgMarkWorker/, 'goroutines of the runtime');
});

test('Ctrl+C keeps what was measured, with the flags of go test', {
  skip: process.platform === 'win32',
}, async () => {
  const given = ['--bench=Flags', '-short', '-benchmem', '-run=^$', '-args', '-size=7'];
  const { status, stdout, stderr } = await run(given, (text, interrupt) => {
    if (text.includes('BenchmarkFlags: cpu profile')) interrupt();
  });
  assert.equal(status, 1);
  assert.match(stdout, /^BenchmarkFlags.* 7 size/);
  assert.match(stdout, /~ cancelled before cpu/);
  assert.match(stderr, /pprof-lens: Cancelled\.\n$/);
});

test('--max-time that is over before anything was measured says so', async () => {
  const { status, stdout, stderr } = await run(['--bench=Flags', '--max-time=1ms']);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /pprof-lens: Nothing was measured in the time that --max-time gives\.\n$/);
});

test('--max-time ends a run in which garbage is collected', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const options = succeeded(readBenchOptions(['-bench=.', '--max-time=300ms']));
  const { signal: interrupted } = new AbortController();
  const until = runEnd(options, interrupted);
  await eventually('the end', () => {
    collectGarbage();
    return until.aborted;
  });
});

test('--fail-on fails for what is not certain', async () => {
  const source = (rate: number) => `package m

import "testing"

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(${rate}, "req/s")
}
`;
  const repository = repositoryOf({ 'm_test.go': source(100) });
  repository.write({ 'm_test.go': source(99) });
  // So many operations that what the runtime allocates by itself is rounded away.
  const twice = ['--count=2', '--confirm=0', '--benchtime=50000x'];
  const two = ['--bench=.', '--against=HEAD', '--measure-same', ...twice];
  assert.equal((await bench(repository, two)).status, 0);
  const failed = await bench(repository, [...two, '--fail-on=unsure,too-few']);
  assert.equal(failed.status, 1);
  assert.match(
    failed.stdout,
    /^Failed: there is no certain verdict on BenchmarkWork(?:-\d+)? \(1 benchmark, /m,
  );
  assert.match(
    failed.stderr,
    /^pprof-lens: BenchmarkWork\S*, req\/s: too few runs\. Among 1 comparisons it takes/m,
  );
});

test('options are read as go test reads them', () => {
  const read = (...argv: string[]) => {
    return succeeded(readBenchOptions(['-bench=.', ...argv]));
  };
  assert.deepEqual(read('-race', '-ldflags', '-s -w', '-v', './...', '-args', '-v', 'x').flags, [
    '-race',
    '-ldflags=-s -w',
    '-args',
    '-v',
    'x',
  ]);
  assert.deepEqual(read('-race', './a', '-args', './b').packages, ['./a']);
  assert.deepEqual(read('--profile=none').profile, []);
  assert.deepEqual([read('--timeout=1m30s').timeout, read().timeout], [90_000, undefined]);
  for (const wrong of ['--timeout=5x', '--max-time=', '--fail-on=slow', '--fail-on=']) {
    assert.ok(!readBenchOptions(['-bench=.', wrong]).ok, wrong);
  }
});
