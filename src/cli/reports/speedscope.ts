import { speedscopeFile } from '../../analysis/speedscope.ts';
import { ok } from '../../result.ts';
import type { Report } from '../reportContext.ts';

/** `speedscope`: speedscope's own file format, a profile for each sample type. */
export const speedscope: Report = {
  writesJson: true,
  text({ profile, sampleType, graph }) {
    return ok(`${JSON.stringify(speedscopeFile(profile, sampleType, graph))}\n`);
  },
};
