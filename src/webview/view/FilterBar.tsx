import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { QuietButton } from '../controls/Button.tsx';
import { Icon, IconButton } from '../controls/Icon.tsx';
import { Select } from '../controls/Select.tsx';
import { readable } from '../engine/filterList.ts';
import type { ProfileEngine } from '../engine/questions.ts';
import { type FilterKind, filterKinds } from '../engine/scope.ts';
import { filterPresets } from './filterPresets.ts';
import { OutsideSwitches } from './LoopSwitch.tsx';
import { useAnswer } from './useAnswer.ts';
import type { FilterControl } from './useFilters.ts';

function filterLabels(): Record<FilterKind, { readonly label: string; readonly meaning: string }> {
  return {
    focus: { label: l10n.t('focus'), meaning: l10n.t('only stacks with a match') },
    ignore: { label: l10n.t('ignore'), meaning: l10n.t('only stacks without a match') },
    hide: { label: l10n.t('hide'), meaning: l10n.t('remove matching frames from all stacks') },
    show: {
      label: l10n.t({ message: 'show', comment: ["pprof's filter"] }),
      meaning: l10n.t('only matching frames'),
    },
    showFrom: { label: l10n.t('show from'), meaning: l10n.t('remove the callers of the first match') },
    tagFocus: { label: l10n.t('tag focus'), meaning: l10n.t('only samples with a matching tag') },
    tagIgnore: { label: l10n.t('tag ignore'), meaning: l10n.t('only samples without a matching tag') },
  };
}

/** The filters in effect, each with a button that removes it, and a line to add more. */
export function FilterBar(props: {
  filters: FilterControl;
  facts: PageFacts;
  sampleType: number;
  engine: ProfileEngine;
}) {
  const { current, note, canUndo, changes } = props.filters;
  const own = useAnswer(props.engine, 'ownCode', 'whole profile');
  const labels = filterLabels();
  const chips = filterKinds.flatMap((kind) => current[kind].map((expression) => ({ kind, expression })));
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
              onClick={() => changes.remove(kind, expression)}
            />
          </li>
        ))}
      </ul>
      <OutsideSwitches {...props} />
      {own !== null && own.paths.length > 0 && (
        <QuietButton
          aria-pressed={current.myCode === true}
          title={l10n.t(
            'Below each function of yours one frame for each cause: allocation, map, lock, a library, ... Costs stay the same.',
          )}
          onClick={() => changes.foldBelowMine(current.myCode !== true)}
        >
          {l10n.t('My code')}
        </QuietButton>
      )}
      <FilterForm onAdd={(kind, expression) => changes.add(kind, expression)} />
      {filterPresets(own).map(({ kind, expression, label, meaning }) => (
        <button
          key={label}
          type="button"
          class="quiet-button"
          title={meaning}
          disabled={current[kind].includes(expression)}
          onClick={() => changes.add(kind, expression)}
        >
          {label}
        </button>
      ))}
      {chips.length > 1 && <QuietButton onClick={() => changes.clear()}>{l10n.t('Remove all')}</QuietButton>}
      {canUndo && (
        <QuietButton onClick={() => changes.undo()}>
          <Icon name="discard" />
          {l10n.t('Undo')}
        </QuietButton>
      )}
      <output class="filter-note">{note}</output>
      {chips.length === 0 && (
        <IconButton icon="close" label={l10n.t('Close the filters')} onClick={() => changes.setOpen(false)} />
      )}
    </section>
  );
}

/**
 * Keeps the focus in the bar. The button that removes a filter disappears with it, so the focus moves to the next
 * such button, or to the line for a new filter.
 */
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
      <Select
        label={l10n.t('Kind of filter')}
        choices={filterKinds.map((id) => ({ id, label: labels[id].label }))}
        value={kind}
        onChange={setKind}
      />
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
