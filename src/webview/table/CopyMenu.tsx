import * as l10n from '@vscode/l10n';
import { type Cells, csv, markdown } from '../../base/tableText.ts';
import { MenuButton } from '../controls/Menu.tsx';
import { copy } from '../view/functionActions.ts';

/** Copies a table. @param props `names`: how many of its columns at the left are names */
export function CopyMenu({ cells, names }: { readonly cells: () => Cells; readonly names: number }) {
  return (
    <MenuButton
      icon="copy"
      label={l10n.t('Copy the table')}
      items={() => [
        { label: l10n.t('Copy as Markdown'), onChoose: () => copy(markdown(cells(), names)) },
        { label: l10n.t('Copy as CSV'), onChoose: () => copy(csv(cells())) },
      ]}
    />
  );
}
