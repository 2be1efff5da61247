import type { Profile } from '../pprof/profile.ts';
import { EdgeTable } from './edges.ts';
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

/**
 * The edges of the call graph: caller to callee, weighted with each sample that has the pair, once. Calls of a
 * node by itself are no edges. Where nodes that do not take part stand between two that do, the edge over
 * them is residual.
 *
 * @param takesPart whether a sample counts at all
 * @param kept 1 for nodes that take part; all if `null`
 * @param wanted 1 for nodes whose edges are asked for; all if `null`
 */
export function findEdges(
  { samples }: Profile,
  { frameStart, frameNode }: NodeTable,
  { limbs }: Weights,
  takesPart: (sample: number) => boolean,
  kept: Uint8Array | null = null,
  wanted: Uint8Array | null = null,
): EdgeTable {
  const edges = new EdgeTable(limbs.length);
  const { locationStart, locations } = samples;
  for (let sample = 0; sample < samples.count; sample++) {
    if (!takesPart(sample)) continue;
    let parent = -1;
    let isResidual = false;
    const first = locationStart[sample]!;
    for (let i = locationStart[sample + 1]! - 1; i >= first; i--) {
      const location = locations[i]!;
      const start = frameStart[location]!;
      const outermost = frameStart[location + 1]! - 1;
      for (let frame = outermost; frame >= start; frame--) {
        const node = frameNode[frame]!;
        if (kept !== null && kept[node] !== 1) {
          isResidual = true;
          continue;
        }
        if (parent !== -1 && parent !== node) {
          if (wanted === null || wanted[parent] === 1 || wanted[node] === 1) {
            const edge = edges.findOrAdd(parent, node);
            if (edges.note(edge, sample, isResidual, frame !== outermost)) {
              for (let limb = 0; limb < limbs.length; limb++) edges.add(edge, limb, limbs[limb]![sample]!);
            }
          }
        }
        parent = node;
        isResidual = false;
      }
    }
  }
  return edges;
}
