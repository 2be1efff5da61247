import { speedscopeParts } from '../../analysis/callTree/speedscope.ts';
import { ok } from '../../result.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `speedscope`: speedscope's own file format, a profile for each sample type. */
export const speedscope: Report = {
  writesJson: true,
  text(context) {
    return ok(speedscopeText(context));
  },
};

function* speedscopeText({ costs, sampleType, graph }: ReportContext): Generator<string> {
  yield* speedscopeParts(costs, sampleType, graph);
  yield '\n';
}
