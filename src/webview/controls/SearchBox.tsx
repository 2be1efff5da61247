import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import type { SearchText } from '../engine/scope.ts';
import { Icon, IconButton } from './Icon.tsx';

/** What a search has found, or what is wrong with it, in words. */
export interface SearchOutcome {
  readonly isProblem: boolean;
  readonly text: string;
}

/** The search field, with its switches and the outcome of the search. */
export function SearchBox(props: {
  search: SearchText;
  outcome: SearchOutcome | null;
  inputRef: RefObject<HTMLInputElement | null>;
  onSearch: (search: SearchText) => void;
  /** The user goes to the next (1) or the previous (-1) match. */
  onStep: (step: 1 | -1) => void;
  /** The user presses Escape in the empty field. */
  onLeave: () => void;
}) {
  const { search, outcome, onSearch } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') props.onStep(event.shiftKey ? -1 : 1);
    else if (event.key !== 'Escape') return;
    else if (search.text === '') props.onLeave();
    else onSearch({ ...search, text: '' });
    event.preventDefault();
  };
  return (
    <search class="search">
      <div class="search-field">
        <Icon name="search" />
        <input
          ref={props.inputRef}
          type="text"
          class="search-input"
          placeholder={l10n.t('Search functions and files')}
          aria-label={l10n.t('Search functions and files')}
          aria-describedby="search-outcome"
          aria-invalid={outcome?.isProblem ?? false}
          spellcheck={false}
          autocomplete="off"
          value={search.text}
          onInput={(event) => onSearch({ ...search, text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon="case-sensitive"
          label={l10n.t('Match case')}
          pressed={search.matchCase}
          onClick={() => onSearch({ ...search, matchCase: !search.matchCase })}
        />
        <IconButton
          icon="regex"
          label={l10n.t('Regular expression')}
          pressed={search.regExp}
          onClick={() => onSearch({ ...search, regExp: !search.regExp })}
        />
      </div>
      <output id="search-outcome" class={outcome?.isProblem ? 'search-outcome problem' : 'search-outcome'}>
        {outcome?.text ?? ''}
      </output>
    </search>
  );
}
