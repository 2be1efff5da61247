import type { Direction } from '../../view/savedView.ts';

/** Height of a row in CSS pixels, the gap below it included. */
export const rowHeight = 20;

/** The places of rows within the whole height of the graph, of which only a part may be in sight. */
export class RowLayout {
  /** Height of the graph in CSS pixels: at least that of the element that shows it. */
  readonly height: number;

  constructor(
    readonly direction: Direction,
    rows: number,
    shownHeight: number,
  ) {
    this.height = Math.max(rows * rowHeight, shownHeight);
  }

  top(row: number): number {
    return this.direction === 'down' ? row * rowHeight : this.height - (row + 1) * rowHeight;
  }

  /** The row at a distance from the top. The picture may have no such row. */
  at(y: number): number {
    return Math.floor((this.direction === 'down' ? y : this.height - y) / rowHeight);
  }

  /** The first and the last row with a part between two distances from the top. */
  between(top: number, bottom: number): { first: number; last: number } {
    const [one, other] = [this.at(top), this.at(bottom)];
    return { first: Math.max(0, Math.min(one, other)), last: Math.max(one, other) };
  }
}
