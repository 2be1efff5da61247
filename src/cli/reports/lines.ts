import { outermostLines } from '../../analysis/filters/frameFilters.ts';
import { indexLines, type LineCost } from '../../analysis/lines/lines.ts';
import { quotient } from '../../analysis/values/measure.ts';
import { isZero } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import { compareText } from '../../goText/text.ts';
import { costCells, inTableUnit, profileLabels } from './header.ts';
import { ownedLines } from './owned.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `lines`: costs by file and line. */
export const lines = {
  json(context) {
    const files = costlyFiles(context).map(({ file, lines }) => ({
      file,
      lines: lines.map(({ line, flat, cum }) => ({
        line,
        flat: jsonCost(flat, context),
        cum: jsonCost(cum, context),
      })),
    }));
    return ok({ files });
  },

  output: (context) => ok(linesText(context)),

  owned: ownedLines,
} satisfies Report;

function* linesText(context: ReportContext): Generator<string> {
  const files = costlyFiles(context);
  const all = files.flatMap(({ lines }) => lines);
  const inUnit = inTableUnit(context, all);
  for (const label of profileLabels(inUnit)) yield `${label}\n`;
  for (const { file, lines } of files) {
    yield `\n${file === '' ? '<unknown>' : file}\n${columns}`;
    for (const { line, flat, cum } of lines) {
      yield `${String(line).padStart(8)} ${costCells(flat, inUnit)} ${costCells(cum, inUnit)}\n`;
    }
  }
}

const columns = '    line       flat  flat%        cum   cum%\n';

interface CostlyFile {
  readonly file: string;
  readonly lines: readonly LineCost[];
}

/** The files with costs, sorted by name. */
function costlyFiles({ profile, costs, sampleType, measured, graph }: ReportContext): CostlyFile[] {
  const index = indexLines(graph.noInlines === true ? costs.of(outermostLines(profile)) : costs);
  // As everywhere in pprof, a mean is the sum divided by the first sample type.
  const counts = measured.divisors === null ? null : 0;
  return index.files
    .map((file, number) => {
      const all = index.lines(number, sampleType);
      const lines = graph.dropNegative === true ? all.filter(isNotNegative) : all;
      return { file, lines: counts === null ? lines : means(lines, index.lines(number, counts)) };
    })
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => compareText(a.file, b.file));
}

function means(sums: readonly LineCost[], counts: readonly LineCost[]): LineCost[] {
  const countOf = new Map(counts.map((count) => [count.line, count]));
  return sums.map(({ line, flat, cum }) => {
    const count = countOf.get(line) ?? { flat: 0, cum: 0 };
    return { line, flat: quotient(flat, count.flat), cum: quotient(cum, count.cum) };
  });
}

/** pprof's rule: if flat is 0, cum decides. */
function isNotNegative({ flat, cum }: LineCost): boolean {
  return flat > 0 || (isZero(flat) && cum >= 0);
}
