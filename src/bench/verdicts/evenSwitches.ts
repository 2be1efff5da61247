/**
 * The CPU time of operations as if the threads of all had switched equally often. Where other work takes the cores, Go's runtime
 * looks after its threads many times a millisecond or never, as it happens: of twenty turns of an unchanged server, the switches
 * explained four fifths of what its CPU time varied by. What they take is found from the measurements themselves, of both versions
 * together: so if nothing has changed, it stays as likely that the one is quicker as that the other is. Compared are switches in a
 * time, as code that takes longer has more of them by that alone.
 */
import { mean } from '../../base/lists.ts';
import type { Measurement } from '../benchfmt/resultLine.ts';
import { signedRankP } from '../statistics/signedRank.ts';

export interface EvenSwitches {
  readonly base: readonly Measurement[];
  readonly measurements: readonly Measurement[];
}

/** If less of what varies is explained, nothing is gained. Of the correlation. */
const enough = 0.5;
/** Whether less than this is said by chance: of what is only a check. */
const unlikely = 0.01;

/**
 * `null` if switches are not known of all, if they explain little, and if one version switches more often: then it is the code that
 * does it, and what it takes is its own.
 *
 * @param base one of each turn, as `measurements`
 * @param unit of CPU time
 */
export function withEvenSwitches(
  unit: string,
  base: readonly Measurement[],
  measurements: readonly Measurement[],
): EvenSwitches | null {
  const pointsOf = (side: readonly Measurement[]) =>
    side.flatMap(({ metrics: { [unit]: cost = 0 }, switches }) =>
      cost > 0 && switches !== undefined ? [{ cost: Math.log(cost), rate: switches / cost }] : [],
    );
  const [older, newer] = [pointsOf(base), pointsOf(measurements)];
  if (older.length !== base.length || newer.length !== measurements.length) return null;
  if (older.length !== newer.length || older.length === 0) return null;
  if (signedRankP(newer.map(({ rate }, turn) => rate - older[turn]!.rate)) <= unlikely) return null;
  const all = [...older, ...newer];
  const usualRate = mean(all.map(({ rate }) => rate));
  const usualCost = mean(all.map(({ cost }) => cost));
  const sum = (of: (rate: number, cost: number) => number) =>
    all.reduce((total, { rate, cost }) => total + of(rate - usualRate, cost - usualCost), 0);
  const together = sum((rate, cost) => rate * cost);
  const ofRates = sum((rate) => rate ** 2);
  const explained = together / Math.sqrt(ofRates * sum((_, cost) => cost ** 2));
  if (!(explained >= enough)) return null;
  const evened = (side: readonly Measurement[], points: typeof all) =>
    side.map((each, turn) => {
      const { cost, rate } = points[turn]!;
      const even = Math.exp(cost - (together / ofRates) * (rate - usualRate));
      return { ...each, metrics: { ...each.metrics, [unit]: even } };
    });
  return { base: evened(base, older), measurements: evened(measurements, newer) };
}
