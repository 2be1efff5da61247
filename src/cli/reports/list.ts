import * as l10n from '@vscode/l10n';
import { measuredRows } from '../../analysis/callGraph/callGraph.ts';
import { compilePattern } from '../../analysis/filters/pattern.ts';
import { type FunctionLines, functionLines, lineRowOptions } from '../../analysis/lines/functionLines.ts';
import { type Held, HeldFunctions } from '../../analysis/lines/heldFunctions.ts';
import { formatCost } from '../../analysis/values/costFormat.ts';
import { percentage } from '../../analysis/values/units.ts';
import { isZero, type Value } from '../../analysis/values/value.ts';
import { ok, type Problem, type Result } from '../../base/result.ts';
import { SourceReader } from '../profiles/sourceReader.ts';
import { complain } from '../terminal/output.ts';
import { shareOf } from '../terminal/tint.ts';
import { padded } from './header.ts';
import { changed, leftOutSentences } from './packedSources.ts';
import { noMatch } from './peek.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `list`: source lines of the functions whose name matches. */
export const list = {
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

  output(context) {
    const listed = listedFunctions(context);
    if (!listed.ok) return listed;
    return ok(listText(listed.value, context));
  },
} satisfies Report;

function* listText(listings: readonly FunctionLines[], context: ReportContext): Generator<string> {
  const source = new ListedSources(context);
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
  for (const sentence of leftOutSentences(source.leftOut)) complain(sentence);
}

/** The sources that a listing shows: those that hold the functions of the profile. */
class ListedSources {
  /** By file, why it is not shown. */
  readonly #leftOut = new Map<string, Problem>();
  readonly #reader: SourceReader;
  readonly #functions: HeldFunctions;
  readonly #held = new Map<string, Held>();

  constructor({ options, profile }: ReportContext) {
    this.#reader = new SourceReader(options);
    this.#functions = new HeldFunctions(profile);
  }

  get leftOut(): readonly Problem[] {
    return [...this.#leftOut.values()];
  }

  /** The lines of this file; `null` if it is not shown. */
  lines(file: string): string[] | null {
    const found = this.#reader.read(file);
    const held = found.ok ? this.#heldIn(file, found.value.text) : 'no';
    if (found.ok && held !== 'no') return found.value.text.replace(/\n$/, '').split(/\r?\n/);
    const problem = found.ok ? changed(file) : found.problem;
    if (problem.code !== 'file-absent') this.#leftOut.set(file, problem);
    return null;
  }

  #heldIn(file: string, text: string): Held {
    let held = this.#held.get(file);
    if (held === undefined) {
      held = this.#functions.in(file, text);
      this.#held.set(file, held);
    }
    return held;
  }
}

function costColumn(value: Value, { measured, format, tint }: ReportContext): string {
  return tint(formatCost(value, format).padStart(10), shareOf(value, measured.total));
}

/** The functions whose name matches the pattern, the most expensive first. */
export function listedFunctions({
  costs,
  measured,
  graph,
  argument,
}: ReportContext): Result<FunctionLines[]> {
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
  source: ListedSources,
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
