/**
 * What a change that a benchmark has shown does to the CPU time of a program in production, where functions are called on other
 * paths and with other inputs than in the benchmark.
 */
import type { Profile } from '../../pprof/profile.ts';
import {
  type CallPath,
  CallPathTree,
  costlyStacks,
  moduleKeys,
  type SampledTime,
  sampledTime,
} from './callPathTree.ts';

/** A CPU profile whose samples are of a benchmark's operations only, and how many operations it is of. */
export interface OperationProfile {
  readonly profile: Profile;
  readonly operations: number;
}

export interface PredictedChange {
  /** Of all CPU time, at the same load: -0.05 for 5% less. */
  readonly change: number;
  /** What samples leave open: an interval of 90%. */
  readonly low: number;
  readonly high: number;
}

export interface Prediction extends PredictedChange {
  /** What of production the benchmark calls, by `functionKey`, the most costly first. */
  readonly functions: readonly string[];
  /** Their share of production's CPU time, with what they call. */
  readonly share: number;
  /** How much of that time is spent on the same paths in the benchmark: 1 if all of it is. */
  readonly overlap: number;
}

/** How the time of an operation has changed: new by old, and the standard deviation of its logarithm. */
export interface TimeRatio {
  readonly ratio: number;
  readonly deviation: number;
}

/** Two profiles are taken at two times, in which the machine was not equally fast. */
const usualDeviation = 0.03;
/** With fewer samples, calls are not told apart. */
const leastSamples = 10;
/** Functions with a smaller part of the benchmark were met by chance. */
const leastOfBenchmark = 0.01;
/** Of the normal distribution, on both sides of a 90% interval. */
const deviates = 1.645;

/** The profiles by their place in `CallPath`. */
const [inProduction, before, after] = [0, 1, 2];

/**
 * `null` if production calls nothing that the benchmark calls, or a profile has no CPU time.
 *
 * Each path of calls is taken to change in production as in the benchmark; where the benchmark does not come, nothing changes. The
 * interval covers what samples leave open, and what would follow if the whole function had changed as the benchmark has, or the part
 * of it that both have in common: where the two are less alike, it is wider.
 *
 * @param time of an operation; that of the two profiles if nobody has measured it
 */
export function predictChange(
  production: Profile,
  base: OperationProfile,
  now: OperationProfile,
  time?: TimeRatio,
): Prediction | null {
  const times = [production, base.profile, now.profile].map(sampledTime);
  const [produced, older, newer] = times;
  if (produced == null || older == null || newer == null) return null;
  const functions = commonFunctions(older, produced);
  const entries = new Set(functions);
  if (functions.length === 0) return null;
  const { root } = new CallPathTree([produced, older, newer], (key) => entries.has(key));
  const measured = time?.ratio ?? (newer.total * base.operations) / (older.total * now.operations);
  // Samples of the newer profile, as if it had as many operations as the older one.
  const scale = (measured * older.total) / newer.total;
  const parts: Part[] = [];
  collect(root, scale, parts);
  const share = root.cum[inProduction]! / produced.total;
  const [old = 0, fresh = 0] = [root.cum[before]!, scale * root.cum[after]!];
  if (share === 0 || old === 0) return null;
  const overlap = overlapOf(parts, root);
  const whole = share * (fresh / old - 1);
  const deviation = time?.deviation ?? usualDeviation;
  const { change, error } = changeOf(parts, [produced.total, older.total, newer.total], deviation);
  const around = deviates * error;
  return {
    functions,
    share,
    overlap,
    change,
    low: Math.max(-1, Math.min(change, whole, whole * overlap) - around),
    high: Math.max(change, whole, whole * overlap) + around,
  };
}

/** The outermost functions of the benchmark that production has, too. The standard library's are called from everywhere. */
function commonFunctions(benchmark: SampledTime, production: SampledTime): string[] {
  const keys = moduleKeys(production.profile);
  const produced = new Set<string>();
  for (const { functions } of costlyStacks(production))
    for (const func of functions) produced.add(keys[func]!);
  produced.delete('');
  const own = moduleKeys(benchmark.profile);
  const found = new Map<string, number>();
  for (const { functions, count } of costlyStacks(benchmark)) {
    const first = functions.find((func) => produced.has(own[func]!));
    if (first !== undefined) found.set(own[first]!, (found.get(own[first]!) ?? 0) + count);
  }
  return [...found]
    .filter(([, count]) => count >= leastOfBenchmark * benchmark.total)
    .sort((a, b) => b[1] - a[1])
    .map(([key]) => key);
}

