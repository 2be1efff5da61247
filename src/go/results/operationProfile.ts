/** What of a benchmark's CPU profile and times a prediction is made from. */
import { TimedLoop } from '../../analysis/benchmark/timedLoop.ts';
import type { OperationProfile, TimeRatio } from '../../analysis/prediction/prediction.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { relativeErrors } from '../../bench/verdicts/summary.ts';
import type { Profile } from '../../pprof/profile.ts';

/** @param profile with what operations cost of each value; all of it is of operations where that is not known */
export function operationProfile(profile: Profile, operations: number): OperationProfile {
  return { profile: TimedLoop.of(profile)?.with([]) ?? profile, operations };
}

interface TimedPair {
  readonly base: readonly Measurement[];
  readonly measurements: readonly Measurement[];
  readonly isInTurns: boolean;
}

/** Of a time that was measured too seldom to have an interval. */
const usualError = 0.03;

/** Between two runs, the machine has become this much faster or slower. */
const usualDrift = 0.05;

/** `null` without a change of the time. */
export function timeRatio(
  changes: readonly MetricChange[],
  { base, measurements, isInTurns }: TimedPair,
): TimeRatio | null {
  const change = changes.find(({ unit }) => unit === 'ns/op');
  if (change === undefined || !(change.base.center > 0)) return null;
  const [before = usualError, after = usualError] = [base, measurements].map(
    (side) => relativeErrors(side, ['ns/op'])['ns/op'],
  );
  const drift = isInTurns ? 0 : usualDrift;
  return { ratio: change.now.center / change.base.center, deviation: Math.hypot(before, after, drift) };
}
