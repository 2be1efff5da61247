import type { Evidence } from '../../base/model.ts';
import type { Circumstances } from '../../bench/verdicts/change.ts';
import { isBeyondNeighbours, neighboursDeviation } from '../../bench/verdicts/coreTime.ts';
import { passVariation } from '../../bench/verdicts/passSpeed.ts';
import { countedOf } from './countedResult.ts';
import type { ComparableResult } from './resultPair.ts';

export interface EvidencePair {
  readonly result: ComparableResult | null;
  readonly baseResult: ComparableResult | null;
  readonly circumstances: Circumstances | null;
}

/** Two profiles without measurements: all that is known is how much passes vary. */
export const noResults: EvidencePair = { result: null, baseResult: null, circumstances: null };

/**
 * What speaks against a difference between the profiles of two results. Times of a disturbed machine cannot be compared, unless
 * the two were profiled in turns, or differ by more than the machine explains: then functions may, too. Later measurements in turns
 * say nothing of the profiles.
 */
export function evidenceOf({ result, baseResult, circumstances }: EvidencePair): Evidence {
  if (result === null || baseResult === null || circumstances === null) {
    const deviation = passVariation([], [], { drift: 0, isDisturbed: false });
    return { deviation, isSameCode: false, isDisturbed: false, countSpread: 0 };
  }
  const wereInTurns = circumstances.isInTurns && result.inTurns?.again === undefined;
  const isDisturbed = circumstances.isDisturbed && !wereInTurns;
  const isBeyond = isDisturbed && isBeyondNeighbours(baseResult.measurements, result.measurements);
  const deviation = passVariation(baseResult.measurements, result.measurements, circumstances);
  return {
    deviation: isBeyond ? Math.max(deviation, neighboursDeviation) : deviation,
    isSameCode: circumstances.isSameCode,
    isDisturbed: isDisturbed && !isBeyond,
    countSpread: Math.max(countedOf(baseResult)?.spread ?? 0, countedOf(result)?.spread ?? 0),
  };
}
