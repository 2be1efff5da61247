import { formatCost, tableUnit } from '../../analysis/costFormat.ts';
import { indexLines, type LineCost } from '../../analysis/lines.ts';
import { compareText } from '../../analysis/textOrder.ts';
import { percentage } from '../../analysis/units.ts';
import { ok } from '../../result.ts';
import type { Report, ReportContext } from '../reportContext.ts';
import { padded, profileLabels } from './header.ts';
import { jsonCost } from './profileJson.ts';

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
    const files = costlyFiles(context);
    const { total } = context.measured;
    const all = files.flatMap(({ lines }) => lines);
    const format = { ...context.format, outputUnit: tableUnit(all, total, context.format) };
    const rows = profileLabels({ ...context, format });
    for (const { file, lines } of files) {
      rows.push('', file === '' ? '<unknown>' : file);
      rows.push(
        `${'line'.padStart(8)} ${'flat'.padStart(10)} ${padded('flat%')} ${'cum'.padStart(10)} ${padded('cum%')}`,
      );
      for (const { line, flat, cum } of lines) {
        rows.push(
          `${String(line).padStart(8)} ${formatCost(flat, format).padStart(10)} ${padded(percentage(flat, total))} ${formatCost(cum, format).padStart(10)} ${padded(percentage(cum, total))}`,
        );
      }
    }
    return ok(`${rows.join('\n')}\n`);
  },
};

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
