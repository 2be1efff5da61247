import assert from 'node:assert/strict';
import test from 'node:test';
import { runLongerLink } from '../../../src/server/hovers/runLonger.ts';
import { profileOf } from '../../pprof/builder.ts';
import { sessionOf } from '../builders.ts';

const period = 10_000_000;

/** The link on a line that has so many of a hundred samples, in a profile of one second. */
function linkFor(samples: number): string | null {
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    durationNanos: 1_000_000_000n,
    samples: [
      { values: [samples, samples * period], stack: ['p.F /p/f.go:4'] },
      { values: [100 - samples, (100 - samples) * period], stack: ['p.G /p/f.go:9'] },
    ],
  });
  const origin = { from: 'benchmark', runId: 'r', benchmark: 'BenchmarkF/n=1', kind: 'cpu' } as const;
  return runLongerLink(sessionOf(profile, { origin, operations: 1000 }), 1, samples * period, '/p', 0.02);
}

test('the hover says how long to run, the longer the fewer samples, and how precise the cost is then', () => {
  const said = (samples: number) => linkFor(samples)?.replace(/\(command:.*?\)/, '(...)') ?? null;
  assert.deepEqual([12, 5, 1, 20, 43].map(said), [
    '[Run for 4s to know it to ±27%](...)',
    '[Run for 9s to know it to ±29%](...)',
    // Nobody waits longer.
    '[Run for 10s to know it to ±64%](...)',
    // At least twice as long as before.
    '[Run for 2s to know it to ±28%](...)',
    null,
  ]);
});

test('the link runs the benchmark again, longer', () => {
  const link = /\(command:([\w.]+)\?([^)]*)\)/.exec(linkFor(12) ?? '');
  assert.equal(link?.[1], 'pprofLens.server.run');
  const request = { uri: 'file:///p/benchmark_test.go', benchmark: 'BenchmarkF/n=1', benchtime: '4s' };
  assert.deepEqual(JSON.parse(decodeURIComponent(link?.[2] ?? '')), [request]);
});
