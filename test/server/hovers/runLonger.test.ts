import assert from 'node:assert/strict';
import test from 'node:test';
import { runLongerLink } from '../../../src/server/hovers/runLonger.ts';
import type { Session } from '../../../src/server/sessions/session.ts';
import { profileOf } from '../../pprof/builder.ts';
import { sessionOf } from '../builders.ts';

/** A profile of one second and a hundred samples, so many of them on one line. */
function sampled(samples: number, benchmark = 'BenchmarkF'): Session {
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    durationNanos: 1_000_000_000n,
    samples: [
      { values: [samples, samples * period], stack: ['p.F /p/f.go:4'] },
      { values: [100 - samples, (100 - samples) * period], stack: ['p.G /p/f.go:9'] },
    ],
  });
  const origin = { from: 'benchmark', runId: 'r', benchmark, kind: 'cpu' } as const;
  return sessionOf(profile, { origin, operations: 1000 });
}

const period = 10_000_000;

function said(samples: number): string | null {
  const link = runLongerLink(sampled(samples), 1, samples * period, '/p', 0.02);
  return link?.replace(/\(command:.*?\)/, '(...)') ?? null;
}

test('few samples: the hover says how long to run, and how precise the cost is then', () => {
  assert.equal(said(12), '[Run for 4s to know it to ±27%](...)');
});

test('the fewer samples, the longer; but nobody waits long', () => {
  assert.equal(said(5), '[Run for 9s to know it to ±29%](...)');
  assert.equal(said(1), '[Run for 10s to know it to ±64%](...)');
});

test('nearly enough samples: a run twice as long; enough samples: no link', () => {
  assert.equal(said(20), '[Run for 2s to know it to ±28%](...)');
  assert.equal(said(43), null);
});

test('the link runs the benchmark again, longer', () => {
  const text = runLongerLink(sampled(12, 'BenchmarkF/n=1'), 1, 12 * period, '/p', 0.02) ?? '';
  const link = /\(command:([\w.]+)\?([^)]*)\)/.exec(text);
  assert.equal(link?.[1], 'pprofLens.server.run');
  assert.deepEqual(JSON.parse(decodeURIComponent(link?.[2] ?? '')), [
    { uri: 'file:///p/benchmark_test.go', benchmark: 'BenchmarkF/n=1', benchtime: '4s' },
  ]);
});
