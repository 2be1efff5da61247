/** Which cost the lines show when a benchmark with sub-benchmarks has run. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { BenchmarkResult } from '../../../../src/go/results/benchmarkResult.ts';
import {
  shownAfterRun,
  shownCost,
  shownDuringRun,
} from '../../../../src/server/runs/benchmarks/shownAfterRun.ts';
import { SessionStore } from '../../../../src/server/sessions/sessions.ts';
import { profileOf } from '../../../pprof/builder.ts';
import { benchmarkResult, sessionSource } from '../../builders.ts';

const result = (runId: string, name: string, time: number) =>
  benchmarkResult({ runId, name, measurements: [{ iterations: 10, metrics: { 'ns/op': time } }] });

/** Three sub-benchmarks, the second one slowest. */
const run = (id: string) => [
  result(`${id}1`, 'BenchmarkB/n=1', 5),
  result(`${id}2`, 'BenchmarkB/n=2', 900),
  result(`${id}3`, 'BenchmarkB/n=3', 40),
];

function addProfiles(store: SessionStore, { runId, name: benchmark }: BenchmarkResult): void {
  const samples = [{ values: [1, 10], stack: ['p.F /p/f.go:1'] }];
  const of = (kind: 'cpu' | 'mem', sampleTypes: string[]) => ({
    ...sessionSource(profileOf({ sampleTypes, samples }), { profilePath: `/${runId}.${kind}` }),
    origin: { from: 'benchmark' as const, runId, benchmark, kind },
  });
  store.add([
    of('cpu', ['samples/count', 'cpu/nanoseconds']),
    of('mem', ['alloc_objects/count', 'alloc_space/bytes']),
  ]);
}

/** The name of what is shown: `BenchmarkB/n=2 cpu 0`. */
function shown(store: SessionStore, cost: ReturnType<typeof shownAfterRun>): string {
  const origin = store.get(cost?.sessionId ?? '')?.origin;
  return origin?.from === 'benchmark' ? `${origin.benchmark} ${origin.kind} ${cost?.sampleType}` : 'nothing';
}

/** What is shown after a second run, while the lines show one of the first run's costs. */
function afterSecondRun(profile: string, sampleType: number, second = run('second')) {
  const store = new SessionStore();
  for (const each of run('first')) addProfiles(store, each);
  const session = store.all.find(({ profilePath }) => profilePath === profile);
  store.show({ sessionId: session?.id ?? '', sampleType });
  const before = shownCost(store);
  for (const each of second) addProfiles(store, each);
  return { store, before, cost: shownAfterRun(second, store, before), second };
}

test('the slowest sub-benchmark is shown', () => {
  const store = new SessionStore();
  const results = run('first');
  assert.equal(shownAfterRun(results, store, null), null, 'there is no profile');
  for (const each of results) addProfiles(store, each);
  assert.equal(shown(store, shownAfterRun(results, store, null)), 'BenchmarkB/n=2 cpu 0');
});

test('what the user has chosen stays: the sub-benchmark, the kind of profile and the sample type', () => {
  const { store, cost } = afterSecondRun('/first3.mem', 1);
  assert.equal(shown(store, cost), 'BenchmarkB/n=3 mem 1');
  assert.ok(cost && store.get(cost.sessionId)?.profilePath === '/second3.mem', 'of the new run');
});

test('if the run has not measured it again, its slowest is shown', () => {
  const { store, cost } = afterSecondRun('/first3.mem', 1, [result('x', 'BenchmarkC', 1)]);
  assert.equal(shown(store, cost), 'BenchmarkC cpu 0');
});

test('while the run goes on, an older cost stays until the same one is measured', () => {
  const { store, before, second } = afterSecondRun('/first3.cpu', 1);
  const during = (i: number) =>
    shown(store, shownDuringRun(second[i] ?? assert.fail(), ['BenchmarkB'], store, before));
  assert.equal(during(0), 'nothing');
  assert.equal(during(2), 'BenchmarkB/n=3 cpu 1');
  const other = shownDuringRun(second[0] ?? assert.fail(), ['BenchmarkB/n=1'], store, before);
  assert.equal(shown(store, other), 'BenchmarkB/n=1 cpu 0', 'what the run does not measure does not stay');
});
