import { NumberedPairs } from '../../pprof/numberedPairs.ts';
import type { SampleTable } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';

/** What pprof prints after a node's name: whether it was inlined into all of its callers, into some, or into none. */
export type InlineNote = '' | '(inline)' | '(partial-inline)';

/** The note of a node with this many callers, this many of them with the node inlined. */
export function noteOf(inlined: number, callers: number): InlineNote {
  if (inlined === 0) return '';
  return inlined === callers ? '(inline)' : '(partial-inline)';
}

/**
 * The notes of all nodes of a graph from which nothing is left out, by node.
 *
 * A caller and a callee are an edge of the graph. It is inlined if in every sample the outermost call between the two is.
 * Large profiles have millions of edges, but only pairs of adjacent frames of one location can be inlined, and these are
 * few. So all other edges are not told apart: it is enough to know that their callee has a call that was not inlined.
 *
 * @param counted 1 for samples that count
 */
export function inlineNotes(
  samples: SampleTable,
  nodes: NodeTable,
  counted: Uint8Array,
): (node: number) => InlineNote {
  const edges = new InlinedEdges(nodes);
  const { ends, isSeen, hasPlainCall } = edges;
  const { locationStart, locations } = samples;
  let [lastFirst, lastEnd] = [0, 0];
  for (let sample = 0; sample < samples.count; sample++) {
    if (counted[sample] === 0) continue;
    const first = locationStart[sample]!;
    const end = locationStart[sample + 1]!;
    let i = end - 1;
    // Samples next to each other often have the same rootward calls, which were visited in the sample before.
    const leastShared = Math.max(first, end - (lastEnd - lastFirst));
    while (i >= leastShared && locations[i] === locations[i + lastEnd - end]) i--;
    let caller = i === end - 1 ? -1 : ends[2 * locations[i + 1]! + 1]!;
    [lastFirst, lastEnd] = [first, end];
    for (; i >= first; i--) {
      const location = locations[i]!;
      isSeen[location] = 1;
      const callee = ends[2 * location]!;
      if (caller !== callee && caller !== -1) {
        if (!edges.mayHave(caller, callee)) hasPlainCall[callee] = 1;
        else if (edges.isDecidedBySample(caller, callee)) {
          edges.noteCalls(samples, sample);
          break;
        }
      }
      caller = ends[2 * location + 1]!;
    }
  }
  return edges.notes();
}

/** The edges that may be inlined, and what is known of them. */
class InlinedEdges {
  /** Two columns by location, interleaved so that one access to memory brings both: its outermost node, its innermost. */
  readonly ends: Uint32Array;
  /** By location: 1 if a sample that counts has it. */
  readonly isSeen: Uint8Array;
  /** By node: 1 if a call of it that was not inlined is known. */
  readonly hasPlainCall: Uint8Array;
  /** Callers and callees. */
  readonly #pairs = new NumberedPairs();
  /** By pair: 1 if it was inlined in every sample that was noted. */
  readonly #isInlined: Uint8Array;
  /** By pair, the sample that was noted last, plus 1. */
  readonly #lastNoted: Uint32Array;
  /** A bit for each value of the pairs' hashes; small enough to stay in the processor's cache. */
  readonly #bits = new Uint32Array(2 ** (32 - hashShift - 5));

  constructor(private readonly nodes: NodeTable) {
    const { frameStart, frameNode, count } = nodes;
    const locationCount = frameStart.length - 1;
    this.ends = new Uint32Array(2 * locationCount);
    this.isSeen = new Uint8Array(locationCount);
    this.hasPlainCall = new Uint8Array(count);
    for (let location = 0; location < locationCount; location++) {
      const innermost = frameStart[location]!;
      const outermost = frameStart[location + 1]! - 1;
      this.ends[2 * location] = frameNode[outermost]!;
      this.ends[2 * location + 1] = frameNode[innermost]!;
      for (let frame = innermost; frame < outermost; frame++) {
        const [callee, caller] = [frameNode[frame]!, frameNode[frame + 1]!];
        if (callee === caller) continue;
        this.#pairs.add(caller, callee);
        const bit = hash(caller, callee);
        this.#bits[bit >>> 5]! |= 1 << (bit & 31);
      }
    }
    this.#isInlined = new Uint8Array(this.#pairs.count).fill(1);
    this.#lastNoted = new Uint32Array(this.#pairs.count);
  }

  /** Asks a Bloom filter: false means that the edge is none of these; true means that it may be one. */
  mayHave(caller: number, callee: number): boolean {
    const bit = hash(caller, callee);
    return (this.#bits[bit >>> 5]! & (1 << (bit & 31))) !== 0;
  }

  /**
   * Called for a call that was not inlined. True if it matters which call of the edge is the outermost in the sample:
   * if the edge is one of these, and no sample has shown yet that it is not inlined.
   */
  isDecidedBySample(caller: number, callee: number): boolean {
    const pair = this.#pairs.find(caller, callee);
    if (pair === -1) this.hasPlainCall[callee] = 1;
    return pair !== -1 && this.#isInlined[pair] === 1;
  }

  /** Notes every call of a sample, from the root. */
  noteCalls({ locationStart, locations }: SampleTable, sample: number): void {
    const { frameStart, frameNode } = this.nodes;
    let caller = -1;
    for (let i = locationStart[sample + 1]! - 1; i >= locationStart[sample]!; i--) {
      const location = locations[i]!;
      this.isSeen[location] = 1;
      const outermost = frameStart[location + 1]! - 1;
      for (let frame = outermost; frame >= frameStart[location]!; frame--) {
        const callee = frameNode[frame]!;
        if (caller !== callee && caller !== -1) {
          const pair = this.#pairs.find(caller, callee);
          if (pair === -1) this.hasPlainCall[callee] = 1;
          else this.#note(pair, sample, frame !== outermost);
        }
        caller = callee;
      }
    }
  }

  /** Of several calls in a sample the outermost counts, which comes first. */
  #note(pair: number, sample: number, inline: boolean): void {
    if (this.#lastNoted[pair] === sample + 1) return;
    this.#lastNoted[pair] = sample + 1;
    if (!inline) this.#isInlined[pair] = 0;
  }

  notes(): (node: number) => InlineNote {
    const { frameStart, frameNode } = this.nodes;
    const hasInlinedCall = new Uint8Array(this.nodes.count);
    for (let location = 0; location < this.isSeen.length; location++) {
      // An edge that no sample has is no edge.
      if (this.isSeen[location] === 0) continue;
      for (let frame = frameStart[location]!; frame < frameStart[location + 1]! - 1; frame++) {
        const callee = frameNode[frame]!;
        const pair = this.#pairs.find(frameNode[frame + 1]!, callee);
        if (pair === -1) continue;
        if (this.#isInlined[pair] === 1) hasInlinedCall[callee] = 1;
        else this.hasPlainCall[callee] = 1;
      }
    }
    return (node) => noteOf(hasInlinedCall[node]!, hasInlinedCall[node]! + this.hasPlainCall[node]!);
  }
}

/** Hashes have the 20 bits that are left: 128 kB of bits. */
const hashShift = 12;

function hash(caller: number, callee: number): number {
  return (Math.imul(caller, 0x9e3779b1) ^ Math.imul(callee, 0x85ebca6b)) >>> hashShift;
}
