import * as l10n from '@vscode/l10n';
import { useRef, useState } from 'preact/hooks';
import { type FilterKind, noFilters, withFilter, withoutFilter } from '../engine/filterList.ts';
import type { Filters, ProfileEngine } from '../engine/questions.ts';
import { translated } from './format.ts';

/** Most steps that can be undone. */
const longestHistory = 100;

export interface FilterControl {
  /** Those in effect: the engine has found them good. */
  readonly current: Filters;
  /** Why the last one was not added, or what it did not match; empty if all is well. */
  readonly note: string;
  readonly canUndo: boolean;
  add(kind: FilterKind, expression: string): void;
  remove(kind: FilterKind, expression: string): void;
  clear(): void;
  undo(): void;
  /** Goes back, at once, to filters that were in effect before. */
  restore(filters: Filters): void;
}

/** The filters, tried out on the profile before they take effect. */
export function useFilters(
  engine: ProfileEngine,
  first: Filters,
  onFailure: (error: unknown) => void,
): FilterControl {
  const [current, setCurrent] = useState(first);
  const [note, setNote] = useState('');
  const history = useRef<Filters[]>([]);
  /** Those in effect, whenever asked; `current` is as of the last drawing. */
  const inEffect = useRef(first);
  /** Changes are tried out one after the other: who adds two at once means both. */
  const changes = useRef<Promise<void>>(Promise.resolve());
  /** How often there was a way back, which leaves behind what is still to be tried out. */
  const turn = useRef(0);

  const settle = (filters: Filters) => {
    inEffect.current = filters;
    setCurrent(filters);
  };
  const remember = (filters: Filters) => {
    history.current.push(filters);
    history.current.splice(0, history.current.length - longestHistory);
  };
  const tryOut = async (filters: Filters, added: string | null, remembers: boolean) => {
    const mine = turn.current;
    const outcome = await engine.ask('filter', filters);
    if (mine !== turn.current) return;
    if (!outcome.ok) {
      setNote(translated(outcome.problem));
      return;
    }
    if (remembers) remember(inEffect.current);
    const matchesNothing = added !== null && outcome.value.unmatched.includes(added);
    setNote(matchesNothing ? l10n.t('It matches nothing.') : '');
    settle(filters);
  };
  const change = (work: () => Promise<void>) => {
    const mine = turn.current;
    changes.current = changes.current
      .then(() => (mine === turn.current ? work() : undefined))
      .catch(onFailure);
  };
  return {
    current,
    note,
    canUndo: history.current.length > 0,
    add: (kind, expression) =>
      change(() => tryOut(withFilter(inEffect.current, kind, expression), kind, true)),
    remove: (kind, expression) =>
      change(() => tryOut(withoutFilter(inEffect.current, kind, expression), null, true)),
    clear: () => change(() => tryOut(noFilters, null, true)),
    undo: () =>
      change(async () => {
        const previous = history.current.pop();
        if (previous !== undefined) await tryOut(previous, null, false);
      }),
    restore: (filters) => {
      if (filters === inEffect.current) return;
      turn.current++;
      remember(inEffect.current);
      setNote('');
      settle(filters);
    },
  };
}
