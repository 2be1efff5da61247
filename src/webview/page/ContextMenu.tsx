import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { Menu } from '../controls/Menu.tsx';
import type { OpenMenu } from '../view/FunctionMenu.tsx';
import { copy } from '../view/functionActions.ts';

/**
 * The right click, and the menu key, where nothing else on the page takes them: a menu to copy the selected text. The
 * browser's menu has nothing for this page. Fields for text keep it, and so does a saved page, which is a page of the
 * browser.
 */
export function ContextMenu({ hasEditor }: { hasEditor: boolean }) {
  const [menu, setMenu] = useState<OpenMenu<string> | null>(null);
  useEffect(() => {
    const onContextMenu = (event: MouseEvent) => {
      const { target, clientX: x, clientY: y } = event;
      if (event.defaultPrevented || !hasEditor) return;
      if (target instanceof Element && target.closest('input, textarea, select') !== null) return;
      event.preventDefault();
      const selected = String(getSelection() ?? '');
      if (selected !== '') setMenu({ of: selected, x, y });
    };
    document.addEventListener('contextmenu', onContextMenu);
    return () => document.removeEventListener('contextmenu', onContextMenu);
  }, [hasEditor]);
  if (menu === null) return null;
  return (
    <Menu
      label={l10n.t('Selected text')}
      items={[{ label: l10n.t('Copy'), onChoose: () => copy(menu.of) }]}
      x={menu.x}
      y={menu.y}
      onClose={() => setMenu(null)}
    />
  );
}
