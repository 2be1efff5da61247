// Events on lines, by the real perf: page faults, which are counted on any Linux, and its clock beside Go's own CPU profile.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { indexLines } from '../../../src/analysis/lines/lines.ts';
import type { TakenKind } from '../../../src/base/model.ts';
import { sentence } from '../../../src/base/result.ts';
import { readRecording } from '../../../src/go/counters/recording.ts';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { goModule, openedProfile } from '../goModule.ts';
import { done } from '../outcome.ts';
import { deepFaults, faults, go, whyNoRecording } from './realPerf.ts';

/** The time is spent in a function without a frame of its own: by frame pointers alone, the line that calls it has none. */
const leaf = `package m

import "testing"

var sink int

//go:noinline
func add(n, m int) int {
	for i := range n {
		m += i ^ m
	}
	return m
}

//go:noinline
func caller() {
	sink = add(2000, sink) // hot call
	sink = add(500, sink) // cool call
}

func BenchmarkLeaf(b *testing.B) {
	for b.Loop() {
		caller() // all
	}
}
`;
const module = goModule({
  'faults_test.go': faults,
  'deep_test.go': deepFaults,
  'leaf_test.go': leaf,
});

async function run(name: string, events: readonly string[], benchtime: string): Promise<BenchmarkResult> {
  const [result] = await done(module, [name], { kinds: ['cpu'], benchtime, counters: events });
  assert.ok(result !== undefined);
  return result;
}

/** Cost of lines per operation. */
async function costsOf({ profiles }: BenchmarkResult, kind: TakenKind, sampleType = 0) {
  const stored = profiles.find((each) => each.kind === kind);
  assert.ok(stored?.operations != null, JSON.stringify(profiles));
  const { operations } = stored;
  const read = await openedProfile(stored.path);
  const lines = indexLines(new ProfileCosts(read));
  return (file: string, marker: string) => {
    const index = lines.files.findIndex((name) => name.endsWith(`/${file}`));
    const cost = lines.lines(index, sampleType).find(({ line }) => line === module.line(file, marker));
    return {
      flat: Number(cost?.flat ?? 0) / operations,
      cum: Number(cost?.cum ?? 0) / operations,
      total: Number(lines.total(sampleType)) / operations,
      profile: read,
    };
  };
}

/** What perf has said. The passes are too short for a CPU profile. */
function said({ problems }: BenchmarkResult): string[] {
  return problems.filter(({ code }) => code !== 'too-few-samples').map((problem) => sentence(problem));
}

function near(actual: number, expected: number, share: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= share * expected, `${what}: ${actual}, not about ${expected}`);
}

describe('events on lines, by the real perf', { skip: whyNoRecording() }, () => {
  test('page faults stand on the lines that touch fresh memory, and on those that call them', async () => {
    const result = await run('BenchmarkFaults', ['page-faults'], '2000x');
    assert.deepEqual(said(result), []);
    const [counted] = result.counters ?? [];
    near(counted?.metrics['page-faults/op'] ?? 0, 13, 0.1, 'counted');
    const on = await costsOf(result, 'event:page-faults');
    const file = 'faults_test.go';
    near(on(file, '// 12 faults').flat, 12, 0.1, 'flat');
    near(on(file, '// calls fill').cum, 12, 0.1, 'cum');
    near(on(file, '*to = 1').flat, 1, 0.3, 'flat without a frame');
    // Frame pointers do not lead to this line.
    near(on(file, '// calls write').cum, 1, 0.3, 'cum of what has no frame');
    const { profile } = on(file, 'calls fill');
    const others = readdirSync(module.output).filter((name) => !name.endsWith('.pprof'));
    assert.deepEqual(others, [], 'nothing that perf has written is left');
    assert.deepEqual(profile?.sampleTypes, [{ type: 'page-faults', unit: 'count' }]);
    assert.match(profile?.comments.join() ?? '', /^perf record -c \d+ -e page-faults$/);
  });

  test('each event is there once, also below deep stacks and large frames', async () => {
    const on = await costsOf(await run('BenchmarkDeep', ['page-faults'], '2000x'), 'event:page-faults');
    const file = 'deep_test.go';
    near(on(file, '// deep fault').flat, 1, 0.2, 'deep');
    near(on(file, '// fault in a large frame').flat, 1, 0.2, 'large');
    near(on(file, '// calls large').cum, 1, 0.2, 'calls large');
    near(on(file, '// calls large').total, 2, 0.2, 'all');
  });

  test('the clock of Linux agrees with Go’s CPU profile, and with go tool pprof', async () => {
    const result = await run('BenchmarkLeaf', ['cpu-clock'], '500000x');
    const [byPerf, byGo] = [await costsOf(result, 'event:cpu-clock'), await costsOf(result, 'cpu', 1)];
    for (const marker of ['// hot call', '// cool call', '// all']) {
      const [perf, own] = [byPerf('leaf_test.go', marker), byGo('leaf_test.go', marker)];
      const apart = Math.abs(perf.cum / perf.total - own.cum / own.total);
      assert.ok(apart < 0.2, `${marker}: ${perf.cum / perf.total} and ${own.cum / own.total}`);
    }
    assert.ok(byPerf('leaf_test.go', '// hot call').cum > 2 * byPerf('leaf_test.go', '// cool call').cum);
    const path = result.profiles.find(({ kind }) => kind === 'event:cpu-clock')?.path ?? '';
    const top = go(module.directory, 'tool', 'pprof', '-top', '-cum', path);
    assert.match(top, /example\.com\/m\.caller/);
    assert.match(top, /^Type: cpu-clock$/m);
  });

  test('what does not happen has no profile, and what is not counted here is said', async () => {
    const result = await run('BenchmarkLeaf', ['emulation-faults'], '100x');
    assert.deepEqual(
      result.profiles.map(({ kind }) => kind),
      ['cpu'],
    );
    assert.deepEqual(said(result), []);
    const unknown = await run('BenchmarkLeaf', ['emulation-faults', 'no-such-event'], '100x');
    assert.match(said(unknown).join(), /^perf cannot count here: event syntax error: '.*no-such-event/);
  });

  test('a damaged recording ends in a sentence', () => {
    const file = join(module.output, '..', 'damaged.data');
    const args = '-e page-faults -c 1 -g -- ls'.split(' ');
    const recorded = spawnSync('perf', ['record', '-q', '-o', file, ...args]);
    assert.equal(recorded.status, 0);
    const whole = readFileSync(file);
    const read = readRecording(whole);
    assert.ok(read.ok && read.value.samples.length > 10 && read.value.mapped.length > 0);
    for (let i = 1; i < 400; i++) {
      const damaged = Buffer.from(whole.subarray(0, i % 2 === 0 ? whole.length : (whole.length * i) / 400));
      for (let at = (i * 37) % 211; at < damaged.length; at += 211 + i) damaged[at] = 255;
      const { ok } = readRecording(damaged);
      assert.equal(typeof ok, 'boolean');
    }
  });
});
