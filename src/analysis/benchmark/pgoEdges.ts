/** The calls that Go's compiler learns from, counted as it does (Go's cmd/internal/pgo, internal/profile). */
import { madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';

export interface PgoEdge {
  /** As the linker calls them. */
  readonly caller: string;
  readonly callee: string;
  /** The file that the profile names for the caller. */
  readonly file: string;
  /** In lines, from the line of the caller's `func`. */
  readonly offset: number;
  /** Of samples or CPU time. */
  weight: number;
}

/** Only the last two locations of a stack count, with what is inlined there: calls further up are not often repeated. */
const lastLocations = 2;

/** Empty for a profile that the compiler does not take. */
export function pgoEdges(profile: Profile): PgoEdge[] {
  const { samples, locations, functions, strings, sampleTypes } = profile;
  const valueType = sampleTypes.findIndex(
    ({ type, unit }) =>
      (type === 'samples' && unit === 'count') || (type === 'cpu' && unit === 'nanoseconds'),
  );
  if (valueType === -1) return [];
  const nodes = nodesOf(profile);
  const edges = new Map<string, PgoEdge>();
  for (let sample = 0; sample < samples.count; sample++) {
    const weight = samples.values.approximate[sample * sampleTypes.length + valueType]!;
    if (weight === 0) continue;
    const start = samples.locationStart[sample]!;
    const last = Math.min(start + lastLocations, samples.locationStart[sample + 1]!) - 1;
    const seen = new Set<string>();
    let parent = -1;
    for (let at = last; at >= start; at--) {
      const location = samples.locations[at]!;
      for (let row = locations.lineStart[location + 1]! - 1; row >= locations.lineStart[location]!; row--) {
        const node = nodes[row]!;
        const call = `${parent} ${node}`;
        if (parent !== -1 && node !== parent && !seen.has(call)) {
          seen.add(call);
          const func = locations.lineFunction[parent]!;
          const caller = strings.get(functions.name[func]!);
          const callee = strings.get(functions.name[locations.lineFunction[node]!]!);
          const startLine = functions.startLine.approximate[func]!;
          const offset = locations.lineNumber.approximate[parent]! - startLine;
          const edge = madeOnce(edges, `${caller}\n${callee}\n${offset}`, () => {
            const file = strings.get(functions.filename[func]!);
            return { caller, callee, file, offset, weight: 0 };
          });
          edge.weight += weight;
        }
        parent = node;
      }
    }
  }
  return [...edges.values()].filter((edge) => edge.weight !== 0);
}

/** By row of the line columns, the first row that means the same instruction and line. */
function nodesOf({ locations, functions }: Profile): Uint32Array {
  const nodes = new Uint32Array(locations.lineFunction.length);
  const first = new Map<string, number>();
  for (let location = 0; location < locations.count; location++) {
    const address = locations.address.exact?.[location] ?? locations.address.approximate[location]!;
    for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
      const func = locations.lineFunction[row]!;
      const line = locations.lineNumber.approximate[row]!;
      const key = `${address} ${functions.name[func]} ${functions.startLine.approximate[func]} ${line}`;
      nodes[row] = madeOnce(first, key, () => row);
    }
  }
  return nodes;
}
