/** What functions cost by the calls that lead to them, in several profiles at once. */
import { madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';
import { functionKey } from '../lines/standsFor.ts';
import { codeOrigin } from '../names/codeOrigin.ts';

/** A chain of calls. Costs are numbers of samples, by profile. */
export interface CallPath {
  readonly flat: number[];
  readonly cum: number[];
  /** By the key of what it calls. */
  readonly callees: Map<string, CallPath>;
}

/** A profile of CPU time as numbers of samples. */
export interface SampledTime {
  readonly profile: Profile;
  /** By sample. */
  readonly counts: Float64Array;
  readonly total: number;
}

/** `null` for a profile without CPU time. */
export function sampledTime(profile: Profile): SampledTime | null {
  const { samples, sampleTypes } = profile;
  const typeOf = (wanted: string) => sampleTypes.findIndex(({ type, unit }) => `${type}/${unit}` === wanted);
  const [cpu, count] = [typeOf('cpu/nanoseconds'), typeOf('samples/count')];
  if (cpu === -1) return null;
  const valuesOf = (type: number) =>
    Float64Array.from({ length: samples.count }, (_, sample) =>
      Math.max(0, samples.values.approximate[sample * sampleTypes.length + type]!),
    );
  const values = valuesOf(cpu);
  const all = sumOf(values);
  if (all === 0) return null;
  const counted = count === -1 ? 0 : sumOf(valuesOf(count));
  const period = counted === 0 ? periodOf(profile, values) : all / counted;
  return { profile, counts: values.map((value) => value / period), total: all / period };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** As Go samples. */
const usualPeriod = 1e7;

/** Pyroscope says this of all profiles. */
const second = 1e9;

/** What one sample stands for where a store does not say how many there were. */
function periodOf({ period, periodType }: Profile, values: Float64Array): number {
  const least = values.reduce((found, value) => (value > 0 && value < found ? value : found), Infinity);
  const said = periodType.unit === 'nanoseconds' ? Number(period) : 0;
  if (said > 0 && said <= least && said !== second) return said;
  return Math.min(least, usualPeriod);
}

/** The functions on the stacks of samples that cost something, the root's first. */
export function* costlyStacks({
  profile,
  counts,
}: SampledTime): Generator<{ readonly functions: readonly number[]; readonly count: number }> {
  const { samples, locations } = profile;
  for (let sample = 0; sample < samples.count; sample++) {
    const count = counts[sample]!;
    if (count === 0) continue;
    const functions: number[] = [];
    for (let at = samples.locationStart[sample]!; at < samples.locationStart[sample + 1]!; at++) {
      const location = samples.locations[at]!;
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++)
        functions.push(locations.lineFunction[row]!);
    }
    yield { functions: functions.reverse(), count };
  }
}

/** By function, what it is called in programs and in their tests. */
function keysOf({ functions, strings }: Profile): string[] {
  return Array.from({ length: functions.count }, (_, func) =>
    functionKey(strings.get(functions.name[func]!), strings.get(functions.filename[func]!)),
  );
}

/** The same; empty for what Go itself has. */
export function moduleKeys(profile: Profile): string[] {
  const { functions, strings } = profile;
  return keysOf(profile).map((key, func) => {
    const origin = codeOrigin(strings.get(functions.name[func]!), strings.get(functions.filename[func]!));
    return origin === 'own' || origin === 'dependency' ? key : '';
  });
}

/** The calls below the outermost of some functions, in all profiles. */
export class CallPathTree {
  readonly root: CallPath;

  constructor(
    private readonly times: readonly SampledTime[],
    isEntry: (key: string) => boolean,
  ) {
    this.root = this.#path();
    for (const [which, time] of times.entries()) {
      const keys = keysOf(time.profile);
      const entries = keys.map(isEntry);
      for (const { functions, count } of costlyStacks(time)) {
        const first = functions.findIndex((func) => entries[func] === true);
        if (first === -1) continue;
        let path = this.root;
        path.cum[which]! += count;
        for (const func of functions.slice(first)) {
          path = madeOnce(path.callees, keys[func]!, () => this.#path());
          path.cum[which]! += count;
        }
        path.flat[which]! += count;
      }
    }
  }

  #path(): CallPath {
    return { flat: this.times.map(() => 0), cum: this.times.map(() => 0), callees: new Map() };
  }
}
