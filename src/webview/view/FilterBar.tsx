import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, IconButton } from '../controls/Icon.tsx';
import { type FilterKind, filterKinds } from '../engine/filterList.ts';
import type { Filters } from '../engine/questions.ts';
import type { FilterPreset } from './filterPresets.ts';

/** What the filters are called, with pprof's meaning said in a few words. */
export function filterLabels(): Record<FilterKind, { readonly label: string; readonly meaning: string }> {
  return {
    focus: { label: l10n.t('focus'), meaning: l10n.t('only stacks with a match') },
    ignore: { label: l10n.t('ignore'), meaning: l10n.t('only stacks without a match') },
    hide: { label: l10n.t('hide'), meaning: l10n.t('take matching frames out of all stacks') },
    show: { label: l10n.t('show'), meaning: l10n.t('only matching frames') },
    showFrom: { label: l10n.t('show from'), meaning: l10n.t('cut what calls the first match') },
    tagFocus: { label: l10n.t('tag focus'), meaning: l10n.t('only samples with a matching tag') },
    tagIgnore: { label: l10n.t('tag ignore'), meaning: l10n.t('only samples without a matching tag') },
  };
}

/** The filters as chips to be removed, and a line to add more. */
export function FilterBar(props: {
  filters: Filters;
  presets: readonly FilterPreset[];
  /** Why the last one was not added, or what it did not match; empty if all is well. */
  note: string;
  canUndo: boolean;
  onAdd: (kind: FilterKind, expression: string) => void;
  onRemove: (kind: FilterKind, expression: string) => void;
  onClear: () => void;
  onUndo: () => void;
  onClose: () => void;
}) {
  const { filters, note } = props;
  const labels = filterLabels();
  const chips = filterKinds.flatMap((kind) => filters[kind].map((expression) => ({ kind, expression })));
  const bar = useRef<HTMLElement>(null);
  useFocusKept(bar, chips.length);
  return (
    <section class="filter-bar" aria-label={l10n.t('Filters')} ref={bar}>
      <ul class="chips">
        {chips.map(({ kind, expression }) => (
          <li key={`${kind} ${expression}`} class="chip" title={`${labels[kind].meaning}: ${expression}`}>
            <span class="chip-kind">{labels[kind].label}</span>
            <span class="chip-text">{readable(expression)}</span>
            <IconButton
              icon="close"
              label={l10n.t('Remove the filter {0}: {1}', labels[kind].label, readable(expression))}
              onClick={() => props.onRemove(kind, expression)}
            />
          </li>
        ))}
      </ul>
      <FilterForm onAdd={props.onAdd} />
      {props.presets.map(({ kind, expression, label, meaning }) => (
        <button
          key={label}
          type="button"
          class="quiet-button"
          title={meaning}
          disabled={filters[kind].includes(expression)}
          onClick={() => props.onAdd(kind, expression)}
        >
          {label}
        </button>
      ))}
      {chips.length > 1 && (
        <button type="button" class="quiet-button" onClick={props.onClear}>
          {l10n.t('Remove all')}
        </button>
      )}
      {props.canUndo && (
        <button type="button" class="quiet-button" onClick={props.onUndo}>
          <Icon name="discard" />
          {l10n.t('Undo')}
        </button>
      )}
      <output class="filter-note">{note}</output>
      {chips.length === 0 && (
        <IconButton icon="close" label={l10n.t('Close the filters')} onClick={props.onClose} />
      )}
    </section>
  );
}

/** The button that removes a chip goes with it; the focus goes on to the next one, or to the line for a new filter. */
function useFocusKept(bar: RefObject<HTMLElement | null>, chipCount: number): void {
  const removed = useRef(-1);
  useLayoutEffect(() => {
    const element = bar.current!;
    const buttons = () => [...element.querySelectorAll<HTMLElement>('.chip button')];
    if (removed.current !== -1 && !element.contains(document.activeElement)) {
      (buttons()[removed.current] ?? element.querySelector<HTMLElement>('.small-input'))?.focus();
    }
    removed.current = -1;
    const note = (event: MouseEvent) => {
      removed.current = buttons().findIndex(
        (button) => event.target instanceof Node && button.contains(event.target),
      );
    };
    element.addEventListener('click', note, true);
    return () => element.removeEventListener('click', note, true);
  }, [chipCount]);
}

function FilterForm({ onAdd }: { onAdd: (kind: FilterKind, expression: string) => void }) {
  const [kind, setKind] = useState<FilterKind>('focus');
  const [expression, setExpression] = useState('');
  const labels = filterLabels();
  return (
    <form
      class="filter-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (expression === '') return;
        onAdd(kind, expression);
        setExpression('');
      }}
    >
      <select
        class="small-select"
        aria-label={l10n.t('Kind of filter')}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          setKind(filterKinds.find((known) => known === value) ?? 'focus')
        }
      >
        {filterKinds.map((kind) => (
          <option key={kind} value={kind}>
            {labels[kind].label}
          </option>
        ))}
      </select>
      <input
        type="text"
        class="small-input"
        aria-label={l10n.t('Expression of the filter')}
        placeholder={
          kind === 'tagFocus' || kind === 'tagIgnore' ? l10n.t('key=value') : l10n.t('regular expression')
        }
        title={labels[kind].meaning}
        spellcheck={false}
        autocomplete="off"
        value={expression}
        onInput={(event) => setExpression(event.currentTarget.value)}
      />
      <button type="submit" class="quiet-button" disabled={expression === ''}>
        {l10n.t('Add')}
      </button>
    </form>
  );
}

/** `^a\.b$`, which is what choosing a function from a menu makes, reads better as `a.b`. */
export function readable(expression: string): string {
  const name = /^\^(.*)\$$/s.exec(expression)?.[1];
  if (name === undefined) return expression;
  const plain = name.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
  return `^${plain.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` === expression ? plain : expression;
}
