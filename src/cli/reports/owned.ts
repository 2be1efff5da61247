/** `top --owned` and `lines --owned`: what the user's own functions or lines are charged with, by cause. */
import { limited } from '../../analysis/callGraph/callGraph.ts';
import type { NodeTable } from '../../analysis/costs/nodes.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { type ReportRow, sortRows } from '../../analysis/costs/reportRows.ts';
import { outermostLines } from '../../analysis/filters/frameFilters.ts';
import { type Bill, billsBy, nobody } from '../../analysis/lines/bill.ts';
import { percentage } from '../../analysis/values/units.ts';
import { add, type Value } from '../../analysis/values/value.ts';
import { joinedAt } from '../../analysis/values/weights.ts';
import { causeLabel } from '../../base/causeLabels.ts';
import { listAt } from '../../base/maps.ts';
import { ok } from '../../base/result.ts';
import { compareText } from '../../goText/text.ts';
import type { Json } from '../terminal/jsonText.ts';
import { costCells, headerLines, inTableUnit, padded } from './header.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** A row whose flat is what it owns. */
interface OwnedRow extends ReportRow {
  readonly bill: Bill;
}

interface Owned {
  readonly rows: readonly OwnedRow[];
  readonly originalCount: number;
  readonly droppedNodes: number;
  /** What no own code is charged with. */
  readonly elsewhere: Bill;
}

export const ownedTop = {
  json: (context) => ok(topJson(context)),
  output: (context) => ok(topText(context)),
} satisfies Report;

export const ownedLines = {
  json: (context) => ok(linesJson(context)),
  output: (context) => ok(linesText(context)),
} satisfies Report;

function topJson(context: ReportContext): { readonly [key: string]: Json } {
  const { rows, elsewhere } = ownedRows(context, context.graph.granularity);
  return {
    rows: rows.map(({ info, label, flat, cum, bill }) => ({
      label,
      name: info.name,
      file: info.file,
      line: info.line,
      address: info.address === 0n ? '' : info.address.toString(16).padStart(16, '0'),
      owned: jsonCost(flat, context),
      cum: jsonCost(cum, context),
      causes: causesJson(bill, context),
    })),
    elsewhere: billJson(elsewhere, context),
  };
}

function linesJson(context: ReportContext): { readonly [key: string]: Json } {
  const { files, elsewhere } = ownedFiles(context);
  return {
    files: files.map(([file, rows]) => ({
      file,
      lines: rows.map(({ info, flat, cum, bill }) => ({
        line: info.line,
        owned: jsonCost(flat, context),
        cum: jsonCost(cum, context),
        causes: causesJson(bill, context),
      })),
    })),
    elsewhere: billJson(elsewhere, context),
  };
}

function billJson(bill: Bill, context: ReportContext): Json {
  return { owned: jsonCost(bill.owned, context), causes: causesJson(bill, context) };
}

function causesJson({ items }: Bill, context: ReportContext): Json {
  return items.map(({ cause, value }) => ({ ...cause, value: jsonCost(value, context) }));
}

function* topText(context: ReportContext): Generator<string> {
  const { rows, elsewhere, ...counts } = ownedRows(context, context.graph.granularity);
  const inUnit = inTableUnit(context, rows);
  const { total } = context.measured;
  const nodes = rows.map((row) => ({ ...row, callers: [], callees: [] }));
  for (const line of headerLines(inUnit, { nodes, ...counts, droppedEdges: 0 })) yield `${line}\n`;
  yield '     owned owned%   sum%        cum   cum%\n';
  let sum: Value = 0;
  const cells = (value: Value) => {
    sum = add(sum, value);
    return `${costCells(value, inUnit)} ${padded(percentage(sum, total))}`;
  };
  for (const { flat, cum, label, bill } of rows) {
    yield `${cells(flat)} ${costCells(cum, inUnit)}  ${label}\n`;
    yield* itemLines(bill, inUnit, '', ' '.repeat(27));
  }
  if (elsewhere.items.length === 0) return;
  yield `${cells(elsewhere.owned)}${' '.repeat(20)}${elsewhereText}\n`;
  yield* itemLines(elsewhere, inUnit, '', ' '.repeat(27));
}

