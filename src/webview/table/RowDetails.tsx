import * as l10n from '@vscode/l10n';
import { QuietButton } from '../controls/Button.tsx';
import type { Column } from './column.ts';

/**
 * Everything about the selected row, below a table that has no room for all columns: the whole name, and the values of
 * all columns. Screen readers find all of it in the row itself.
 */
export function RowDetails<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const named = columns.find(({ kind }) => kind === 'name');
  const place = columns.find(({ kind }) => kind === 'place');
  const values = columns
    .filter(({ kind }) => kind !== 'name' && kind !== 'place')
    .map(({ id, label, text }) => ({ id, label, value: text(row) }))
    .filter(({ value }) => value !== '');
  return (
    <div class="row-details" aria-hidden="true">
      <p class="row-details-name">{named?.text(row).slice(0, 1000)}</p>
      {place !== undefined && <p class="row-details-place">{place.title?.(row).slice(0, 1000)}</p>}
      <dl>
        {values.map(({ id, label, value }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shows all columns of a table that has no room for them, or those that there is room for. */
export function AllColumnsButton(props: { isPressed: boolean; onPress: (isPressed: boolean) => void }) {
  const { isPressed, onPress } = props;
  return (
    <QuietButton
      class="all-columns-button"
      aria-pressed={isPressed}
      title={l10n.t('Show every column, and scroll the table sideways')}
      onClick={() => onPress(!isPressed)}
    >
      {l10n.t('All columns')}
    </QuietButton>
  );
}
