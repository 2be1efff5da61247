import * as l10n from '@vscode/l10n';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fittingTabs, type TabRoom } from './fittingTabs.ts';
import { MenuButton } from './Menu.tsx';

interface TabsProps<T extends string> {
  readonly label: string;
  /** `brief` is the beginning of the label that is shown where there is little room. */
  readonly tabs: readonly { readonly id: T; readonly label: string; readonly brief?: string | undefined }[];
  readonly chosen: T;
  /** Id of the element that shows the chosen tab. */
  readonly panel: string;
  readonly onChoose: (id: T) => void;
  readonly children?: ComponentChildren;
}

/** A row of tabs, with the usual keys, and a menu of those that have no room. The children stand at its right. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { tabs, chosen, onChoose } = props;
  const strip = useRef<HTMLDivElement>(null);
  const room = useTabRoom(strip, tabs.map(({ id }) => id).join());
  const at = tabs.findIndex(({ id }) => id === chosen);
  const shown = room === null ? tabs.map(() => true) : fittingTabs(room, at);
  const others = tabs.filter((_, i) => shown[i] === false);
  const takesFocus = useRef(false);
  const choose = (id: T) => {
    takesFocus.current = true;
    onChoose(id);
  };
  useLayoutEffect(() => {
    // Before, the tab may have been out of sight.
    if (takesFocus.current) strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    takesFocus.current = false;
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = places[event.key];
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    choose(tabs[to]!.id);
  };
  return (
    <nav class="tab-row" aria-label={props.label}>
      <div class="tab-strip" ref={strip} style={{ '--tabs': room === null ? 'auto' : `${widthOf(room)}px` }}>
        <div role="tablist" class="tab-list" onKeyDown={onKeyDown}>
          {tabs.map(({ id, label, brief = label }, i) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              class={shown[i] === true ? 'tab' : 'tab without-room'}
              aria-selected={id === chosen}
              aria-posinset={i + 1}
              aria-setsize={tabs.length}
              {...(id === chosen ? { 'aria-controls': props.panel } : {})}
              tabIndex={id === chosen ? 0 : -1}
              onClick={() => onChoose(id)}
              aria-label={label}
            >
              {brief}
              <span class="tab-rest">{label.slice(brief.length)}</span>
            </button>
          ))}
        </div>
        {others.length > 0 && (
          <MenuButton
            icon="ellipsis"
            label={l10n.t('More views')}
            items={() => others.map(({ id, label }) => ({ label, onChoose: () => choose(id) }))}
          />
        )}
      </div>
      <div class="tab-actions">{props.children}</div>
    </nav>
  );
}

/** The button's width in CSS, and the gap between tabs. */
const more = 22;
const gap = 4;

function widthOf({ widths }: TabRoom): number {
  return widths.reduce((sum, width) => sum + width + gap, 0);
}

/** The room that the tabs have, and that they would need, as long as the page is open; `null` before it is measured. */
function useTabRoom(strip: RefObject<HTMLElement | null>, tabs: string): TabRoom | null {
  const [room, setRoom] = useState<TabRoom | null>(null);
  const measure = () => {
    const element = strip.current!;
    const widths = tabsOf(element).map((tab) => Math.ceil(tab.getBoundingClientRect().width));
    const measured = { available: element.clientWidth, widths, gap, more };
    setRoom((now) => (JSON.stringify(now) === JSON.stringify(measured) ? now : measured));
  };
  // The room changes what is drawn, which changes the room: until it stays, before anything is seen.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    for (const each of [strip.current!, ...tabsOf(strip.current!)]) observer.observe(each);
    return () => observer.disconnect();
  }, [tabs]);
  return room;
}

function tabsOf(strip: HTMLElement): HTMLElement[] {
  return [...strip.querySelectorAll<HTMLElement>('[role="tab"]')];
}
