import { append } from '../../../base/lists.ts';
import type { Listing } from '../../engine/questions.ts';
import type { Cost, TimedCost } from '../../engine/scope.ts';

/** A row of a function's listing. */
export type ListingRow =
  | ({
      readonly kind: 'line';
      readonly line: number;
      /** `null` where the source is not known. */
      readonly text: string | null;
    } & TimedCost)
  /** Lines without a cost that are left out until the user asks for them. `last` is one of them. */
  | { readonly kind: 'fold'; readonly first: number; readonly last: number };

/** Lines that are shown before and after a line with a cost. */
const context = 3;
/** Fewer lines than this are shown rather than left out. */
const shortestFold = 4;

/**
 * The rows of a listing: its lines with their text. Lines far from any cost, and not the first line, are folded.
 * Where there is no text, or the text ends too early, only the lines with a cost are rows.
 *
 * @param text the lines of the file, beginning with line 1
 * @param unfolded first lines of the folds that are open
 */
export function listingRows(
  { start, end, lines }: Pick<Listing, 'start' | 'end' | 'lines'>,
  text: readonly string[] | null,
  unfolded: ReadonlySet<number>,
): ListingRow[] {
  const costs = new Map(lines.map((cost) => [cost.line, cost]));
  const row = (line: number): ListingRow => {
    const cost = costs.get(line) ?? { flat: 0, cum: 0 };
    return { ...cost, kind: 'line', line, text: text?.[line - 1] ?? null };
  };
  const last = Math.min(end, text?.length ?? 0);
  const outside = lines.map(({ line }) => line).filter((line) => line < start || line > last);
  const rows = outside.filter((line) => line < start).map(row);
  let line = start;
  while (line <= last) {
    // The first line has the function's name: it is always shown.
    const fold = line === start ? line : foldFrom(line, last, costs);
    if (fold - line >= shortestFold && !unfolded.has(line)) {
      rows.push({ kind: 'fold', first: line, last: fold - 1 });
    } else {
      for (let inside = line; inside < fold; inside++) rows.push(row(inside));
    }
    line = fold;
    if (line <= last) rows.push(row(line++));
  }
  append(rows, outside.filter((line) => line >= start).map(row));
  return rows;
}

/** The first line at or after `line` that is near a cost; `last + 1` if there is none. */
function foldFrom(line: number, last: number, costs: ReadonlyMap<number, unknown>): number {
  let near = line;
  while (near <= last && !isNearCost(near, costs)) near++;
  return near;
}

function isNearCost(line: number, costs: ReadonlyMap<number, unknown>): boolean {
  for (let other = line - context; other <= line + context; other++) if (costs.has(other)) return true;
  return false;
}

/**
 * The attributes that colour a row by its share of the largest cost.
 *
 * @param isUncertain the samples do not bear a difference of the function
 */
export function heatOf({ flat, cum }: Cost, hottest: number, isUncertain: boolean) {
  const heat = hottest === 0 ? 0 : Math.sqrt(Math.abs(cum) / hottest);
  const change = isUncertain ? 'uncertain' : cum < 0 ? 'shrunk' : '';
  // Of a difference, cum may be 0 beside a flat that is not.
  const classes = flat === 0 && cum === 0 ? [] : [heat > 0 ? 'costs' : '', change];
  return {
    style: { '--heat-share': `${Math.round(100 * heat)}%` },
    class: classes.filter((each) => each !== '').join(' '),
  };
}
