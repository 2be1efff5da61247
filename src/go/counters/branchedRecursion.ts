import type { Profile } from '../../pprof/profile.ts';

/** In less than this share of all, nobody looks for it. */
const leastShare = 0.01;

/**
 * The function of which several lines lead to it again on the same stack, and whose stacks of that kind cost most; `null` if they cost
 * hardly anything. Of the first sample type. Counts do not say which of its lines called at which depth (see `CalledContexts`).
 */
export function branchedRecursion(profile: Profile): string | null {
  const { samples, functions, strings } = profile;
  const types = profile.sampleTypes.length;
  const costs = new Map<number, number>();
  let total = 0;
  for (let s = 0; s < samples.count; s++) {
    const value = samples.values.approximate[s * types] ?? 0;
    total += value;
    for (const called of branchedOn(profile, s)) costs.set(called, (costs.get(called) ?? 0) + value);
  }
  const [most] = [...costs].sort(([, a], [, b]) => b - a);
  return most === undefined || most[1] < leastShare * total
    ? null
    : strings.get(functions.name[most[0]] ?? 0);
}

/** The functions that call themselves from several lines on the stack of a sample, at once or through others. */
function branchedOn({ samples, locations }: Profile, sample: number): ReadonlySet<number> {
  /** By function, the line of its first call that leads to it again; `null` for its own code at the end of the stack. */
  const lines = new Map<number, number | null>();
  const branched = new Set<number>();
  const end = samples.locationStart[sample + 1] ?? 0;
  for (let i = samples.locationStart[sample] ?? 0; i < end; i++) {
    const location = samples.locations[i] ?? 0;
    for (
      let row = locations.lineStart[location] ?? 0;
      row < (locations.lineStart[location + 1] ?? 0);
      row++
    ) {
      const of = locations.lineFunction[row] ?? 0;
      const line = locations.lineNumber.approximate[row] ?? 0;
      const known = lines.get(of);
      if (known === undefined) lines.set(of, null);
      else if (known === null) lines.set(of, line);
      else if (known !== line) branched.add(of);
    }
  }
  return branched;
}
