import type { Profile } from '../../pprof/profile.ts';
import { type NodeOptions, type NodeTable, nodeTable } from './nodes.ts';

/** A frame of one sample's stack. */
export interface StackFrame {
  /** Entry in the node table. */
  readonly node: number;
  /** Inlined into the next frame towards the root. */
  readonly inline: boolean;
}

/** Reads samples' stacks as entries of one granularity, leaf first. */
export class StackReader {
  readonly table: NodeTable;
  readonly #profile: Profile;

  constructor(profile: Profile, options: NodeOptions) {
    this.#profile = profile;
    this.table = nodeTable(profile, options);
  }

  frames(sample: number): StackFrame[] {
    const { locationStart, locations } = this.#profile.samples;
    const { frameStart, frameNode } = this.table;
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
}
