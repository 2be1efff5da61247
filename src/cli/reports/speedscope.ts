import { speedscopeParts } from '../../analysis/callTree/speedscope.ts';
import { ok } from '../../base/result.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `speedscope`: the file format of speedscope, with a profile for each sample type. */
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
