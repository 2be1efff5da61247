/** `bench --against --production`: what a faster benchmark does to a program in production. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keptPredictions } from '../../src/go/results/keptPredictions.ts';
import { projectRuns } from '../../src/go/toolchain/cacheFolder.ts';
import { encodeGzipped } from '../../src/pprof/encode.ts';
import { profileOf } from '../pprof/builder.ts';
import { commandIn, repositoryOf } from './benchAgainst.ts';
import { runHere } from './runHere.ts';

/** A function with so many rounds of work. */
function work(rounds: number): string {
  return `package m

var sum uint64

//go:noinline
func Work() {
	for i := range uint64(${rounds}) {
		sum = sum*6364136223846793005 + i
	}
}
`;
}

const benchmark = `package m

import "testing"

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		Work()
	}
}
`;

/** A tenth of its time is spent in the function. */
const production = profileOf({
  sampleTypes: ['cpu/nanoseconds'],
  samples: [
    { values: [1e9], stack: ['main.Work /build/shop/work.go:7', 'main.serve /build/shop/main.go:9'] },
    { values: [9e9 - 1e7], stack: ['os.Read /go/src/os/file.go:1', 'main.serve /build/shop/main.go:8'] },
    { values: [1e7], stack: ['os.Read /go/src/os/file.go:1', 'main.serve /build/shop/main.go:8'] },
  ],
});

const comment = 'Pyroscope http://a process_cpu{service_name="shop", version="v1"}, 2026-01-01 to 2026-01-02';

test('half the work of a tenth of production: a twentieth less, in text and JSON', async () => {
  const repository = repositoryOf({ 'work.go': work(20_000), 'work_test.go': benchmark });
  repository.write({ 'work.go': work(10_000) });
  const file = join(repository.output, 'production.pb.gz');
  writeFileSync(file, encodeGzipped({ ...production, comments: [comment] }));
  const asked = ['--bench=.', '--profile=cpu', '--count=5', '--benchtime=300ms', '--against=HEAD'];
  const args = [...asked, '--measure-same', `--production=${file}`, '--json'];
  const run = await commandIn(repository, ['bench', ...args]);
  assert.equal(run.status, 0, run.stderr);
  const { predictions } = JSON.parse(run.stdout);
  assert.equal(predictions.file, file);
  const [found] = predictions.benchmarks;
  assert.deepEqual([found.name, found.functions, found.share], ['BenchmarkWork', ['work.go Work'], 0.1]);
  assert.ok(found.low < -0.05 && found.high > -0.05, JSON.stringify(found));
  assert.ok(found.low > -0.1 && found.high < 0, JSON.stringify(found));
  const env = { XDG_CACHE_HOME: join(repository.output, 'cache') };
  const [kept, ...more] = keptPredictions(projectRuns(repository.directory, env));
  assert.deepEqual([kept?.name, kept?.service, kept?.source], ['BenchmarkWork', 'shop', file]);
  assert.deepEqual([kept?.change, kept?.low, kept?.high], [found.change, found.low, found.high]);
  assert.match(kept?.commit ?? '', /^[0-9a-f]{7}-dirty$/);
  assert.deepEqual(more, []);
});

test('a file that is no CPU profile, and no --against: a sentence before anything is built', async () => {
  const repository = repositoryOf({ 'work.go': work(1), 'work_test.go': benchmark });
  const file = join(repository.output, 'memory.pb.gz');
  const memory = profileOf({
    sampleTypes: ['alloc_space/bytes'],
    samples: [{ values: [1], stack: ['main.f'] }],
  });
  writeFileSync(file, encodeGzipped(memory));
  process.chdir(repository.directory);
  const other = await runHere('bench', '--bench=.', '--against=HEAD', `--production=${file}`);
  assert.match(other.stderr, /memory\.pb\.gz is no CPU profile, and --production predicts CPU time/);
  assert.equal(other.status, 1);
  const alone = await runHere('bench', '--bench=.', `--production=${file}`);
  assert.match(alone.stderr, /--production=FILE needs --against/);
  assert.equal(alone.status, 2);
});
