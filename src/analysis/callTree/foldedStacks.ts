import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { Sequences } from '../../pprof/sequences.ts';
import type { NodeTable } from '../costs/nodes.ts';
import { SampleSums } from '../costs/sampleSums.ts';
import { isZero, type Value } from '../values/value.ts';
import { isWeightless, type Weights } from '../values/weights.ts';

/** A stack with the sum of all samples that have it. */
export interface FoldedStack {
  /** Names from root to leaf, separated by semicolons. */
  readonly stack: string;
  readonly value: Value;
}

/**
 * The stacks of a profile as flamegraph.pl and others read them, ordered by the names from the root. Stacks whose
 * samples add up to 0 are left out.
 */
export function* foldedStacks(
  { samples }: Profile,
  nodes: NodeTable,
  weights: Weights,
): Generator<FoldedStack> {
  const { rankOfNode, names } = rankedNames(nodes);
  const { frameStart, frameNode } = nodes;
  // A stack is a sequence of its names' ranks, so the order of the sequences is that of the names.
  const stacks = new Sequences();
  const sums = new SampleSums(weights, samples.count);
  for (let sample = 0; sample < samples.count; sample++) {
    const leaf = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    if (leaf === end || isWeightless(weights, sample)) continue;
    for (let i = end - 1; i >= leaf; i--) {
      const location = samples.locations[i]!;
      const innermost = frameStart[location]!;
      for (let frame = frameStart[location + 1]! - 1; frame >= innermost; frame--) {
        stacks.push(rankOfNode[frameNode[frame]!]!);
      }
    }
    sums.add(stacks.close(), sample);
  }
  for (const stack of sortedSequences(stacks)) {
    const value = sums.value(stack);
    if (isZero(value)) continue;
    const ranks = stacks.items.subarray(stacks.start[stack]!, stacks.start[stack + 1]!);
    yield { stack: Array.from(ranks, (rank) => names[rank]!).join(';'), value };
  }
}

/** The nodes' names in order, and the rank of each node's name. Nodes of the same name have the same rank. */
function rankedNames(nodes: NodeTable): { rankOfNode: Uint32Array; names: readonly string[] } {
  const ofNode = Array.from({ length: nodes.count }, (_, node) => foldedName(nodes.label(node)));
  const names = [...new Set(ofNode)].sort(compareText);
  const rankOf = new Map(names.map((name, rank) => [name, rank]));
  return { rankOfNode: Uint32Array.from(ofNode, (name) => rankOf.get(name)!), names };
}

/** The format has no way to write a semicolon or a line end within a name. Readers differ in what they take for one. */
function foldedName(label: string): string {
  return label.replaceAll(';', ':').replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' ');
}

/** The numbers of the sequences, ordered by their items. */
function sortedSequences({ count, start, items }: Sequences): Uint32Array {
  return Uint32Array.from({ length: count }, (_, sequence) => sequence).sort((a, b) => {
    const length = Math.min(start[a + 1]! - start[a]!, start[b + 1]! - start[b]!);
    for (let i = 0; i < length; i++) {
      const difference = items[start[a]! + i]! - items[start[b]! + i]!;
      if (difference !== 0) return difference;
    }
    return start[a + 1]! - start[a]! - (start[b + 1]! - start[b]!);
  });
}
