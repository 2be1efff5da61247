import * as l10n from '@vscode/l10n';
import { foldedCause } from '../../../analysis/flame/drawnStacks.ts';
import { baseName } from '../../../analysis/names/filePaths.ts';
import type { TreeRow } from '../../engine/tableQuestions.ts';
import type { Column } from '../../table/column.ts';
import { operationColumns } from '../../table/costColumns.ts';
import type { Changes } from '../../view/changes.ts';
import { placeLabel, underPer, type ValueFormat } from '../../view/format.ts';
import { outsideTexts } from '../../view/outsideTexts.ts';

/** The columns of the tree. Where all costs are of operations, what one of them costs stands first. */
export function treeColumns(
  format: ValueFormat,
  fromLeaf: boolean,
  isUncertain: Changes['isUncertain'],
): Column<TreeRow>[] {
  const { value, share, part } = format;
  const tone = ({ functionName }: TreeRow) => (isUncertain(functionName) ? 'muted' : '');
  const flat = fromLeaf
    ? l10n.t('In the function at the top itself, called this way')
    : l10n.t('In the function itself, called this way');
  const cum = fromLeaf
    ? l10n.t('In the function and all it calls')
    : l10n.t('In the function and all it calls, called this way');
  const number = (column: Omit<Column<TreeRow>, 'kind'>): Column<TreeRow> => ({
    ...column,
    kind: 'number',
    tone,
  });
  const cumText = (text: (cum: number) => string) => (row: TreeRow) =>
    row.cum === null ? '' : text(row.cum);
  const main = fromLeaf ? 'flat' : 'cum';
  const operations = format.isOfOperations
    ? operationColumns<TreeRow>(format.per, (row, of) => {
        const cost = (row.timed ?? row)[of];
        return cost === null ? '' : underPer(format, cost);
      }).map((column) => ({ ...column, tone, from: column.id === `${main}-op` ? 0 : 46 }))
    : [];
  const costs = [
    number({ id: 'flat', label: l10n.t('flat'), meaning: flat, from: 32, text: (row) => value(row.flat) }),
    number({
      id: 'flat-share',
      label: l10n.t('flat %'),
      meaning: l10n.t('Share of the total'),
      from: 58,
      text: (row) => share(row.flat),
    }),
    number({ id: 'cum', label: l10n.t('cum'), meaning: cum, from: 38, text: cumText(value) }),
    number({
      id: 'cum-share',
      label: l10n.t('cum %'),
      meaning: l10n.t('Share of the total'),
      from: 64,
      text: cumText(share),
    }),
    number({
      id: 'parent-share',
      label: l10n.t('of row above'),
      meaning: l10n.t('Share of the row that it stands below'),
      from: 72,
      text: ({ level, shareOfParent }) => (level === 1 ? '' : format.shareOf(shareOfParent, 1)),
    }),
  ].map((column) => {
    // The number that the rows are ordered by is always there, and has its bar.
    if (column.id !== main) return column;
    const from = operations.length > 0 ? 50 : 0;
    return { ...column, from, bar: (row: TreeRow) => part(fromLeaf ? row.flat : (row.cum ?? 0)) };
  });
  return [nameColumn(), ...operations, ...costs, placeColumn()];
}

function nameColumn(): Column<TreeRow> {
  return {
    id: 'name',
    label: l10n.t('name'),
    meaning: l10n.t('What is below a row: its callees; from the leaf, its callers'),
    kind: 'name',
    from: 0,
    text: textOf,
    short: (row) => (row.functionName === '' ? { starts: [0], without: 'nothing' } : row.short),
    note: ({ inlined }) =>
      inlined === 'all' ? l10n.t(' (inlined)') : inlined === 'some' ? l10n.t(' (inlined in part)') : '',
    title: textOf,
    tone: ({ isMatch }) => (isMatch ? 'is-match' : ''),
  };
}

/** The name of a function, or of what stands outside of the timed loop. */
function textOf({ label }: TreeRow): string {
  const cause = foldedCause(label);
  return cause === undefined ? label : outsideTexts()[cause].label;
}

function placeColumn(): Column<TreeRow> {
  return {
    id: 'place',
    label: l10n.t('source'),
    meaning: l10n.t('File and line with most of the cost'),
    kind: 'place',
    from: 88,
    text: ({ file, line }) => placeLabel(baseName(file), line),
    title: ({ file, line }) => placeLabel(file, line),
  };
}
