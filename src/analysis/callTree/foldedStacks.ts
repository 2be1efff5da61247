import type { Profile } from '../../pprof/profile.ts';
import type { NodeOptions } from '../costs/nodes.ts';
import { StackReader } from '../costs/stackFrames.ts';
import { compareText } from '../names/textOrder.ts';
import { add, isZero, type Value } from '../values/value.ts';
import { isWeightless, type Weights, weightAt } from '../values/weights.ts';

/** A stack with the sum of all samples that have it. */
export interface FoldedStack {
  /** Entries from root to leaf, parted by semicolons. */
  readonly stack: string;
  readonly value: Value;
}

/** The stacks of a profile as flamegraph.pl and others read them, by name; those that come to nothing left out. */
export function foldedStacks(profile: Profile, weights: Weights, options: NodeOptions = {}): FoldedStack[] {
  const reader = new StackReader(profile, options);
  const values = new Map<string, Value>();
  for (let sample = 0; sample < profile.samples.count; sample++) {
    if (isWeightless(weights, sample)) continue;
    // The format has no way to write a semicolon within a name.
    const names = reader.frames(sample).map(({ node }) => reader.table.label(node).replaceAll(';', ':'));
    const stack = names.reverse().join(';');
    values.set(stack, add(values.get(stack) ?? 0, weightAt(weights, sample)));
  }
  return [...values]
    .filter(([stack, value]) => stack !== '' && !isZero(value))
    .sort(([a], [b]) => compareText(a, b))
    .map(([stack, value]) => ({ stack, value }));
}
