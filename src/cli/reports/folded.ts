import { StackReader } from '../../analysis/costs/stackFrames.ts';
import { compareText } from '../../analysis/names/textOrder.ts';
import { multiplied } from '../../analysis/values/costFormat.ts';
import { isZero, type Value } from '../../analysis/values/value.ts';
import { isWeightless, joinedAt } from '../../analysis/values/weights.ts';
import { Sequences } from '../../pprof/sequences.ts';
import { ok } from '../../result.ts';
import type { Report, ReportContext } from '../reportContext.ts';

/** `folded`: a line for each stack, root first, as flamegraph.pl and others read it. */
export const folded: Report = {
  text(context) {
    return ok(foldedLines(context));
  },
};

function* foldedLines({ profile, graph, measured, format }: ReportContext): Generator<string> {
  const reader = new StackReader(profile, graph);
  const { count, ranks, names } = rankedNames(reader);
  // Stacks as sequences of the names' ranks: then their order is that of the lines.
  const stacks = new Sequences();
  const sums = measured.weights.parts.map(() => [] as number[]);
  for (let sample = 0; sample < profile.samples.count; sample++) {
    if (isWeightless(measured.weights, sample)) continue;
    const frames = reader.frames(sample);
    if (frames.length === 0) continue;
    for (let i = frames.length - 1; i >= 0; i--) stacks.push(ranks[frames[i]!.node]!);
    const stack = stacks.close();
    for (const [part, sum] of sums.entries()) {
      sum[stack] = (sum[stack] ?? 0) + measured.weights.parts[part]![sample]!;
    }
  }
  if (count === 0) return;
  for (const stack of sortedSequences(stacks)) {
    const value: Value = joinedAt(sums, stack);
    if (isZero(value)) continue;
    const ofStack = stacks.items.subarray(stacks.start[stack]!, stacks.start[stack + 1]!);
    yield `${Array.from(ofStack, (rank) => names[rank]!).join(';')} ${multiplied(value, format.ratio)}\n`;
  }
}

/** The entries' names in order, and the rank of each entry's: entries of one name share it. */
function rankedNames({ table }: StackReader) {
  // The format has no way to write a semicolon within a name.
  const ofNode = Array.from({ length: table.count }, (_, node) => table.label(node).replaceAll(';', ':'));
  const names = [...new Set(ofNode)].sort(compareText);
  const rankOf = new Map(names.map((name, rank) => [name, rank]));
  return { count: table.count, names, ranks: ofNode.map((name) => rankOf.get(name)!) };
}

/** Numbers of the sequences, in the order of their items. */
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
