import { multiplied } from '../../analysis/costFormat.ts';
import { StackReader } from '../../analysis/stackFrames.ts';
import { compareText } from '../../analysis/textOrder.ts';
import { add, isZero, type Value } from '../../analysis/value.ts';
import { isWeightless, weightAt } from '../../analysis/weights.ts';
import { ok } from '../../result.ts';
import type { Report } from '../reportContext.ts';

/** `folded`: a line for each stack, root first, as flamegraph.pl and others read it. */
export const folded: Report = {
  text({ profile, graph, measured, format }) {
    const reader = new StackReader(profile, graph);
    const values = new Map<string, Value>();
    for (let sample = 0; sample < profile.samples.count; sample++) {
      if (isWeightless(measured.weights, sample)) continue;
      // The format has no way to write a semicolon within a name.
      const names = reader.frames(sample).map(({ node }) => reader.table.label(node).replaceAll(';', ':'));
      const stack = names.reverse().join(';');
      values.set(stack, add(values.get(stack) ?? 0, weightAt(measured.weights, sample)));
    }
    const lines = [...values]
      .filter(([stack, value]) => stack !== '' && !isZero(value))
      .sort(([a], [b]) => compareText(a, b))
      .map(([stack, value]) => `${stack} ${multiplied(value, format.ratio)}\n`);
    return ok(lines.join(''));
  },
};
