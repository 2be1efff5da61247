import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * A row of tabs, with the usual keys. The children stand at its right.
 *
 * @param panel id of the element that shows the chosen tab
 */
export function Tabs<T extends string>(props: {
  label: string;
  tabs: readonly { readonly id: T; readonly label: string }[];
  chosen: T;
  panel: string;
  onChoose: (id: T) => void;
  children?: ComponentChildren;
}) {
  const { tabs, chosen, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  // On a narrow page the tabs are scrolled.
  useEffect(
    () =>
      list.current
        ?.querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [chosen, tabs.length],
  );
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === chosen);
    const to =
      Math.abs(step) === 1 ? (at + step + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1;
    onChoose(tabs[to]!.id);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <nav class="tab-row" aria-label={props.label}>
      <div role="tablist" class="tab-list" ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            class="tab"
            aria-selected={id === chosen}
            {...(id === chosen ? { 'aria-controls': props.panel } : {})}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div class="tab-actions">{props.children}</div>
    </nav>
  );
}
