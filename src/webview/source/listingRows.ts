import type { Listing } from '../engine/questions.ts';

/** A row of a function's listing. */
export type ListingRow =
  | {
      readonly kind: 'line';
      readonly line: number;
      /** `null` where the source is not there. */
      readonly text: string | null;
      readonly flat: number;
      readonly cum: number;
    }
  /** Lines that cost nothing, left out until asked for. */
  | { readonly kind: 'fold'; readonly first: number; readonly last: number };

/** Lines shown before and after a line that costs. */
const context = 3;
/** Fewer lines than this are not worth leaving out. */
const shortestFold = 4;

/**
 * The rows of a listing: its lines with their text, those far from any cost and from the beginning folded. Without a text only the lines that
 * cost; so, too, lines that the text does not have.
 *
 * @param text The lines of the file, from its first.
 * @param unfolded First lines of the folds that are opened.
 */
export function listingRows(
  { start, end, lines }: Pick<Listing, 'start' | 'end' | 'lines'>,
  text: readonly string[] | null,
  unfolded: ReadonlySet<number>,
): ListingRow[] {
  const costs = new Map(lines.map((cost) => [cost.line, cost]));
  const row = (line: number): ListingRow => {
    const { flat = 0, cum = 0 } = costs.get(line) ?? {};
    return { kind: 'line', line, text: text?.[line - 1] ?? null, flat, cum };
  };
  const last = Math.min(end, text?.length ?? 0);
  const outside = lines.map(({ line }) => line).filter((line) => line < start || line > last);
  const rows = outside.filter((line) => line < start).map(row);
  let line = start;
  while (line <= last) {
    // The first line says what function it is.
    const fold = line === start ? line : foldFrom(line, last, costs);
    if (fold - line >= shortestFold && !unfolded.has(line)) {
      rows.push({ kind: 'fold', first: line, last: fold - 1 });
    } else {
      for (let inside = line; inside < fold; inside++) rows.push(row(inside));
    }
    line = fold;
    if (line <= last) rows.push(row(line++));
  }
  rows.push(...outside.filter((line) => line >= start).map(row));
  return rows;
}

/** The first line from `line` on that is near a cost; `last + 1` if none is. */
function foldFrom(line: number, last: number, costs: ReadonlyMap<number, unknown>): number {
  let near = line;
  while (near <= last && !isNearCost(near, costs)) near++;
  return near;
}

function isNearCost(line: number, costs: ReadonlyMap<number, unknown>): boolean {
  for (let other = line - context; other <= line + context; other++) if (costs.has(other)) return true;
  return false;
}
