/** What the page says of a series' growth. It is put into words here: the page has no room for what it can be told. */
import * as l10n from '@vscode/l10n';
import { steepestLine } from '../../analysis/benchmark/growthTable.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { growthLabel, isFormula } from '../../growthLabel.ts';
import type { Growth, GrowthLine, GrowthReport, GrowthTable } from '../../model.ts';

export function growthReport(table: GrowthTable): GrowthReport {
  const { results, lines, parameter } = table;
  const steepest = steepestLine(table);
  const label = ({ growth }: { readonly growth: Growth | null }) =>
    growth === null ? '' : growthLabel(growth, parameter);
  return {
    table,
    verdict: verdict(table, steepest),
    resultLabels: results.map(label),
    lineLabels: lines.map(label),
    steepest: steepest === null ? -1 : lines.indexOf(steepest),
  };
}

function verdict(table: GrowthTable, steepest: GrowthLine | null): string {
  const time = table.results.find(({ unit }) => unit === 'ns/op');
  const overall = overallText(table, time?.growth ?? null);
  if (steepest?.growth == null) return overall;
  const place = `${baseName(steepest.file)}:${steepest.line}`;
  const label = growthLabel(steepest.growth, table.parameter);
  const isSize = table.kind === 'size';
  const reason = isFormula(steepest.growth)
    ? isSize
      ? l10n.t('Of the lines that matter, {0} grows fastest: CPU time as {1}.', place, label)
      : l10n.t('What does not scale is {0}: its CPU time per operation grows as {1}.', place, label)
    : isSize
      ? l10n.t('Of the lines that matter, {0} grows fastest: its CPU time is {1}.', place, label)
      : l10n.t('What does not scale is {0}: its CPU time per operation is {1}.', place, label);
  return `${overall} ${reason}`;
}

function overallText({ name, parameter }: GrowthTable, growth: Growth | null): string {
  if (growth === null) return l10n.t('Too few points to say how {0} grows.', name);
  if (growth.shape === 'none') return l10n.t('No simple formula fits the time of {0}.', name);
  const label = growthLabel(growth, parameter);
  return isFormula(growth)
    ? l10n.t('{0} takes time as {1}.', name, label)
    : l10n.t('The time of {0} is {1}.', name, label);
}
