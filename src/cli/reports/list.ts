import * as l10n from '@vscode/l10n';
import { costed } from '../../analysis/callGraph.ts';
import { formatCost } from '../../analysis/costFormat.ts';
import { type FunctionLines, functionLines, lineEntryOptions } from '../../analysis/functionLines.ts';
import { nodeTable } from '../../analysis/nodes.ts';
import { compilePattern } from '../../analysis/pattern.ts';
import { percentage } from '../../analysis/units.ts';
import { isZero, type Value } from '../../analysis/value.ts';
import { ok, type Result } from '../../result.ts';
import type { Report, ReportContext } from '../reportContext.ts';
import { SourceReader } from '../sourceReader.ts';
import { padded } from './header.ts';
import { noMatch } from './peek.ts';
import { jsonCost } from './profileJson.ts';

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
    const source = new SourceReader(context.options);
    const { measured, format } = context;
    const rows = [`Total: ${formatCost(measured.total, format)}`];
    for (const listing of listed.value) {
      const { name, file, flat, cum } = listing;
      if (file === '') {
        rows.push(l10n.t('No source information for {0}', name));
        continue;
      }
      rows.push(
        `ROUTINE ======================== ${name} in ${file}`,
        `${formatCost(flat, format).padStart(10)} ${formatCost(cum, format).padStart(10)} (flat, cum) ${padded(percentage(cum, measured.total))} of Total`,
        ...sourceRows(listing, source, context),
      );
    }
    return ok(`${rows.join('\n')}\n`);
  },
};

function listedFunctions({ profile, measured, graph, argument }: ReportContext): Result<FunctionLines[]> {
  const pattern = compilePattern('list', argument);
  if (!pattern.ok) return pattern;
  const table = nodeTable(profile, { ...graph, ...lineEntryOptions });
  const found = costed(profile, table, measured, graph.dropNegative === true).filter(({ info }) =>
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
  const shown = (value: Value) => (isZero(value) ? '.' : formatCost(value, context.format)).padStart(10);
  const row = (line: number, content: string) => {
    const { flat, cum } = lines.get(line) ?? { flat: 0, cum: 0 };
    return `${shown(flat)} ${shown(cum)} ${String(line).padStart(6)}:${content}`;
  };
  // Without the source, the costs are still worth showing.
  if (text === null) return [...lines.keys()].map((line) => row(line, ''));
  const rows: string[] = [];
  for (let line = start; line <= end && line <= text.length; line++) rows.push(row(line, text[line - 1]!));
  return rows;
}
