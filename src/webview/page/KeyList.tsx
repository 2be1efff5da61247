import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../controls/Icon.tsx';

/** The list of keys, a dialog that Escape closes. */
export function KeyList({ hasEditor, onClose }: { hasEditor: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="key-list" aria-labelledby="key-list-heading" onClose={onClose}>
      <header>
        <h2 id="key-list-heading">{l10n.t('Keys and mouse')}</h2>
        <IconButton icon="close" label={l10n.t('Close')} onClick={() => dialog.current?.close()} />
      </header>
      <dl>
        {keyMeanings(hasEditor).map(({ keys, meaning }) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{l10n.t('A dashed upper edge marks a function that the compiler inlined into its caller.')}</p>
    </dialog>
  );
}

function keyMeanings(hasEditor: boolean): { keys: string[]; meaning: string }[] {
  const open = [
    { keys: ['o', 'Ctrl+Enter'], meaning: l10n.t('Open the source of the selected frame') },
    { keys: [l10n.t('Double click'), l10n.t('Ctrl+click')], meaning: l10n.t('Open the source of a frame') },
  ];
  return [
    { keys: ['↓', '↑'], meaning: l10n.t('To the widest callee, to the caller') },
    { keys: ['←', '→'], meaning: l10n.t('To the frames beside it in the row') },
    { keys: ['Home'], meaning: l10n.t('To the root') },
    { keys: ['End'], meaning: l10n.t('To the end of the hot path, which a line at the left marks') },
    { keys: ['Enter', l10n.t('Click')], meaning: l10n.t('Zoom to the frame') },
    { keys: ['+', '-'], meaning: l10n.t('Zoom in and out around the selected frame') },
    { keys: ['Shift+←', 'Shift+→'], meaning: l10n.t('Move the picture') },
    { keys: ['Esc'], meaning: l10n.t('Go back one zoom step, deselect, clear the search') },
    { keys: ['Shift+F10', l10n.t('Right click')], meaning: l10n.t('Menu of the frame') },
    { keys: ['0'], meaning: l10n.t('Show everything') },
    {
      keys: ['Alt+←', 'Alt+→', l10n.t('Side buttons')],
      meaning: l10n.t('Back and forward in the page'),
    },
    ...(hasEditor ? open : []),
    { keys: ['/'], meaning: l10n.t('Search') },
    { keys: ['f', 'u'], meaning: l10n.t('Filters, undo the last one') },
    { keys: ['l'], meaning: l10n.t('Stacks from the leaf, from the root') },
    { keys: ['i'], meaning: l10n.t('Root at the bottom, at the top') },
    { keys: ['Enter'], meaning: l10n.t('In a table: go to the function of the row') },
    { keys: ['→', '←'], meaning: l10n.t('In the tree: open and close a row, or go to the row above it') },
    { keys: ['↑↓←→', '+', '-', '0'], meaning: l10n.t('In the call graph: move, zoom, show all of it') },
    { keys: ['n', 'N'], meaning: l10n.t('Next match, previous match') },
    { keys: [l10n.t('Ctrl+wheel')], meaning: l10n.t('Zoom around the pointer') },
    { keys: [l10n.t('Drag')], meaning: l10n.t('Drag the picture') },
    { keys: ['?'], meaning: l10n.t('This list') },
  ];
}
