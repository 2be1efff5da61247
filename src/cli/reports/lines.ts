import { indexLines, type LineCost } from '../../analysis/lines.ts';
import { compareText } from '../../analysis/textOrder.ts';
import { ok } from '../../result.ts';
import type { Report, ReportContext } from '../reportContext.ts';
import { costCells, profileLabels } from './header.ts';
import { jsonCost } from './profileJson.ts';
import { inTableUnit } from './tableHeader.ts';

/** `lines`: costs by file and line. */
export const lines: Report = {
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

  text(context) {
    return ok(linesText(context));
  },
};

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

/** Files with a costly line, by name. */
function costlyFiles({ profile, sampleType }: ReportContext): CostlyFile[] {
  const index = indexLines(profile);
  return index.files
    .map((file, number) => ({ file, lines: index.lines(number, sampleType) }))
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => compareText(a.file, b.file));
}
