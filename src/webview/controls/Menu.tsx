import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton, type IconName } from './Icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
  /** A line separates it from the item above. */
  readonly startsGroup?: boolean;
}

/** A menu that is open, at a point of the screen. */
interface OpenMenu {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly x: number;
  readonly y: number;
}

/** The menu of a component, `null` while it is closed, and a function that opens it. */
export function useMenu(): [menu: ComponentChildren, open: (menu: OpenMenu) => void] {
  const [open, setOpen] = useState<OpenMenu | null>(null);
  return [open === null ? null : <Menu {...open} onClose={() => setOpen(null)} />, setOpen];
}

/**
 * A menu with the usual keys: arrows, Home, End, Enter, the first letter, and Escape. When it closes, the focus returns to
 * the element that had it.
 */
function Menu({ label, items, x, y, onClose }: OpenMenu & { readonly onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = menu.current!;
    const before = document.activeElement;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    element.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) onClose();
    };
    addEventListener('pointerdown', closeOutside, true);
    addEventListener('blur', onClose);
    return () => {
      removeEventListener('pointerdown', closeOutside, true);
      removeEventListener('blur', onClose);
      if (before instanceof HTMLElement && element.contains(document.activeElement)) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...menu.current!.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = all.findIndex((item) => item.contains(document.activeElement));
    const next = nextItem(event.key, at, items);
    if (next !== -1) all[next]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={menu} class="menu" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={item.startsGroup ? 'menu-item starts-group' : 'menu-item'}
          // As in every menu, one item is marked: the mouse takes the mark from the keys. One that only rests there does not.
          onPointerMove={({ currentTarget }) => currentTarget.focus()}
          onClick={() => {
            onClose();
            item.onChoose();
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

export function MenuButton(props: { icon: IconName; label: string; items: () => readonly MenuItem[] }) {
  const { icon, label, items } = props;
  const [menu, openMenu] = useMenu();
  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        hasMenu={menu !== null}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          openMenu({ label, items: items(), x: left, y: bottom + 2 });
        }}
      />
      {menu}
    </>
  );
}

/** Index of the item that a key goes to; -1 for none. */
function nextItem(key: string, at: number, items: readonly MenuItem[]): number {
  const count = items.length;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return -1;
  const later = (index: number) => (index - at - 1 + count) % count;
  const matches = [...items.keys()].filter((index) =>
    items[index]!.label.toLowerCase().startsWith(key.toLowerCase()),
  );
  return matches.sort((a, b) => later(a) - later(b))[0] ?? -1;
}
