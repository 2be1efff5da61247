import type { Profile } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';
import { counts, type Measure } from '../values/measure.ts';
import { PairTable } from './pairs.ts';

/** What pprof writes behind an entry's name: whether it was inlined into its callers: into all, some or none. */
export type InlineNote = '' | '(inline)' | '(partial-inline)';

/** The note for an entry with so many calls, so many of them inlined. */
export function noteOf(inlined: number, calls: number): InlineNote {
  if (inlined === 0) return '';
  return inlined === calls ? '(inline)' : '(partial-inline)';
}

/**
 * The notes of all entries of a graph from which nothing is left out. A call can only have been inlined if both its
 * ends are neighbours within a location; those pairs are few, so the edges of the whole graph, of which a large
 * profile has millions, need not be known.
 */
export function inlineNotes(
  profile: Profile,
  table: NodeTable,
  measured: Measure,
): (node: number) => InlineNote {
  const { pairs, isTarget } = inlinedPairs(profile, table);
  // 1 for entries with a call that was not inlined.
  const hasPlainCall = new Uint8Array(table.count);
  const { samples } = profile;
  const { frameStart, frameNode } = table;
  for (let sample = 0; sample < samples.count; sample++) {
    if (!counts(measured, sample)) continue;
    let parent = -1;
    const first = samples.locationStart[sample]!;
    for (let i = samples.locationStart[sample + 1]! - 1; i >= first; i--) {
      const location = samples.locations[i]!;
      const start = frameStart[location]!;
      const outermost = frameStart[location + 1]! - 1;
      for (let frame = outermost; frame >= start; frame--) {
        const node = frameNode[frame]!;
        if (parent !== -1 && parent !== node) {
          const pair = isTarget[node] === 1 ? pairs.find(parent, node) : -1;
          if (pair !== -1) pairs.note(pair, sample, frame !== outermost);
          else hasPlainCall[node] = 1;
        }
        parent = node;
      }
    }
  }
  return summarized(pairs, hasPlainCall);
}

/** Caller and callee of every inlined frame, and which entries are such a callee. */
function inlinedPairs({ locations }: Profile, { count, frameStart, frameNode }: NodeTable) {
  const pairs = new PairTable();
  const isTarget = new Uint8Array(count);
  for (let location = 0; location < locations.count; location++) {
    for (let frame = frameStart[location]!; frame < frameStart[location + 1]! - 1; frame++) {
      const [callee, caller] = [frameNode[frame]!, frameNode[frame + 1]!];
      if (callee === caller) continue;
      pairs.add(caller, callee);
      isTarget[callee] = 1;
    }
  }
  return { pairs, isTarget };
}

function summarized(pairs: PairTable, hasPlainCall: Uint8Array): (node: number) => InlineNote {
  const hasInlined = new Uint8Array(hasPlainCall.length);
  for (let pair = 0; pair < pairs.length; pair++) {
    // Pairs that no sample has are no calls.
    if (!pairs.isSeen(pair)) continue;
    const callee = pairs.target[pair]!;
    if (pairs.inline[pair] === 1) hasInlined[callee] = 1;
    else hasPlainCall[callee] = 1;
  }
  return (node) => noteOf(hasInlined[node]!, hasInlined[node]! + hasPlainCall[node]!);
}
