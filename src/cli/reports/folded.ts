import { multiplied } from '../../analysis/costFormat.ts';
import { foldedStacks } from '../../analysis/foldedStacks.ts';
import { ok } from '../../result.ts';
import type { Report } from '../reportContext.ts';

/** `folded`: a line for each stack, root first, as flamegraph.pl and others read it. */
export const folded: Report = {
  text({ profile, graph, measured, format }) {
    const stacks = foldedStacks(profile, measured.weights, graph);
    return ok(stacks.map(({ stack, value }) => `${stack} ${multiplied(value, format.ratio)}\n`).join(''));
  },
};
