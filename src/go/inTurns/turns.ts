/** Measures two versions in turns: one after the other, each turn in another layout, each time as a process of its own. */
import { mean, smallest } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { type Measurement, valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { mainUnit } from './measures.ts';
import { nextLayouts, type TwoVersions } from './twoVersions.ts';

export type Side = 'base' | 'now';

export interface TurnsRequest {
  readonly versions: TwoVersions;
  /** Of each version. */
  readonly count: number;
  /** How often each version starts in a turn. */
  readonly starts: number;
  readonly signal: AbortSignal;
  /** Measures a version once. */
  measure(binary: string, side: Side): Promise<Result<Measurement>>;
  progress(turn: number, side: Side): void;
}

export interface Turns {
  readonly base: readonly Measurement[];
  readonly measurements: readonly Measurement[];
  readonly problems: readonly Problem[];
}

/**
 * Each turn measures both, and every second time the other one begins, so that whatever is left behind (a warm cache, a hot
 * core) meets both alike. After a cancel, the turns that are whole are kept. Problems: `cancelled`, if there is
 * none; those of `measure`.
 */
export async function measureTurns(request: TurnsRequest): Promise<Result<Turns>> {
  const { versions, count, signal } = request;
  const all: Record<Side, Measurement[]> = { base: [], now: [] };
  const problems = new Map<string, Problem>();
  for (let turn = 0; turn < count && !signal.aborted; turn++) {
    const laidOut = await nextLayouts(versions, signal);
    if (!laidOut.ok) break;
    const { binaries, problem } = laidOut.value;
    if (problem !== null) problems.set(problem.code, problem);
    const measured = await measureBoth(request, turn, { base: binaries[0], now: binaries[1] });
    if (signal.aborted) break;
    if (!measured.ok) return measured;
    for (const side of ['base', 'now'] as const) all[side].push({ ...measured.value[side], pair: turn });
  }
  if (all.now.length === 0) return fail('cancelled', 'Cancelled.');
  return ok({ base: all.base, measurements: all.now, problems: [...problems.values()] });
}

async function measureBoth(
  { starts, measure, progress }: TurnsRequest,
  turn: number,
  binaries: Readonly<Record<Side, string>>,
): Promise<Result<Record<Side, Measurement>>> {
  const measured: Record<Side, Measurement[]> = { base: [], now: [] };
  for (let start = 0; start < starts; start++) {
    const order: readonly Side[] = (turn + start) % 2 === 0 ? ['base', 'now'] : ['now', 'base'];
    for (const side of order) {
      progress(turn, side);
      const one = await measure(binaries[side], side);
      if (!one.ok) return one;
      measured[side].push(one.value);
    }
  }
  return ok({ base: together(measured.base), now: together(measured.now) });
}

/** What the processes of a turn say together: their mean, and the CPU time of a request in the quickest of them. */
function together(measured: readonly Measurement[]): Measurement {
  const [first, ...others] = measured;
  if (first === undefined || others.length === 0) return first ?? { iterations: 0, metrics: {} };
  const units = Object.keys(first.metrics).filter(
    (unit) => valuesOf(measured, unit).length === measured.length,
  );
  return {
    iterations: measured.reduce((sum, { iterations }) => sum + iterations, 0),
    metrics: Object.fromEntries(units.map((unit) => [unit, mean(valuesOf(measured, unit))])),
    ...(units.includes(mainUnit) ? { quickest: smallest(valuesOf(measured, mainUnit)) } : {}),
  };
}