/** A part of the calls, in samples; those after the change are of as many operations as those before. */
interface Part {
  readonly production: number;
  readonly before: number;
  readonly after: number;
  /** Samples of the newer profile count as so many. */
  readonly scale: number;
}

/** The parts of a path that have enough samples to be told apart; the rest of it is a part of its own. */
function collect(path: CallPath, scale: number, parts: Part[]): void {
  const rest = path.flat.slice();
  const fresh: CallPath[] = [];
  for (const callee of path.callees.values()) {
    const [produced, old] = [callee.cum[inProduction]!, callee.cum[before]!];
    if (produced >= leastSamples && old >= leastSamples) collect(callee, scale, parts);
    else if (produced >= leastSamples && old === 0 && callee.cum[after] === 0)
      parts.push({ production: produced, before: 0, after: 0, scale });
    else if (produced === 0 && old === 0) fresh.push(callee);
    else for (const [i, cost] of callee.cum.entries()) rest[i]! += cost;
  }
  // What is new is called as often as what calls it.
  const often = path.cum[inProduction]! / path.cum[before]!;
  for (const { cum } of fresh)
    parts.push({ production: 0, before: 0, after: often * scale * cum[after]!, scale: often * scale });
  const [production = 0, old = 0, newer = 0] = rest;
  if (production > 0 || old > 0 || newer > 0)
    parts.push({ production, before: old, after: scale * newer, scale });
}

/** The change of all of production, as a share of its samples, and its standard error. */
function changeOf(
  parts: readonly Part[],
  totals: readonly [production: number, before: number, after: number],
  deviation: number,
) {
  let [sum, newer] = [0, 0];
  const [produced, older, later] = totals.map((total) => new Sampling(total));
  for (const { production, before, after, scale } of parts) {
    if (before === 0 && production > 0) continue;
    const [ratio, often] = before === 0 ? [0, 1] : [after / before, production / before];
    const cost = before === 0 ? after : production * ratio;
    sum += cost - production;
    newer += cost;
    produced?.add(production, ratio - 1);
    older?.add(before, often * ratio);
    // Of what was not met, one sample could have been.
    later?.add(Math.max(1, after / scale), often * scale);
  }
  const variance = [produced, older, later].reduce(
    (all, each) => all + (each?.variance ?? 0),
    (deviation * newer) ** 2,
  );
  return { change: sum / totals[0], error: Math.sqrt(variance) / totals[0] };
}

/** How far a weighted sum of counts may be from its mean. Their total is known, so that one of them takes samples from the others. */
class Sampling {
  #squares = 0;
  #sum = 0;

  constructor(private readonly total: number) {}

  add(count: number, weight: number): void {
    this.#squares += weight ** 2 * count;
    this.#sum += weight * count;
  }

  get variance(): number {
    return Math.max(0, this.#squares - this.#sum ** 2 / this.total);
  }
}

/** The sum over all parts of the smaller share. */
function overlapOf(parts: readonly Part[], { cum }: CallPath): number {
  const shares = parts.map((part) =>
    Math.min(part.production / cum[inProduction]!, part.before / cum[before]!),
  );
  return shares.reduce((sum, share) => sum + share, 0);
}

/**
 * How much more or less CPU time a program takes at the same load, by the shares that functions have before and after (called by
 * `functionKey`): all else is taken to cost what it did. `null` for profiles without CPU time, and where neither has them.
 */
export function measuredChange(
  before: Profile,
  after: Profile,
  functions: readonly string[],
): PredictedChange | null {
  const entries = new Set(functions);
  const [older, newer] = [before, after].map((profile) => {
    const time = sampledTime(profile);
    if (time === null) return null;
    const { root } = new CallPathTree([time], (key) => entries.has(key));
    return { others: 1 - root.cum[0]! / time.total, total: time.total };
  });
  if (older == null || newer == null || older.others === 0 || newer.others === 0) return null;
  if (older.others === 1 && newer.others === 1) return null;
  const variance = [older, newer].reduce(
    (sum, { others, total }) => sum + (1 - others) / (others * total),
    0,
  );
  const logarithm = Math.log(older.others / newer.others);
  const at = (deviation: number) => Math.exp(logarithm + deviation * Math.sqrt(variance)) - 1;
  return { change: at(0), low: at(-deviates), high: at(deviates) };
}
