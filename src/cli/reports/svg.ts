import { flameSvg } from '../../analysis/callTree/flameSvg.ts';
import { ok } from '../../base/result.ts';
import { treeOf } from './callTree.ts';
import type { Report } from './reportContext.ts';

/** `svg`: a flame graph picture. */
export const svg: Report = {
  text(context) {
    const { measured, format } = context;
    const title = `${measured.type} (${measured.unit})`;
    return ok(flameSvg(treeOf(context), title, measured.total, { ...format, outputUnit: 'auto' }));
  },
};
