import type { Profile } from '../../pprof/profile.ts';
import { proportion, weightsOf } from '../values/weights.ts';
import { type FrameSlots, type Frames, frameSlots } from './frameSlots.ts';
import { type LineLayout, lineLayout } from './lineLayout.ts';
import { type NodeTable, nodeFrames, nodeTable } from './nodes.ts';
import { type FrameSums, sumFrames } from './sumFrames.ts';

/** Sums by sample type. */
interface KnownSums {
  readonly lines: Map<number, FrameSums>;
  readonly functions: Map<number, FrameSums>;
}

/** Of profiles that are still in use, and never change. */
const known = new WeakMap<Profile, KnownSums>();

/** Flat and cum of every line (entry of the profile's `lineLayout`), computed once. */
export function lineSums(profile: Profile, sampleType: number): FrameSums {
  const { lines } = knownOf(profile);
  return found(profile, lines, sampleType) ?? remembered(lines, sampleType, sumLines(profile, sampleType));
}

/**
 * Flat and cum of every function (node of the profile's `nodeTable`), computed once. Those of the lines come along:
 * who needs both asks for the functions first.
 */
export function functionSums(profile: Profile, sampleType: number): FrameSums {
  const { lines, functions } = knownOf(profile);
  const already = found(profile, functions, sampleType);
  if (already !== undefined) return already;
  const slots = jointSlots(lineLayout(profile), nodeTable(profile), profile);
  const [ofLines, ofFunctions] = sumFrames(profile.samples, slots, weightsOf(profile, sampleType));
  lines.set(sampleType, ofLines!);
  return remembered(functions, sampleType, ofFunctions!);
}

function knownOf(profile: Profile): KnownSums {
  let sums = known.get(profile);
  if (sums === undefined) {
    sums = { lines: new Map(), functions: new Map() };
    known.set(profile, sums);
  }
  return sums;
}

function remembered(sums: Map<number, FrameSums>, sampleType: number, sum: FrameSums): FrameSums {
  sums.set(sampleType, sum);
  return sum;
}

function sumLines(profile: Profile, sampleType: number): FrameSums {
  const slots = frameSlots([lineFrames(lineLayout(profile), profile)]);
  return sumFrames(profile.samples, slots, weightsOf(profile, sampleType))[0]!;
}

function lineFrames({ entryOfRow, entryLine }: LineLayout, { locations }: Profile): Frames {
  return { start: locations.lineStart, entry: entryOfRow, entryCount: entryLine.length };
}

interface JointSlots {
  readonly table: NodeTable;
  readonly slots: FrameSlots;
}

/** Slots of lines and functions together, of layouts that are still in use: filtered profiles share them. */
const knownSlots = new WeakMap<LineLayout, JointSlots>();

function jointSlots(layout: LineLayout, table: NodeTable, profile: Profile): FrameSlots {
  let joint = knownSlots.get(layout);
  if (joint?.table !== table) {
    joint = { table, slots: frameSlots([lineFrames(layout, profile), nodeFrames(table)]) };
    knownSlots.set(layout, joint);
  }
  return joint.slots;
}

/** The sums of a sample type that are known, or follow from those of another, as in a CPU profile. */
function found(
  profile: Profile,
  sums: ReadonlyMap<number, FrameSums>,
  sampleType: number,
): FrameSums | undefined {
  const exact = sums.get(sampleType);
  if (exact !== undefined || sums.size === 0) return exact;
  const weights = weightsOf(profile, sampleType);
  for (const [other, { flat, cum }] of sums) {
    const factor = proportion(weights, weightsOf(profile, other));
    if (factor === null) continue;
    // A factor of 0.1 is not exact as a double, a divisor of 10 is.
    const scaled = (column: Float64Array) =>
      factor >= 1 || factor <= -1
        ? column.map((sum) => sum * factor)
        : column.map((sum) => sum / Math.round(1 / factor));
    return { flat: flat.map(scaled), cum: cum.map(scaled) };
  }
  return undefined;
}
