import { compareText } from '../../goText/text.ts';
import type { NodeOptions } from '../costs/nodes.ts';
import type { ReportRow } from '../costs/reportRows.ts';
import { add, type Value } from '../values/value.ts';

/** Flat and cum of a line, or of several. */
export interface LineSums {
  readonly flat: Value;
  readonly cum: Value;
}

/** The lines of a function in one file. Its flat and cum are, as pprof's `list` has them, the sums of its lines'. */
export interface FunctionLines extends LineSums {
  readonly name: string;
  readonly file: string;
  /** First and last line to show: from where the function begins, if the profile knows, to after the last cost. */
  readonly start: number;
  readonly end: number;
  /** By line, ascending; only lines with a cost. */
  readonly lines: ReadonlyMap<number, LineSums>;
}

/** How the entries must be kept apart that `functionLines` takes. */
export const lineRowOptions = {
  granularity: 'lines',
  keepBinaries: true,
} as const satisfies NodeOptions;

/** Lines shown before the first and after the last that costs. */
const margin = 5;

/** Entries by line, grouped into functions as pprof's `list` shows them, in order of name, then file. */
export function functionLines(entries: readonly ReportRow[]): FunctionLines[] {
  const byFunction = new Map<string, ReportRow[]>();
  for (const entry of entries) {
    const key = `${entry.info.name}\0${entry.info.file}`;
    const known = byFunction.get(key);
    if (known === undefined) byFunction.set(key, [entry]);
    else known.push(entry);
  }
  const functions = [...byFunction.values()].map(linesOf);
  return functions.sort((a, b) => compareText(a.name, b.name) || compareText(a.file, b.file));
}

function linesOf(entries: ReportRow[]): FunctionLines {
  const { name, file } = entries[0]!.info;
  const lines = new Map<number, LineSums>();
  let flat: Value = 0;
  let cum: Value = 0;
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { info, ...cost } of entries.sort((a, b) => a.info.line - b.info.line)) {
    const known = lines.get(info.line) ?? { flat: 0, cum: 0 };
    lines.set(info.line, { flat: add(known.flat, cost.flat), cum: add(known.cum, cost.cum) });
    flat = add(flat, cost.flat);
    cum = add(cum, cost.cum);
    start = Math.min(start, info.startLine === 0 ? info.line - margin : info.startLine);
    end = Math.max(end, info.line + margin);
  }
  return { name, file, flat, cum, start: Math.max(1, start), end, lines };
}
