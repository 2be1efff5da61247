import { listAt } from '../../base/maps.ts';
import { compareText } from '../../goText/text.ts';
import type { NodeOptions } from '../costs/nodes.ts';
import type { ReportRow } from '../costs/reportRows.ts';
import { add, type Value } from '../values/value.ts';

/** Flat and cum of a line, or of several. */
export interface LineSums {
  readonly flat: Value;
  readonly cum: Value;
}

/** The lines of a function in one file. As in pprof's `list`, its flat and cum are the sums of those of its lines. */
export interface FunctionLines extends LineSums {
  readonly name: string;
  readonly file: string;
  /**
   * First and last line to show: from the function's first line, if the profile has it, to some lines after the last
   * cost.
   */
  readonly start: number;
  readonly end: number;
  /** By line, ascending; only lines with a cost. */
  readonly lines: ReadonlyMap<number, LineSums>;
}

/** The options for the rows that `functionLines` takes. */
export const lineRowOptions = {
  granularity: 'lines',
  keepBinaries: true,
} as const satisfies NodeOptions;

/** How many lines are shown before the first and after the last line with a cost. */
const margin = 5;

/** Groups rows of lines by function and file, as pprof's `list` shows them, in order of name, then file. */
export function functionLines(rows: readonly ReportRow[]): FunctionLines[] {
  const byFunction = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const key = `${row.info.name}\0${row.info.file}`;
    listAt(byFunction, key).push(row);
  }
  const functions = [...byFunction.values()].map(linesOf);
  return functions.sort((a, b) => compareText(a.name, b.name) || compareText(a.file, b.file));
}

function linesOf(rows: ReportRow[]): FunctionLines {
  const { name, file } = rows[0]!.info;
  const lines = new Map<number, LineSums>();
  let flat: Value = 0;
  let cum: Value = 0;
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { info, ...cost } of rows.sort((a, b) => a.info.line - b.info.line)) {
    const known = lines.get(info.line) ?? { flat: 0, cum: 0 };
    lines.set(info.line, { flat: add(known.flat, cost.flat), cum: add(known.cum, cost.cum) });
    flat = add(flat, cost.flat);
    cum = add(cum, cost.cum);
    start = Math.min(start, info.startLine === 0 ? info.line - margin : info.startLine);
    end = Math.max(end, info.line + margin);
  }
  return { name, file, flat, cum, start: Math.max(1, start), end, lines };
}
