import { useMemo, useState } from 'preact/hooks';
import type { Outside } from '../../analysis/benchmark/timedLoop.ts';
import { type FilterKind, hasFilters } from '../engine/filterList.ts';
import type { ProfileEngine } from '../engine/profileEngine.ts';
import type { Filters } from '../engine/scope.ts';
import { FilterChanges, type FilterState } from './filterChanges.ts';

export interface FilterControl extends FilterState {
  /** The user has opened the filter bar, or changed a filter since. */
  readonly isOpen: boolean;
  /** The filter bar is shown: it is open, or has something to show. */
  readonly isShown: boolean;
  setOpen(isOpen: boolean): void;
  add(kind: FilterKind, expression: string): void;
  remove(kind: FilterKind, expression: string): void;
  clear(): void;
  unfold(unfolded: readonly Outside[]): void;
  undo(): void;
  /** Returns at once to filters that were in effect before. */
  restore(filters: Filters): void;
}

/** The filters of the page, and whether their bar is open. */
export function useFilters(
  engine: ProfileEngine,
  first: Filters,
  onFailure: (error: unknown) => void,
): FilterControl {
  const [state, setState] = useState<FilterState>({ current: first, note: '', canUndo: false });
  const [isOpen, setOpen] = useState(false);
  const changes = useMemo(
    () => new FilterChanges(first, (filters) => engine.ask('filter', filters), setState, onFailure),
    [engine],
  );
  return {
    ...state,
    isOpen,
    isShown: isOpen || hasFilters(state.current) || state.note !== '',
    setOpen,
    add: (kind, expression) => {
      setOpen(true);
      changes.add(kind, expression);
    },
    // The bar stays open without any filter, so that the user can undo.
    remove: (kind, expression) => {
      setOpen(true);
      changes.remove(kind, expression);
    },
    clear: () => {
      setOpen(true);
      changes.clear();
    },
    unfold: (unfolded) => changes.unfold(unfolded),
    undo: () => changes.undo(),
    restore: (filters) => changes.restore(filters),
  };
}
