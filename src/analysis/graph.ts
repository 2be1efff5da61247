import type { Profile } from '../pprof/profile.ts';
import { type FrameSlots, frameSlots } from './frameSlots.ts';
import { type NodeTable, nodeFrames } from './nodes.ts';
import { type FrameSums, sumFrames } from './sumFrames.ts';
import type { Weights } from './weights.ts';

/** Slots of node tables that are still in use. */
const knownSlots = new WeakMap<NodeTable, FrameSlots>();

/**
 * Flat and cum of every node: flat is the samples whose leaf frame it is, cum those that have it anywhere on
 * the stack, once each however often it recurs.
 */
export function sumNodes(profile: Profile, nodes: NodeTable, weights: Weights): FrameSums {
  let slots = knownSlots.get(nodes);
  if (slots === undefined) {
    slots = frameSlots([nodeFrames(nodes)]);
    knownSlots.set(nodes, slots);
  }
  return sumFrames(profile.samples, slots, weights)[0]!;
}
