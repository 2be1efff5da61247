import { type TagTotal, tagTotals } from '../../analysis/filters/tagTotals.ts';
import { formatCost } from '../../analysis/values/costFormat.ts';
import { percentage } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import { padded } from './header.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `tags`: label values with their totals. */
export const tags = {
  json(context) {
    const found = totalsOf(context).map(({ key, values }) => ({
      key,
      values: values.map(({ value, total }) => ({ value, total: jsonCost(total, context) })),
    }));
    return ok({ tags: found });
  },

  output: (context) => ok(tagsText(context)),
} satisfies Report;

function* tagsText(context: ReportContext): Generator<string> {
  for (const tag of totalsOf(context)) yield* tagText(tag, context);
}

function totalsOf({ profile, measured, labelUnits, format }: ReportContext): TagTotal[] {
  return tagTotals(profile, measured.weights, labelUnits, format.outputUnit);
}

/**
 * One label as the tool prints it: its total, its values, an empty line. The tool right-aligns columns over each run
 * of lines that have them: the first over the whole block, the second over the values.
 */
function* tagText({ key, total, values }: TagTotal, { measured, format }: ReportContext): Generator<string> {
  const whole = measured.total;
  const share = (value: Value) => (whole > 0 ? ` (${padded(percentage(value, whole))})` : '');
  const head = [
    `${key}:`,
    ` Total ${formatCost(total, format)} of ${formatCost(whole, format)}${share(total)}`,
  ];
  const rows = values.map((tag) => [
    ' ',
    `${formatCost(tag.total, format)}${share(tag.total)}:`,
    ` ${tag.value}`,
  ]);
  const widest = (column: 0 | 1) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0);
  const first = Math.max(head[0]!.length, widest(0)) + 1;
  const second = widest(1) + 1;
  yield `${head[0]!.padStart(first)}${head[1]!}\n`;
  for (const row of rows) yield `${row[0]!.padStart(first)}${row[1]!.padStart(second)}${row[2]!}\n`;
  yield '\n';
}
