import { madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';

/** A line of the user's own code, with its own cost and that of the code it calls outside the user's code. */
export interface OwnLine {
  /** As the profile names it. */
  readonly file: string;
  readonly line: number;
  readonly functionName: string;
  readonly charge: number;
}

/**
 * Charges every sample to its leafmost frame in the user's own files. So a line is charged with the library and runtime
 * code that it calls, but not with the user's other lines.
 *
 *   leaf                                 root
 *   mallocgc  appendString  render  handler  testing.runN      charged to render
 *             (library)      own     own
 *
 * Samples without such a frame are not charged to any line. Sorted by absolute charge, largest first. The values are
 * doubles: good enough for ranking and shares.
 *
 * @param within `leaf` charges a line only with its own code and with what was inlined into it: what a library allocates or
 *   executes itself is not charged to any line
 */
export function chargeOwnLines(
  profile: Profile,
  sampleType: number,
  isOwnFile: (file: string) => boolean,
  within: 'stack' | 'leaf' = 'stack',
): OwnLine[] {
  const { samples, locations, functions, strings } = profile;
  const types = profile.sampleTypes.length;
  const ownFunctions = findOwnFunctions(profile, isOwnFile);
  const charges = new Map<number, Map<number, number>>();
  for (let s = 0; s < samples.count; s++) {
    const value = samples.values.approximate[s * types + sampleType] ?? 0;
    const row = value === 0 ? -1 : leafmostOwnRow(profile, s, ownFunctions, within);
    if (row === -1) continue;
    const f = locations.lineFunction[row] ?? 0;
    const line = locations.lineNumber.approximate[row] ?? 0;
    const byLine = madeOnce(charges, f, () => new Map());
    byLine.set(line, (byLine.get(line) ?? 0) + value);
  }
  const lines: OwnLine[] = [];
  for (const [f, byLine] of charges) {
    const file = strings.get(functions.filename[f] ?? 0);
    const functionName = strings.get(functions.name[f] ?? 0);
    for (const [line, charge] of byLine) lines.push({ file, line, functionName, charge });
  }
  return lines.sort((a, b) => Math.abs(b.charge) - Math.abs(a.charge));
}

/** By function: 1 if its file is the user's. `isOwnFile` is called once for each file. */
function findOwnFunctions({ functions, strings }: Profile, isOwnFile: (file: string) => boolean): Uint8Array {
  const own = new Uint8Array(functions.count);
  const byFile = new Map<number, boolean>();
  for (let f = 0; f < functions.count; f++) {
    const file = functions.filename[f] ?? 0;
    const isOwn = madeOnce(byFile, file, () => isOwnFile(strings.get(file)));
    own[f] = isOwn ? 1 : 0;
  }
  return own;
}

/** The row of the line columns that a sample is charged to, or -1. */
function leafmostOwnRow(
  { samples, locations }: Profile,
  sample: number,
  own: Uint8Array,
  within: 'stack' | 'leaf',
): number {
  const start = samples.locationStart[sample] ?? 0;
  const end = samples.locationStart[sample + 1] ?? 0;
  for (let i = start; i < (within === 'leaf' ? Math.min(start + 1, end) : end); i++) {
    const location = samples.locations[i] ?? 0;
    const lastLine = locations.lineStart[location + 1] ?? 0;
    for (let row = locations.lineStart[location] ?? 0; row < lastLine; row++) {
      if (own[locations.lineFunction[row] ?? 0] === 1) return row;
    }
  }
  return -1;
}