function* linesText(context: ReportContext): Generator<string> {
  const { files, elsewhere } = ownedFiles(context);
  const inUnit = inTableUnit(
    context,
    files.flatMap(([, rows]) => rows),
  );
  for (const label of headerLines(inUnit, emptyGraph).slice(0, -1)) yield `${label}\n`;
  const indent = ' '.repeat(9);
  for (const [file, rows] of files) {
    yield `\n${file === '' ? '<unknown>' : file}\n    line      owned owned%        cum   cum%\n`;
    for (const { info, flat, cum, bill } of rows) {
      yield `${String(info.line).padStart(8)} ${costCells(flat, inUnit)} ${costCells(cum, inUnit)}\n`;
      yield* itemLines(bill, inUnit, indent, ' '.repeat(3));
    }
  }
  if (elsewhere.items.length === 0) return;
  yield `\n${elsewhereText}\n`;
  yield* itemLines(elsewhere, inUnit, indent, ' '.repeat(3));
}

const elsewhereText = '(no code of yours)';
const emptyGraph = { nodes: [], originalCount: 0, droppedNodes: 0, droppedEdges: 0 };

function* itemLines({ items }: Bill, context: ReportContext, before: string, between: string) {
  for (const { cause, value } of items) {
    yield `${before}${costCells(value, context)}${between}${causeLabel(cause)}\n`;
  }
}

/** The rows of lines, by file. */
function ownedFiles(context: ReportContext) {
  const { rows, elsewhere } = ownedRows(context, 'lines');
  const byFile = new Map<string, OwnedRow[]>();
  for (const row of rows) listAt(byFile, row.info.file).push(row);
  for (const ofFile of byFile.values()) ofFile.sort((a, b) => a.info.line - b.info.line);
  return { files: [...byFile].sort(([a], [b]) => compareText(a, b)), elsewhere };
}

/** In the order of `top`, and with its limits. */
function ownedRows(
  { profile, costs: all, measured: { weights, total }, graph }: ReportContext,
  granularity: ReportContext['graph']['granularity'] = 'functions',
): Owned {
  const costs = graph.noInlines === true ? all.of(outermostLines(profile)) : all;
  const table = costs.nodes({ ...graph, granularity, noInlines: false });
  const nodes = nodeOfRows(costs, table);
  const bills = billsBy(costs, weights, (row) => nodes[row]!);
  const { cum } = costs.sums(table, weights);
  const every: OwnedRow[] = [];
  for (const [node, bill] of bills) {
    if (node === nobody || (graph.dropNegative === true && bill.owned < 0)) continue;
    const [info, label] = [table.info(node), table.label(node)];
    every.push({ node, info, label, flat: bill.owned, cum: joinedAt(cum, node), bill });
  }
  const least = Math.abs(Number(total)) * (graph.nodeFraction ?? 0);
  const frequent = every.filter((row) => Math.abs(Number(row.cum)) >= least);
  return {
    rows: limited(sortRows(frequent, graph.cumSort === true), graph.nodeCount) as OwnedRow[],
    originalCount: frequent.length,
    droppedNodes: every.length - frequent.length,
    elsewhere: bills.get(nobody) ?? { items: [], owned: 0 },
  };
}

function nodeOfRows({ profile: { locations } }: ProfileCosts, table: NodeTable): Uint32Array {
  const nodes = new Uint32Array(locations.lineFunction.length);
  for (let location = 0; location < locations.count; location++) {
    const start = locations.lineStart[location]!;
    const first = table.frameStart[location]!;
    for (let row = start; row < locations.lineStart[location + 1]!; row++) {
      nodes[row] = table.frameNode[first + row - start]!;
    }
  }
  return nodes;
}
