import * as l10n from '@vscode/l10n';
import type { Outside } from '../../analysis/benchmark/timedLoop.ts';
import type { Result } from '../../base/result.ts';
import { type FilterKind, noFilters, withFilter, withoutFilter } from '../engine/filterList.ts';
import type { FilterFacts } from '../engine/questions.ts';
import type { Filters } from '../engine/scope.ts';
import { translated } from './format.ts';

/** The most changes that can be undone. */
const longestHistory = 100;

/** What the page shows of its filters. */
export interface FilterState {
  /** The filters in effect. The engine has accepted them. */
  readonly current: Filters;
  /** Why the last change was refused, or that the new filter matches nothing; empty if all is well. */
  readonly note: string;
  readonly canUndo: boolean;
}

/**
 * Changes the filters. The engine tries each change out before it takes effect; changes are tried one after the
 * other, so that two filters added at once both take effect.
 */
export class FilterChanges {
  #current: Filters;
  /** Filters that were in effect before, oldest first. */
  readonly #earlier: Filters[] = [];
  #queue: Promise<void> = Promise.resolve();
  /** Number of calls of `restore`. Changes that were queued before the last of them are dropped. */
  #restored = 0;

  /** @param onFailure is called when the engine itself fails, not when it refuses a filter */
  constructor(
    first: Filters,
    private readonly tryOut: (filters: Filters) => Promise<Result<FilterFacts>>,
    private readonly onChange: (state: FilterState) => void,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.#current = first;
  }

  add(kind: FilterKind, expression: string): void {
    this.#enqueue(() => this.#try(withFilter(this.#current, kind, expression), kind));
  }

  remove(kind: FilterKind, expression: string): void {
    this.#enqueue(() => this.#try(withoutFilter(this.#current, kind, expression)));
  }

  clear(): void {
    this.#enqueue(() => this.#try({ ...noFilters, unfolded: this.#current.unfolded }));
  }

  /** Unfolds what is outside of the timed loop, and folds the rest. */
  unfold(unfolded: readonly Outside[]): void {
    this.#enqueue(() => this.#try({ ...this.#current, unfolded }));
  }

  undo(): void {
    this.#enqueue(async () => {
      const filters = this.#earlier.pop();
      if (filters !== undefined) await this.#try(filters, null, false);
    });
  }

  /** Returns at once to filters that were in effect before. */
  restore(filters: Filters): void {
    if (filters === this.#current) return;
    this.#restored++;
    this.#remember();
    this.#settle(filters, '');
  }

  #enqueue(change: () => Promise<void>): void {
    const restored = this.#restored;
    this.#queue = this.#queue
      .then(() => (restored === this.#restored ? change() : undefined))
      .catch(this.onFailure);
  }

  /** @param added the kind of the filter that is new; `null` if none is */
  async #try(filters: Filters, added: FilterKind | null = null, canBeUndone = true): Promise<void> {
    const restored = this.#restored;
    const tried = await this.tryOut(filters);
    if (restored !== this.#restored) return;
    if (!tried.ok) {
      this.#settle(this.#current, translated(tried.problem));
      return;
    }
    if (canBeUndone) this.#remember();
    const matchesNothing = added !== null && tried.value.unmatched.includes(added);
    this.#settle(filters, matchesNothing ? l10n.t('It matches nothing.') : '');
  }

  #remember(): void {
    this.#earlier.push(this.#current);
    this.#earlier.splice(0, this.#earlier.length - longestHistory);
  }

  #settle(filters: Filters, note: string): void {
    this.#current = filters;
    this.onChange({ current: filters, note, canUndo: this.#earlier.length > 0 });
  }
}
