import * as l10n from '@vscode/l10n';
import { measuredRows } from '../../analysis/callGraph/callGraph.ts';
import { compilePattern } from '../../analysis/filters/pattern.ts';
import { type FunctionLines, functionLines, lineRowOptions } from '../../analysis/lines/functionLines.ts';
import { formatCost } from '../../analysis/values/costFormat.ts';
import { percentage } from '../../analysis/values/units.ts';
import { isZero, type Value } from '../../analysis/values/value.ts';
import { ok, type Result } from '../../result.ts';
import { SourceReader } from '../profiles/sourceReader.ts';
import { shareOf } from '../terminal/tint.ts';
import { padded } from './header.ts';
import { noMatch } from './peek.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `list`: source lines of the functions whose name matches. */
export const list: Report = {
  takesPattern: true,

  json(context) {
    const listed = listedFunctions(context);
    if (!listed.ok) return listed;
    const functions = listed.value.map(({ name, file, flat, cum, lines }) => ({
      name,
      file,
      flat: jsonCost(flat, context),
      cum: jsonCost(cum, context),
      lines: [...lines].map(([line, cost]) => ({
        line,
        flat: jsonCost(cost.flat, context),
        cum: jsonCost(cost.cum, context),
      })),
    }));
    return ok({ functions });
  },

  text(context) {
    const listed = listedFunctions(context);
    if (!listed.ok) return listed;
    return ok(listText(listed.value, context));
  },
};

function* listText(listings: readonly FunctionLines[], context: ReportContext): Generator<string> {
  const source = new SourceReader(context.options);
  const { measured, format } = context;
  yield `Total: ${formatCost(measured.total, format)}\n`;
  for (const listing of listings) {
    const { name, file, flat, cum } = listing;
    if (file === '') {
      yield `${l10n.t('No source information for {0}', name)}\n`;
      continue;
    }
    const share = padded(percentage(cum, measured.total));
    yield `ROUTINE ======================== ${name} in ${file}\n`;
    yield `${costColumn(flat, context)} ${costColumn(cum, context)} (flat, cum) ${share} of Total\n`;
    for (const row of sourceRows(listing, source, context)) yield `${row}\n`;
  }
}

function costColumn(value: Value, { measured, format, tint }: ReportContext): string {
  return tint(formatCost(value, format).padStart(10), shareOf(value, measured.total));
}

function listedFunctions({ costs, measured, graph, argument }: ReportContext): Result<FunctionLines[]> {
  const pattern = compilePattern('list', argument);
  if (!pattern.ok) return pattern;
  const table = costs.nodes({ ...graph, ...lineRowOptions });
  const found = measuredRows(costs, table, measured, graph.dropNegative === true).filter(({ info }) =>
    pattern.value.matches(info.name),
  );
  return found.length === 0 ? noMatch(argument) : ok(functionLines(found));
}

function sourceRows(
  { file, start, end, lines }: FunctionLines,
  source: SourceReader,
  context: ReportContext,
): string[] {
  const text = source.lines(file);
  const shown = (value: Value) => (isZero(value) ? '.'.padStart(10) : costColumn(value, context));
  const row = (line: number, content: string) => {
    const { flat, cum } = lines.get(line) ?? { flat: 0, cum: 0 };
    return `${shown(flat)} ${shown(cum)} ${String(line).padStart(6)}:${content}`;
  };
  // Without the source, only the costs are shown.
  if (text === null) return [...lines.keys()].map((line) => row(line, ''));
  const rows: string[] = [];
  for (let line = start; line <= end && line <= text.length; line++) rows.push(row(line, text[line - 1]!));
  return rows;
}
