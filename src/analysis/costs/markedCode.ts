import type { Profile } from '../../pprof/profile.ts';

/** By function: 1 for those of a name. */
export function functionsNamed(
  { functions, strings }: Pick<Profile, 'functions' | 'strings'>,
  name: string,
): Uint8Array {
  const isNamed = new Uint8Array(functions.count);
  for (let f = 0; f < functions.count; f++) {
    if (strings.get(functions.name[f]!) === name) isNamed[f] = 1;
  }
  return isNamed;
}

/**
 * By location: 1 for those with a marked row.
 *
 * @param isMarked 1 for marked rows of the line columns
 */
export function locationsWith({ locations }: Pick<Profile, 'locations'>, isMarked: Uint8Array): Uint8Array {
  const { count, lineStart } = locations;
  const found = new Uint8Array(count);
  for (let location = 0; location < count; location++) {
    const end = lineStart[location + 1]!;
    for (let row = lineStart[location]!; row < end; row++) if (isMarked[row] === 1) found[location] = 1;
  }
  return found;
}

/** By row of the line columns: 1 for frames of functions of a name. */
export function rowsNamed(profile: Profile, name: string): Uint8Array {
  const isNamed = functionsNamed(profile, name);
  const { lineFunction } = profile.locations;
  const rows = new Uint8Array(lineFunction.length);
  for (let row = 0; row < rows.length; row++) rows[row] = isNamed[lineFunction[row]!]!;
  return rows;
}
