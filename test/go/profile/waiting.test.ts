/** When a benchmark is said to have waited: by its profiles, and by how busy the machine was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import type { CoreUse } from '../../../src/bench/benchfmt/resultLine.ts';
import type { MachineWatch } from '../../../src/bench/verdicts/noise.ts';
import {
  type TimedProfile,
  waitingNote,
  waitingOf,
  waitingProblem,
} from '../../../src/go/profile/waiting.ts';
import { profileOf } from '../../pprof/builder.ts';
import { resultOf } from '../../server/builders.ts';

const second = 1e9;

/** A CPU pass with so many samples. */
function cpu(samples: number, wall: number, machine: TimedProfile['machine'] = null): TimedProfile {
  const profile = profileOf({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    period: 10_000_000n,
    samples: samples === 0 ? [] : [{ values: [samples, samples * 1e7], stack: ['p.F /p/f.go:4'] }],
  });
  return { kind: 'cpu', profile, wall, machine };
}

/** A block pass in which the benchmark was blocked for so long, in this function. */
function block(seconds: number, where: string, wall: number): TimedProfile {
  const profile = profileOf({
    sampleTypes: ['contentions/count', 'delay/nanoseconds'],
    samples: [
      { values: [1, seconds * second], stack: [where, 'm.BenchmarkA m.go:9', 'testing.(*B).runN b.go:1'] },
    ],
  });
  return { kind: 'block', profile, wall, machine: null };
}

/** The same by an execution trace. */
function traced(seconds: number, where: string): TimedProfile {
  const { profile, ...pass } = block(seconds, where, second);
  const [, delay] = profile.sampleTypes;
  const sampleTypes = [
    { type: 'net_contentions', unit: 'count' },
    { ...delay!, type: 'net_delay' },
  ];
  return { ...pass, kind: 'wait', profile: { ...profile, sampleTypes } };
}

/** A machine with four cores. */
function machine(otherCores: number, runnable: number): NonNullable<TimedProfile['machine']> {
  const watch: MachineWatch = {
    seconds: 1,
    cores: 4,
    usableCores: 4,
    otherSeconds: otherCores,
    busiest: null,
    stolenSeconds: 0,
    throttledSeconds: 0,
    hotThrottles: 0,
    onBattery: false,
    slowGovernor: null,
  };
  return { watch, runnable };
}

/** Its measurements, with what they have had of the cores; without, nobody says. */
function timed(...uses: CoreUse[]) {
  const measurements = uses.map((core) => ({ iterations: 1, metrics: { 'ns/op': second }, core }));
  return resultOf({ name: 'BenchmarkA', procs: 1, measurements });
}

function said(...profiles: TimedProfile[]): string | null {
  const waiting = waitingOf(profiles, timed());
  const problem = waiting === null ? null : waitingProblem(resultOf({ name: 'BenchmarkA' }), waiting);
  return problem === null ? null : sentence(problem);
}

test('without samples in a second it waited; in a few milliseconds that is chance', () => {
  assert.equal(said(cpu(0, 1.17 * second)), 'BenchmarkA waited: CPU explains 0% of 1.17 s.');
  assert.equal(said(cpu(3, 617e6)), 'BenchmarkA waited: CPU explains 5% of 617 ms.');
  assert.equal(said(cpu(0, 0.05 * second)), null);
  const waiting = waitingOf([cpu(0, 1.17 * second)], timed())!;
  assert.equal(sentence(waitingNote(waiting)), 'It waited: CPU explains 0% of 1.17 s.');
});

test('a benchmark that computes has not waited, however short it was or many its cores are', () => {
  assert.equal(said(cpu(5, 0.05 * second)), null);
  assert.equal(said(cpu(100, second)), null);
  assert.equal(said(cpu(390, second)), null);
  assert.equal(said(cpu(60, second)), null);
});

test('on a machine that is busy to the last core, one that wanted no core while it was timed has waited', () => {
  const pass = cpu(1, second, machine(3.99, 60));
  const judged = (...uses: CoreUse[]) => waitingOf([pass], timed(...uses)) !== null;
  assert.equal(judged(), false);
  assert.equal(judged({ running: 0.01, waiting: 0.04 }, { running: 0.02, waiting: 0.1 }), true);
  assert.equal(judged({ running: 0.06, waiting: 0.93 }, { running: 0.05, waiting: 0.9 }), false);
});

test('on a machine that is busy to the last core, it may have waited for a core', () => {
  // It computed, but with 15 others on four cores it got a quarter of one.
  assert.equal(said(cpu(25, second, machine(3.75, 15))), null);
  assert.equal(said(cpu(25, second, machine(0.5, 1))), 'BenchmarkA waited: CPU explains 25% of 1.00 s.');
  assert.equal(said(cpu(1, second, machine(3.99, 15))), 'BenchmarkA waited: CPU explains 1% of 1.00 s.');
});

test('a block profile says for what, or that it says nothing', () => {
  assert.equal(
    said(cpu(1, second), block(0.97, 'runtime.chanrecv1 chan.go:1', second)),
    'BenchmarkA waited: CPU explains 1% of 1.00 s, and blocking 97%.',
  );
  assert.equal(
    said(cpu(1, second), block(0.6, 'sync.(*Mutex).Lock mutex.go:1', second)),
    'BenchmarkA waited for locks: they explain 60% of 1.00 s. A mutex profile says who held them.',
  );
  assert.match(
    said(cpu(1, second), block(0.001, 'runtime.chanrecv1 chan.go:1', second)) ?? '',
    /CPU explains 1% of 1\.00 s, and blocking <1%\. The rest is sleep, or waiting for the network/,
  );
});

test('with a trace, only who held a lock is left to ask', () => {
  assert.equal(said(cpu(1, second), traced(0.97, 'net.(*conn).Read net.go:1')), null);
  assert.equal(
    said(cpu(1, second), traced(0.6, 'sync.(*Mutex).Lock mutex.go:1')),
    'BenchmarkA waited for locks: they explain 60% of 1.00 s. A mutex profile says who held them.',
  );
});

test('with the mutex profile, nothing more is asked for', () => {
  const mutex: TimedProfile = { ...block(0, 'sync.(*Mutex).Unlock mutex.go:2', second), kind: 'mutex' };
  const locks = block(0.6, 'sync.(*Mutex).Lock mutex.go:1', second);
  assert.match(said(cpu(1, second), locks, mutex) ?? '', /and blocking 60%\.$/);
});

test('without a CPU profile nothing is known', () => {
  assert.equal(said(block(0.9, 'runtime.chanrecv1 chan.go:1', second)), null);
});
