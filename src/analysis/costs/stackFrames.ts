import type { Profile } from '../../pprof/profile.ts';
import type { NodeTable } from './nodes.ts';

/** A frame of one sample's stack. */
export interface StackFrame {
  /** Index in the node table. */
  readonly node: number;
  /** Inlined into the next frame towards the root. */
  readonly inline: boolean;
}

/** The frames of one sample's stack, leaf first. For printing: makes an object for each frame. */
export function stackFrames(
  { samples: { locationStart, locations } }: Profile,
  { frameStart, frameNode }: NodeTable,
  sample: number,
): StackFrame[] {
  const frames: StackFrame[] = [];
  for (let i = locationStart[sample]!; i < locationStart[sample + 1]!; i++) {
    const location = locations[i]!;
    const end = frameStart[location + 1]!;
    for (let frame = frameStart[location]!; frame < end; frame++) {
      frames.push({ node: frameNode[frame]!, inline: frame < end - 1 });
    }
  }
  return frames;
}
