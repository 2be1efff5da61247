import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { Outside } from '../../analysis/benchmark/timedLoop.ts';
import { type Result, sentence } from '../../base/result.ts';
import { noFilters, withFilter, withoutFilter } from '../engine/filterList.ts';
import type { FilterFacts, ProfileEngine } from '../engine/questions.ts';
import type { FilterKind, Filters } from '../engine/scope.ts';

/** The most changes that can be undone. */
const longestHistory = 100;

/** What the page shows of its filters. */
export interface FilterState {
  /** The filters in effect. The engine has accepted them. */
  readonly current: Filters;
  /** Why the last change was refused, or that the new filter matches nothing; empty if all is well. */
  readonly note: string;
  readonly canUndo: boolean;
  /** The user has opened the filter bar, or changed a filter since. */
  readonly isOpen: boolean;
}

/** The filters of the page, and what changes them. */
export interface FilterControl extends FilterState {
  readonly changes: FilterChanges;
}

export function useFilters(engine: ProfileEngine, first: Filters): FilterControl {
  const [state, setState] = useState(() => firstState(first));
  const changes = useMemo(
    () => new FilterChanges(first, (filters) => engine.ask('filter', filters), setState),
    [engine],
  );
  return { ...state, changes };
}

function firstState(current: Filters): FilterState {
  return { current, note: '', canUndo: false, isOpen: false };
}

/**
 * Changes the filters. The engine tries each change out before it takes effect; changes are tried one after the
 * other, so that two filters added at once both take effect.
 */
export class FilterChanges {
  #state: FilterState;
  /** Filters that were in effect before, oldest first. */
  readonly #earlier: Filters[] = [];
  #queue: Promise<void> = Promise.resolve();
  /** Number of calls of `restore`. Changes that were queued before the last of them are dropped. */
  #restored = 0;

  constructor(
    first: Filters,
    private readonly tryOut: (filters: Filters) => Promise<Result<FilterFacts>>,
    private readonly onChange: (state: FilterState) => void,
  ) {
    this.#state = firstState(first);
  }

  setOpen(isOpen: boolean): void {
    this.#set({ isOpen });
  }

  add(kind: FilterKind, expression: string): void {
    this.#change((now) => withFilter(now, kind, expression), kind);
  }

  remove(kind: FilterKind, expression: string): void {
    this.#change((now) => withoutFilter(now, kind, expression));
  }

  clear(): void {
    this.#change(({ unfolded, myCode }) => ({
      ...noFilters,
      unfolded,
      ...(myCode === true ? { myCode } : {}),
    }));
  }

  /** Folds what is below the user's own code into one frame for each cause, or unfolds it. */
  foldBelowMine(myCode: boolean): void {
    this.#change(({ myCode: _, ...now }) => (myCode ? { ...now, myCode } : now));
  }

  /** Unfolds what is outside of the timed loop, and folds the rest. */
  unfold(unfolded: readonly Outside[]): void {
    this.#enqueue(() => this.#try({ ...this.#state.current, unfolded }));
  }

  undo(): void {
    this.#enqueue(async () => {
      const filters = this.#earlier.pop();
      if (filters !== undefined) await this.#try(filters, null, false);
    });
  }

  /** Returns at once to filters that were in effect before. */
  restore(filters: Filters): void {
    if (filters === this.#state.current) return;
    this.#restored++;
    this.#remember();
    this.#settle(filters, '');
  }

  /** The bar stays open without any filter, so that the user can undo. */
  #change(change: (now: Filters) => Filters, added: FilterKind | null = null): void {
    this.setOpen(true);
    this.#enqueue(() => this.#try(change(this.#state.current), added));
  }

  #enqueue(change: () => Promise<void>): void {
    const restored = this.#restored;
    this.#queue = this.#queue.then(() => (restored === this.#restored ? change() : undefined));
  }

  /** @param added the kind of the filter that is new; `null` if none is */
  async #try(filters: Filters, added: FilterKind | null = null, canBeUndone = true): Promise<void> {
    const restored = this.#restored;
    const tried = await this.tryOut(filters);
    if (restored !== this.#restored) return;
    if (!tried.ok) return this.#settle(this.#state.current, sentence(tried.problem));
    if (canBeUndone) this.#remember();
    const matchesNothing = added !== null && tried.value.unmatched.includes(added);
    this.#settle(filters, matchesNothing ? l10n.t('It matches nothing.') : '');
  }

  #remember(): void {
    this.#earlier.push(this.#state.current);
    this.#earlier.splice(0, this.#earlier.length - longestHistory);
  }

  #settle(current: Filters, note: string): void {
    this.#set({ current, note, canUndo: this.#earlier.length > 0 });
  }

  #set(part: Partial<FilterState>): void {
    this.#state = { ...this.#state, ...part };
    this.onChange(this.#state);
  }
}
