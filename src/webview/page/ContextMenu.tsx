import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { useMenu } from '../controls/Menu.tsx';
import { copy } from '../view/functionActions.ts';

/**
 * The right click, and the menu key, where nothing else on the page takes them: a menu to copy the selected text. The
 * browser's menu has nothing for this page. Fields for text keep it, and so does a saved page, which is a page of the
 * browser.
 */
export function ContextMenu({ hasEditor }: { hasEditor: boolean }) {
  const [menu, openMenu] = useMenu();
  useEffect(() => {
    const onContextMenu = (event: MouseEvent) => {
      const { target, clientX: x, clientY: y } = event;
      if (event.defaultPrevented || !hasEditor) return;
      if (target instanceof Element && target.closest('input, textarea, select') !== null) return;
      event.preventDefault();
      const selected = selectedText();
      if (selected === '') return;
      const items = [{ label: l10n.t('Copy'), onChoose: () => copy(selected) }];
      openMenu({ label: l10n.t('Selected text'), items, x, y });
    };
    document.addEventListener('contextmenu', onContextMenu);
    return () => document.removeEventListener('contextmenu', onContextMenu);
  }, [hasEditor]);
  return <>{menu}</>;
}

/** What is selected. The parts of a shortened name are boxes, which a selection puts on lines of their own. */
function selectedText(): string {
  const selection = getSelection();
  let text = String(selection ?? '');
  for (const name of document.querySelectorAll('.name-row')) {
    if (!selection?.containsNode(name, true)) continue;
    const parts = [...name.children].map(({ textContent }) => textContent);
    text = text.replaceAll(parts.join('\n'), parts.join(''));
  }
  return text;
}
