import { firefoxParts } from '../../analysis/callTree/firefox.ts';
import { foldedStacks } from '../../analysis/callTree/foldedStacks.ts';
import { speedscopeParts } from '../../analysis/callTree/speedscope.ts';
import { multiplied } from '../../analysis/values/costFormat.ts';
import { ok } from '../../base/result.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `folded`: a line for each stack, the root first, as flamegraph.pl reads it. */
export const folded = {
  output: (context) => ok(foldedLines(context)),
} satisfies Report;

function* foldedLines({ profile, costs, graph, measured, format }: ReportContext): Generator<string> {
  for (const { stack, value } of foldedStacks(profile, costs.nodes(graph), measured.weights)) {
    yield `${stack} ${multiplied(value, format.ratio)}\n`;
  }
}

/** `speedscope`: the file format of speedscope, with a profile for each sample type. */
export const speedscope = fileFormat(speedscopeParts);

/** `firefox`: the file format of Firefox Profiler, with a thread for each sample type. */
export const firefox = fileFormat(firefoxParts);

function fileFormat(parts: typeof speedscopeParts) {
  return {
    fileEnding: 'json',
    writesJson: true,
    output: (context) => ok(withLineEnd(parts(context.costs, context.sampleType, context.graph))),
  } satisfies Report;
}

function* withLineEnd(parts: Iterable<string>): Generator<string> {
  yield* parts;
  yield '\n';
}
