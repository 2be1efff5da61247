import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Questions } from '../engine/questions.ts';
import { type TableQuestion, tableSorts } from '../engine/tableQuestions.ts';
import type { ValueFormat } from '../view/format.ts';
import type { TabProps } from '../view/tabProps.ts';
import { useAnswer } from '../view/useAnswer.ts';
import type { GridOrder } from './column.ts';
import { type RowRange, tableRowHeight, useVisibleRows } from './useVisibleRows.ts';

/** One of the engine's tables. */
export interface AskedTable<K extends 'table' | 'peek'> {
  readonly kind: K;
  /** The question for some of its rows; `null` as long as it cannot be asked. */
  readonly question: (rows: RowRange) => Questions[K]['question'] | null;
  /** Everything besides the rows that the question depends on. */
  readonly inputs: readonly unknown[];
  /** The key of the grid, where the grid has one: a new grid scrolls with a new element. */
  readonly gridKey?: string;
}

/** The rows in sight of a table, and the element that scrolls them: what a grid needs. */
export function useTableRows<K extends 'table' | 'peek'>(
  { engine, onFailure }: Pick<TabProps, 'engine' | 'onFailure'>,
  { kind, question, inputs, gridKey }: AskedTable<K>,
): {
  readonly table: Questions[K]['answer'] | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMemo(tableRowHeight, []);
  const rows = useVisibleRows(scroller, rowHeight, gridKey);
  const asked = useMemo(() => question(rows), [...inputs, rows]);
  const table = useAnswer(engine, kind, asked, asked, onFailure);
  return { table, scroller, rowHeight };
}

/** The order in which the engine is asked for rows. */
type AskedOrder = Pick<TableQuestion, 'sort' | 'reverse'>;

/** At first the largest flat value comes first, as in pprof. */
const pprofOrder: AskedOrder = { sort: 'flat', reverse: false };
const operationOrder: AskedOrder = { sort: 'flat-op', reverse: false };

/** The order of a table that the user can sort. */
export function useTableOrder({ isOfOperations }: Pick<ValueFormat, 'isOfOperations'>): {
  readonly asked: AskedOrder;
  readonly sorting: { readonly order: GridOrder; readonly onSort: (by: string) => void };
} {
  const [chosen, choose] = useState<AskedOrder | null>(null);
  const asked = chosen ?? (isOfOperations ? operationOrder : pprofOrder);
  // Unless it is reversed, names are in ascending order, costs in descending order.
  const order = { by: asked.sort, isAscending: (asked.sort === 'name') !== asked.reverse };
  return { asked, sorting: { order, onSort: (by) => choose(sortedBy(asked, by)) } };
}

/** The order after a click on a column: the column's own, or reversed if the table has that order already. */
export function sortedBy(now: AskedOrder, by: string): AskedOrder {
  const sort = tableSorts.find((each) => each === by) ?? now.sort;
  return { sort, reverse: now.sort === sort && !now.reverse };
}
