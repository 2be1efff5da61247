import type { ComponentChildren } from 'preact';

/**
 * A row of tabs, with the usual keys. The children stand at its right.
 *
 * @param tabs `brief` is the beginning of the label that is shown where there is little room
 * @param panel id of the element that shows the chosen tab
 */
export function Tabs<T extends string>(props: {
  label: string;
  tabs: readonly { readonly id: T; readonly label: string; readonly brief?: string | undefined }[];
  chosen: T;
  panel: string;
  onChoose: (id: T) => void;
  children?: ComponentChildren;
}) {
  const { tabs, chosen, onChoose } = props;
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
      <div role="tablist" class="tab-list" onKeyDown={onKeyDown}>
        {tabs.map(({ id, label, brief = label }) => (
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
            aria-label={label}
          >
            {brief}
            <span class="tab-rest">{label.slice(brief.length)}</span>
          </button>
        ))}
      </div>
      <div class="tab-actions">{props.children}</div>
    </nav>
  );
}
