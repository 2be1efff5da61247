import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { costed } from '../../analysis/callGraph.ts';
import { formatCost } from '../../analysis/costFormat.ts';
import type { Entry } from '../../analysis/entries.ts';
import { nodeTable } from '../../analysis/nodes.ts';
import { compilePattern } from '../../analysis/pattern.ts';
import { compareText } from '../../analysis/textOrder.ts';
import { pathList, trimmedPath } from '../../analysis/trimPaths.ts';
import { percentage } from '../../analysis/units.ts';
import { add, isZero, type Value } from '../../analysis/value.ts';
import { ok, type Result } from '../../result.ts';
import type { Report, ReportContext } from '../reportContext.ts';
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
    const source = new SourceReader(context);
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

interface Cost {
  readonly flat: Value;
  readonly cum: Value;
}

/** A function in one file. Its flat and cum are, as the tool's, the sums of its lines'. */
interface Listing extends Cost {
  readonly name: string;
  readonly file: string;
  /** First and last line to show. */
  readonly start: number;
  readonly end: number;
  /** By line, ascending; only lines with a cost. */
  readonly lines: ReadonlyMap<number, Cost>;
}

/** Lines shown before the first and after the last that costs. */
const margin = 5;

function listedFunctions({ profile, measured, graph, argument }: ReportContext): Result<Listing[]> {
  const pattern = compilePattern('list', argument);
  if (!pattern.ok) return pattern;
  const options = { ...graph, granularity: 'lines', keepBinaries: true } as const;
  const table = nodeTable(profile, options);
  const found = costed(profile, table, measured, graph.dropNegative === true).filter(({ info }) =>
    pattern.value.matches(info.name),
  );
  if (found.length === 0) return noMatch(argument);
  const byFunction = new Map<string, Entry[]>();
  for (const entry of found) {
    const key = `${entry.info.name}\0${entry.info.file}`;
    const known = byFunction.get(key);
    if (known === undefined) byFunction.set(key, [entry]);
    else known.push(entry);
  }
  const listings = [...byFunction.values()].map(listingOf);
  return ok(listings.sort((a, b) => compareText(a.name, b.name) || compareText(a.file, b.file)));
}

function listingOf(entries: Entry[]): Listing {
  const { name, file } = entries[0]!.info;
  const lines = new Map<number, Cost>();
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

function sourceRows(
  { file, start, end, lines }: Listing,
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

/** Finds source files as the tool does: by the path as it is, else below the source path and its parents. */
class SourceReader {
  readonly #trimPath: string;
  readonly #sourcePath: string;

  constructor({ options }: ReportContext) {
    this.#trimPath = options['trim-path'] ?? '';
    this.#sourcePath = options['source-path'] ?? process.cwd();
  }

  /** The lines of a file; `null` where there is none. */
  lines(file: string): string[] | null {
    for (const candidate of this.#candidates(file)) {
      try {
        const text = readFileSync(candidate, 'utf8');
        return text.replace(/\n$/, '').split(/\r?\n/);
      } catch {
        // Most candidates do not exist; that is what trying them is for.
      }
    }
    return null;
  }

  *#candidates(file: string): Generator<string> {
    const trimmed = trimmedPath(file, this.#trimPath, this.#sourcePath);
    if (path.isAbsolute(trimmed)) {
      yield trimmed;
      return;
    }
    for (const start of pathList(this.#sourcePath)) {
      for (let folder = start; ; folder = path.dirname(folder)) {
        yield path.join(folder, trimmed);
        if (path.dirname(folder) === folder) break;
      }
    }
  }
}
