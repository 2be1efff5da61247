import { useMemo, useRef, useState } from 'preact/hooks';
import type { ProfileEngine, Questions } from '../engine/questions.ts';
import { type TableQuestion, tableSorts } from '../engine/tableQuestions.ts';
import type { ValueFormat } from '../view/format.ts';
import { useAnswer } from '../view/useAnswer.ts';
import { type RowRange, tableRowHeight, useVisibleRows } from './useVisibleRows.ts';

/**
 * The rows in sight of one of the engine's tables, and the element that scrolls them: what a grid needs.
 *
 * @param question for some of its rows; `null` as long as it cannot be asked
 * @param gridKey the key of the grid, where the grid has one: a new grid scrolls with a new element
 */
export function useTableRows<K extends 'table' | 'peek' | 'tree'>(
  engine: ProfileEngine,
  kind: K,
  question: (rows: RowRange) => Questions[K]['question'] | null,
  gridKey?: string,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMemo(tableRowHeight, []);
  const rows = useVisibleRows(scroller, rowHeight, gridKey);
  const table = useAnswer(engine, kind, question(rows));
  return { table, scroller, rowHeight };
}

/** The order in which the engine is asked for rows. */
type AskedOrder = Pick<TableQuestion, 'sort' | 'reverse'>;

/** At first the largest flat value comes first, as in pprof. */
const pprofOrder: AskedOrder = { sort: 'flat', reverse: false };
const operationOrder: AskedOrder = { sort: 'flat-op', reverse: false };

export function useTableOrder({ isOfOperations }: ValueFormat) {
  const [chosen, choose] = useState<AskedOrder | null>(null);
  const asked = chosen ?? (isOfOperations ? operationOrder : pprofOrder);
  // Unless it is reversed, names are in ascending order, costs in descending order.
  const order = { by: asked.sort, isAscending: (asked.sort === 'name') !== asked.reverse };
  return { asked, sorting: { order, onSort: (by: string) => choose(sortedBy(asked, by)) } };
}

/** The order after a click on a column: the column's own, or reversed if the table has that order already. */
function sortedBy(now: AskedOrder, by: string): AskedOrder {
  const sort = tableSorts.find((each) => each === by) ?? now.sort;
  return { sort, reverse: now.sort === sort && !now.reverse };
}
