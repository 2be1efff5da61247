/** Two results of a benchmark, and all that is known for judging the difference between them. */
import type { Circumstances } from '../../bench/verdicts/change.ts';
import type { GatePair } from '../../bench/verdicts/gate.ts';
import { disturbancesIn } from '../../bench/verdicts/noise.ts';
import type { PassWitness } from '../../bench/verdicts/witnesses.ts';
import type { BenchmarkResult, InTurns, StoredProfile } from './benchmarkResult.ts';
import { countedOf, countingOf } from './countedResult.ts';
import { areOtherProcessors } from './surroundings.ts';

/** The parts of a result that a comparison needs. */
export interface ComparableResult
  extends Pick<BenchmarkResult, 'codeHash' | 'measurements'>,
    Partial<
      Pick<BenchmarkResult, 'runId' | 'notes' | 'inTurns' | 'counters' | 'instructions' | 'units' | 'config'>
    > {
  readonly profiles: readonly Pick<StoredProfile, 'witness' | 'isFlat'>[];
}

/** What is compared: the measurements of two results, or better ones if both were measured again in turns. */
export type ResultPair = Omit<GatePair, 'rounds'>;

/** @param drift see `Circumstances` */
export function resultPair(base: ComparableResult, result: ComparableResult, drift: number): ResultPair {
  const turns = turnsOf(base, result) ?? reversed(turnsOf(result, base));
  const again = turns?.again;
  return {
    base: again?.base ?? base.measurements,
    measurements: again?.measurements ?? result.measurements,
    facts: { ...base.units, ...result.units },
    circumstances: {
      isSameCode: base.codeHash !== null && base.codeHash === result.codeHash,
      isInTurns: turns !== undefined,
      isOtherProcessor: turns === undefined && areOtherProcessors(base, result),
      isDisturbed: isDisturbed(base) || isDisturbed(result),
      drift,
      baseWitnesses: witnessesOf(base),
      witnesses: witnessesOf(result),
      isUnchecked: again?.measurements.every(({ layout }) => layout === undefined) ?? false,
      ...(again?.level === undefined ? {} : { level: again.level }),
      ...(base.counters === undefined || result.counters === undefined
        ? {}
        : { counters: { base: base.counters, now: result.counters } }),
      ...instructionsOf(base, result),
    },
  };
}

/** Counts that are not of the same are not compared. */
function instructionsOf(
  base: ComparableResult,
  result: ComparableResult,
): Pick<Circumstances, 'instructions'> {
  const [before, now] = [countedOf(base), countedOf(result)];
  const isAlike = before !== null && now !== null && countingOf(base) === countingOf(result);
  return isAlike ? { instructions: { base: before, now } } : {};
}

function turnsOf(base: ComparableResult, result: ComparableResult): InTurns | undefined {
  return result.inTurns !== undefined && result.inTurns.with === base.runId ? result.inTurns : undefined;
}

/** The same, with the newer result as the base: that is how a user may compare two runs. */
function reversed(turns: InTurns | undefined): InTurns | undefined {
  if (turns?.again === undefined) return turns;
  const { base, measurements } = turns.again;
  return { ...turns, again: { ...turns.again, base: measurements, measurements: base } };
}

function isDisturbed({ notes = [] }: ComparableResult): boolean {
  return disturbancesIn(notes).length > 0;
}

function witnessesOf({ profiles }: ComparableResult): PassWitness[] {
  return profiles.flatMap(({ witness }) => witness ?? []);
}
