/** Simulated gates: many benchmarks in two versions, judged and measured again by the code that the command line uses. */
import type { Measurement } from '../../src/bench/benchfmt/resultLine.ts';
import { inTurns } from '../../src/bench/verdicts/change.ts';
import { type FreshRound, type GatePair, isSuspicious, judge } from '../../src/bench/verdicts/gate.ts';
import type { Random } from '../fuzz/random.ts';
import { normal, times } from './draws.ts';

export interface SimulatedGate {
  readonly benchmarks: number;
  /** Measurements of each version. */
  readonly count: number;
  readonly confirm: number;
  readonly alpha: number;
  readonly threshold: number;
  /** By how much one of the benchmarks is slower; 0 for unchanged code. */
  readonly slowdown: number;
  /** By how much two versions differ because of the place of their code in memory: a standard deviation, as a share. */
  readonly layout: number;
  /** How much the measurements of the noisiest benchmark vary, as a standard deviation; one of ten varies five times as much. */
  readonly noise: number;
}

export const usualGate: SimulatedGate = {
  benchmarks: 50,
  count: 10,
  confirm: 1,
  alpha: 0.05,
  threshold: 0.05,
  slowdown: 0,
  layout: 0.01,
  noise: 0.02,
};

export interface GateTally {
  readonly failed: boolean;
  /** Whether the benchmark that is slower is among those that fail. */
  readonly found: boolean;
  /** Benchmarks that were measured again. */
  readonly again: number;
}

/** A benchmark as its code is: what its measurements have in common. */
interface Simulated {
  readonly nanoseconds: number;
  readonly spread: number;
  readonly bytes: number;
  /** Bytes that are allocated once, and shared by all operations. */
  readonly bytesOnce: number;
  /** Bytes whose number differs from measurement to measurement: maps, pools. */
  readonly bytesSpread: number;
  readonly allocs: number;
}

/** Shares of the noise: there are steady benchmarks, too. */
const steadiness = [0.15, 0.5, 1, 1];

function simulated(random: Random, noise: number): Simulated {
  const allocs = random.pick([0, 1, 5, 40]);
  return {
    nanoseconds: 10 ** (1 + random.below(50) / 10),
    spread: noise * random.pick(steadiness),
    bytes: allocs * random.pick([16, 64, 500]),
    bytesOnce: random.pick([0, 0, 1e6]),
    bytesSpread: allocs > 0 ? random.pick([0, 0, 0.01]) : 0,
    allocs,
  };
}

/** Runs one gate. */
export function runGate(random: Random, gate: SimulatedGate): GateTally {
  const options = { alpha: gate.alpha, threshold: gate.threshold };
  const pairs = Array.from({ length: gate.benchmarks }, (_, i) => pairOf(random, gate, i === 0));
  const { verdicts } = judge(pairs, options);
  const failures = verdicts.map((units) => units.some(({ isFailure }) => isFailure));
  return {
    failed: failures.includes(true),
    found: failures[0] === true,
    again: pairs.filter(({ rounds }) => rounds.length > 0).length,
  };

  function pairOf(random: Random, gate: SimulatedGate, isSlower: boolean): GatePair {
    const code = simulated(random, gate.noise);
    const place = () => Math.exp((gate.layout / Math.SQRT2) * normal(random));
    const base = { ...code, nanoseconds: code.nanoseconds * place() };
    const slowdown = isSlower ? 1 + gate.slowdown : 1;
    const now = { ...code, nanoseconds: code.nanoseconds * slowdown * place() };
    const round = (): FreshRound => ({
      base: measure(random, base, gate.count),
      measurements: measure(random, now, gate.count),
    });
    const rounds: FreshRound[] = [];
    const pair: GatePair = { ...round(), circumstances: inTurns, facts: {}, rounds };
    while (rounds.length < gate.confirm && isSuspicious(pair, options)) rounds.push(round());
    return pair;
  }
}

function measure(random: Random, code: Simulated, count: number): Measurement[] {
  return times(random, count, code.nanoseconds, code.spread).map((time) => {
    const iterations = Math.max(1, Math.round((1e9 / time) * (1 + random.below(20) / 100)));
    const bytes = code.bytes * (1 + code.bytesSpread * normal(random)) + code.bytesOnce / iterations;
    return {
      iterations,
      metrics: { 'ns/op': time, 'B/op': Math.floor(bytes), 'allocs/op': code.allocs },
    };
  });
}
