// A pair of runs, or more, for each verdict and each doubt.
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import type { Part } from './verdictSurfaces.ts';

/** Six measurements around this time. */
function timed(
  nanoseconds: number,
  others: Readonly<Record<string, number>> = {},
  spread = 0.001,
): Measurement[] {
  return [0, 1, 2, 3, 4, 5].map((i) => ({
    iterations: 1000,
    metrics: { 'ns/op': nanoseconds * (1 + (i - 2.5) * spread), ...others },
  }));
}

const busy = { code: 'noise-busy', template: 'Other programs used 2 cores.', args: [] };
const waited = { code: 'waited', template: 'It waited.', args: [] };

const codes = (...hashes: readonly string[]) => hashes.map((codeHash) => ({ codeHash }));
const runs = (...all: readonly (readonly Measurement[])[]): Part[] =>
  all.map((measurements) => ({ measurements }));
const both = (one: readonly Part[], other: readonly Part[]) =>
  one.map((part, i): Part => ({ ...part, ...other[i] }));
const inTurns: Part[] = [{}, { inTurns: { with: 'r0' } }];

/** A CPU pass that always uses as much of the processor, whatever the time is. */
const cpuPass = (nanoseconds: number): NonNullable<Part['profiles']> => [
  {
    kind: 'cpu',
    file: 'cpu.pprof',
    operations: 1000,
    witness: {
      kind: 'cpu',
      measurement: { iterations: 1000, metrics: { 'ns/op': nanoseconds } },
      cpu: { samples: 1000, nanoseconds: 1e6 },
    },
  },
];

const counted = [1, 2, 3].map(() => ({ iterations: 1000, metrics: { 'instructions/op': 5000 } }));

/** Three measurements of each of five layouts. */
const laidOut = (...medians: readonly number[]): Measurement[] =>
  medians.flatMap((median, layout) =>
    [0.999, 1, 1.001].map((by) => ({ iterations: 1, metrics: { 'ns/op': median * by }, layout })),
  );

/** The same, kept waiting for a core for a third of the time. */
const waiting = (measurements: readonly Measurement[]): Measurement[] =>
  measurements.map((each) => ({ ...each, core: { running: 0.66, waiting: 0.33 } }));

const calls = (iterations: number, allocs: number): Measurement[] =>
  timed(1000, { 'allocs/op': allocs }, 0).map((each) => ({ ...each, iterations }));

/** Instructions of an operation, counted in both runs. */
const worked = (base: number, now: number, spread = 0): Part[] =>
  [base, now].map((perOp) => ({ instructions: { perOp, spread, by: 'valgrind' } }));

/** Two simulations of each run. */
const simulated = (...all: readonly (readonly [number, number])[]): Part[] =>
  all.map((values) => ({
    counters: values.map((value) => ({ iterations: 1000, metrics: { 'simulated-L1-misses/op': value } })),
  }));

export const cases: Readonly<Record<string, readonly Part[]>> = {
  same: runs(timed(5, {}, 0), timed(5, {}, 0)),
  changed: runs(timed(1000, { 'B/op': 640, 'allocs/op': 5 }), timed(880, { 'B/op': 640, 'allocs/op': 3 })),
  'to zero': both(
    runs(timed(1000, { 'B/op': 60, 'allocs/op': 1 }), timed(1001, { 'B/op': 0, 'allocs/op': 0 }, 0.02)),
    [{}, { notes: [busy] }],
  ),
  'from zero': runs(timed(1000, { 'B/op': 0, 'allocs/op': 0 }), timed(1000, { 'B/op': 60, 'allocs/op': 0 })),
  noise: runs(timed(1000, {}, 0.02), timed(1001, {}, 0.02)),
  few: runs(timed(1000).slice(3), timed(500).slice(3)),
  'same-code': both(runs(timed(1000), timed(1100)), codes('c', 'c')),
  drift: both(runs(timed(1000), timed(1100), timed(1150)), codes('c', 'c', 'd')),
  busy: both(runs(timed(1000), timed(880)), [{}, { notes: [busy] }]),
  processor: both(runs(timed(1000), timed(1300)), [{ config: { cpu: 'A' } }, { config: { cpu: 'B' } }]),
  small: runs(timed(1000), timed(1030)),
  cpu: both(runs(timed(1000), timed(1600)), [{ profiles: cpuPass(1000) }, { profiles: cpuPass(1600) }]),
  instructions: both(runs(timed(1000), timed(1300)), [{ counters: counted }, { counters: counted }]),
  operations: runs(calls(1000, 100), calls(500, 200)),
  layout: runs(laidOut(1000, 1080, 1002, 1004, 1001), laidOut(1081, 1003, 1085, 1004, 1083)),
  'over layouts': both(
    runs(laidOut(1000, 1010, 1004, 1002, 1008), laidOut(970, 975, 972, 979, 969)),
    inTurns,
  ),
  work: both(runs(timed(1000, {}, 0.02), timed(1001, {}, 0.02)), worked(3590.02, 3481.99)),
  'work and time': both(runs(timed(1000), timed(880)), worked(3590, 3214)),
  'work within its spread': both(
    runs(timed(1000, {}, 0.02), timed(1001, {}, 0.02)),
    worked(3590, 3570, 0.004),
  ),
  'work, and simulated misses': both(
    both(runs(timed(1000, {}, 0.02), timed(1001, {}, 0.02)), worked(3590.02, 3481.99)),
    simulated([1.25, 1.26], [64, 64]),
  ),
  'CPU time': both(runs(waiting(timed(1000)), waiting(timed(800))), inTurns),
  waits: both(both(runs(timed(1000), timed(880)), inTurns), [{}, { notes: [busy, waited] }]),
};
