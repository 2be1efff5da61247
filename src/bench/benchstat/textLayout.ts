/** Lays out text in columns as benchstat does: with cells that span columns, margins, and columns of a fixed width. */
import { codePoints } from '../../goText/text.ts';

export type Alignment = 'left' | 'center' | 'right';

interface LayoutCell {
  readonly row: number;
  readonly column: number;
  readonly span: number;
  readonly text: string;
  /** Written before the text, right-aligned in the widest margin of its column. */
  readonly margin: string;
  readonly alignment: Alignment;
}

/** A table to which cells are added from left to right, and rows from top to bottom. */
export class TextLayout {
  readonly #cells: LayoutCell[] = [];
  /** Columns that are as wide as their own cells. A cell that spans them widens other columns. */
  readonly #fixed = new Set<number>();
  #row = 0;
  #column = 0;
  #columns = 0;

  /** Starts a new row, unless the table is still empty. */
  startRow(): void {
    if (this.#cells.length > 0) this.#row++;
    this.#column = 0;
  }

  /** Continues at a column further to the right. */
  moveTo(column: number): void {
    this.#column = column;
  }

  /** Cells that span these columns do not widen them. */
  fixWidth(from: number, to: number): void {
    for (let column = from; column < to; column++) this.#fixed.add(column);
  }

  /** Adds a cell. Cells with text are separated by a space, unless a margin is given. */
  add(text: string, options: { span?: number; alignment?: Alignment; margin?: string } = {}): void {
    const defaultMargin = this.#column === 0 || text === '' ? '' : ' ';
    const { span = 1, alignment = 'left', margin = defaultMargin } = options;
    this.#cells.push({ row: this.#row, column: this.#column, span, text, margin, alignment });
    this.#column += span;
    this.#columns = Math.max(this.#columns, this.#column);
  }

  /** The table; every line ends with a line break. */
  render(): string {
    const margins = this.#margins();
    const offsets = offsetsOf(this.#widths(margins));
    let text = '';
    let row = 0;
    let at = 0;
    for (const cell of this.#cells) {
      // Empty cells are skipped, so that lines do not end in spaces.
      if (cell.text.trim() === '' && cell.margin.trim() === '') continue;
      for (; row < cell.row; row++) {
        text += '\n';
        at = 0;
      }
      const margin = margins[cell.column]!;
      const spaces = offsets[cell.column]! - at;
      // This is negative after text that did not fit its columns. benchstat prints as many spaces in this case.
      text += ' '.repeat(Math.abs(spaces)) + cell.margin.padStart(margin);
      const width = offsets[cell.column + cell.span]! - offsets[cell.column]! - margin;
      const aligned = align(cell.text, cell.alignment, width);
      text += aligned;
      at += spaces + margin + codePoints(aligned);
    }
    return this.#cells.length > 0 ? `${text}\n` : text;
  }

  #margins(): number[] {
    const margins: number[] = new Array(this.#columns).fill(0);
    for (const { column, margin } of this.#cells) {
      margins[column] = Math.max(margins[column]!, codePoints(margin));
    }
    return margins;
  }

  /** Widths with margins. Cells of one column come first, because they decide how much cells of several columns must add. */
  #widths(margins: readonly number[]): number[] {
    const widths: number[] = new Array(this.#columns).fill(0);
    for (const { column, span, text } of [...this.#cells].sort((a, b) => a.span - b.span)) {
      const width = codePoints(text) + margins[column]!;
      if (span === 1) widths[column] = Math.max(widths[column]!, width);
      else this.#widen(widths, column, span, width);
    }
    return widths;
  }

  /**
   * Makes columns together at least `needed` wide. All get the same share, but a column that is wider already keeps its
   * width. Therefore the widest column comes first, and each leaves the rest to the others.
   */
  #widen(widths: number[], start: number, span: number, needed: number): void {
    const columns = Array.from({ length: span }, (_, i) => start + i);
    if (columns.reduce((sum, column) => sum + widths[column]!, 0) >= needed) return;
    let rest = needed;
    for (const column of columns) if (this.#fixed.has(column)) rest -= widths[column]!;
    const growing = columns.filter((column) => !this.#fixed.has(column));
    growing.sort((a, b) => widths[b]! - widths[a]!);
    for (const [i, column] of growing.entries()) {
      const share = Math.ceil(rest / (growing.length - i));
      widths[column] = Math.max(widths[column]!, share);
      rest -= widths[column]!;
    }
  }
}

/** The start of each column, and the end of the last one. */
function offsetsOf(widths: readonly number[]): number[] {
  const offsets = [0];
  for (const width of widths) offsets.push(offsets.at(-1)! + width);
  return offsets;
}

function align(text: string, alignment: Alignment, width: number): string {
  const free = Math.max(0, width - codePoints(text));
  if (alignment === 'left') return text;
  return ' '.repeat(alignment === 'center' ? Math.floor(free / 2) : free) + text;
}
