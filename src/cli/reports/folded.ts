import { foldedStacks } from '../../analysis/callTree/foldedStacks.ts';
import { multiplied } from '../../analysis/values/costFormat.ts';
import { ok } from '../../base/result.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `folded`: a line for each stack, the root first, as flamegraph.pl reads it. */
export const folded: Report = {
  text(context) {
    return ok(foldedLines(context));
  },
};

function* foldedLines({ profile, costs, graph, measured, format }: ReportContext): Generator<string> {
  for (const { stack, value } of foldedStacks(profile, costs.nodes(graph), measured.weights)) {
    yield `${stack} ${multiplied(value, format.ratio)}\n`;
  }
}
