/** Measures two versions in turns, each turn in another layout. */
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import { nextLayouts, type TwoVersions } from './twoVersions.ts';

export type Side = 'base' | 'now';

export interface TurnsRequest {
  readonly versions: TwoVersions;
  /** Of each version. */
  readonly count: number;
  readonly signal: AbortSignal;
  /** Measures both once. */
  measure(binaries: Readonly<Record<Side, string>>, turn: number): Promise<Result<Record<Side, Measurement>>>;
}

export interface Turns {
  readonly base: readonly Measurement[];
  readonly measurements: readonly Measurement[];
  readonly problems: readonly Problem[];
}

/** Every second time the other one begins, so that whatever is left behind (a warm cache, a hot core) meets both alike. */
export function inOrder(turn: number): readonly [Side, Side] {
  return turn % 2 === 0 ? ['base', 'now'] : ['now', 'base'];
}

/** After a cancel, the turns that are whole are kept. Problems: `cancelled`, if there is none; those of `measure`. */
export async function measureTurns({
  versions,
  count,
  signal,
  measure,
}: TurnsRequest): Promise<Result<Turns>> {
  const all: Record<Side, Measurement[]> = { base: [], now: [] };
  const problems = new Map<string, Problem>();
  for (let turn = 0; turn < count && !signal.aborted; turn++) {
    const laidOut = await nextLayouts(versions, signal);
    if (!laidOut.ok) break;
    const { binaries, problem } = laidOut.value;
    if (problem !== null) problems.set(problem.code, problem);
    const measured = await measure({ base: binaries[0], now: binaries[1] }, turn);
    if (signal.aborted) break;
    if (!measured.ok) return measured;
    for (const side of ['base', 'now'] as const) all[side].push({ ...measured.value[side], pair: turn });
  }
  if (all.now.length === 0) return fail('cancelled', 'Cancelled.');
  return ok({ base: all.base, measurements: all.now, problems: [...problems.values()] });
}
