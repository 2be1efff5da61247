import { rowsOfFunction } from '../../analysis/costs/reportRows.ts';
import { functionLines, lineRowOptions } from '../../analysis/lines/functionLines.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Listing } from './questions.ts';

/**
 * The costs of a function's lines, as in pprof's `list`: a listing for each of its files, none if it costs nothing.
 * The function's own costs are not the sums over its lines: a sample with a recursive function counts once for each
 * of its lines on the stack.
 */
export function listingsOf(profile: Profile, sampleType: number, functionName: string): Listing[] {
  const whole = new Map(
    rowsOfFunction(profile, sampleType, functionName, { granularity: 'filefunctions' }).map(
      ({ info, flat, cum }) => [info.file, { flat: Number(flat), cum: Number(cum) }],
    ),
  );
  const lines = rowsOfFunction(profile, sampleType, functionName, lineRowOptions);
  return functionLines(lines).map(({ file, start, end, lines }) => ({
    file,
    ...(whole.get(file) ?? { flat: 0, cum: 0 }),
    start,
    end,
    lines: [...lines].map(([line, { flat, cum }]) => ({ line, flat: Number(flat), cum: Number(cum) })),
  }));
}
