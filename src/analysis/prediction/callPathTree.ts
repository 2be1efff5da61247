/** What functions cost by the calls that lead to them, in several profiles at once. */
import { madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';
import { codeOrigin } from '../names/codeOrigin.ts';

/** A chain of calls. Costs are numbers of samples, by profile. */
export interface CallPath {
  readonly flat: number[];
  readonly cum: number[];
  /** By the name of what it calls. */
  readonly callees: Map<string, CallPath>;
}

/** A profile of CPU time as numbers of samples. */
export interface SampledTime {
  readonly profile: Profile;
  /** By sample. */
  readonly counts: Float64Array;
  readonly total: number;
}

/** `null` for a profile without CPU time. A store tells no period: then the least value is that of a sample. */
export function sampledTime(profile: Profile): SampledTime | null {
  const { samples, sampleTypes } = profile;
  const type = sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  if (type === -1) return null;
  const values = Float64Array.from(
    { length: samples.count },
    (_, sample) => samples.values.approximate[sample * sampleTypes.length + type]!,
  );
  const least = values.reduce((found, value) => (value > 0 && value < found ? value : found), Infinity);
  const counts = values.map((value) => Math.max(0, value) / least);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? null : { profile, counts, total };
}

/** The names of functions, the root's first, for samples that cost something. */
export function* namedStacks({
  profile,
  counts,
}: SampledTime): Generator<{ readonly names: readonly number[]; readonly count: number }> {
  const { samples, locations } = profile;
  for (let sample = 0; sample < samples.count; sample++) {
    const count = counts[sample]!;
    if (count === 0) continue;
    const names: number[] = [];
    for (let at = samples.locationStart[sample]!; at < samples.locationStart[sample + 1]!; at++) {
      const location = samples.locations[at]!;
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++)
        names.push(locations.lineFunction[row]!);
    }
    yield { names: names.reverse(), count };
  }
}

/** By function: its name; empty for one that the user's modules do not have. */
export function moduleFunctions({ functions, strings }: Profile): string[] {
  return Array.from({ length: functions.count }, (_, func) => {
    const name = strings.get(functions.name[func]!);
    const origin = codeOrigin(name, strings.get(functions.filename[func]!));
    return origin === 'own' || origin === 'dependency' ? name : '';
  });
}

/** The calls below the outermost of some functions, in all profiles. */
export class CallPathTree {
  readonly root: CallPath;

  constructor(
    private readonly times: readonly SampledTime[],
    isEntry: (name: string) => boolean,
  ) {
    this.root = this.#path();
    for (const [which, time] of times.entries()) {
      const { functions, strings } = time.profile;
      const names = Array.from({ length: functions.count }, (_, func) => strings.get(functions.name[func]!));
      const entries = names.map(isEntry);
      for (const stack of namedStacks(time)) {
        const first = stack.names.findIndex((func) => entries[func] === true);
        if (first === -1) continue;
        let path = this.root;
        path.cum[which]! += stack.count;
        for (const func of stack.names.slice(first)) {
          path = madeOnce(path.callees, names[func]!, () => this.#path());
          path.cum[which]! += stack.count;
        }
        path.flat[which]! += stack.count;
      }
    }
  }

  #path(): CallPath {
    return { flat: this.times.map(() => 0), cum: this.times.map(() => 0), callees: new Map() };
  }
}
