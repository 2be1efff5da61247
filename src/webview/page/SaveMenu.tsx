import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { IconButton } from '../controls/Icon.tsx';
import { Menu } from '../controls/Menu.tsx';
import { type ExportSource, exportMenu } from './exportMenu.ts';

/** The button with the menu of everything that the profile can be saved as. */
export function SaveMenu(source: ExportSource) {
  const [openAt, setOpenAt] = useState<DOMRect | null>(null);
  return (
    <>
      <IconButton
        icon="save"
        label={l10n.t('Save as')}
        onClick={(event) => setOpenAt(event.currentTarget.getBoundingClientRect())}
      />
      {openAt !== null && (
        <Menu
          label={l10n.t('Save as')}
          items={exportMenu(source)}
          x={openAt.left}
          y={openAt.bottom + 2}
          onClose={() => setOpenAt(null)}
        />
      )}
    </>
  );
}
