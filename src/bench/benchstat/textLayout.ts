/** Lays out text in columns as benchstat's tables are: cells that span columns, margins, columns that do not grow. */
import { codePoints } from '../../goText/text.ts';

export type Alignment = 'left' | 'center' | 'right';

interface LayoutCell {
  readonly row: number;
  readonly column: number;
  readonly span: number;
  readonly text: string;
  /** Stands before the text, right-aligned in the widest margin of its column. */
  readonly margin: string;
  readonly alignment: Alignment;
}

/** A table in the making: cells are added from left to right, rows from top to bottom. */
export class TextLayout {
  readonly #cells: LayoutCell[] = [];
  /** Columns as wide as their own cells; one that spans them widens others. */
  readonly #fixed = new Set<number>();
  #row = 0;
  #column = 0;
  #columns = 0;

  /** Starts a new row, unless there is none yet. */
  startRow(): void {
    if (this.#cells.length > 0) this.#row++;
    this.#column = 0;
  }

  /** Goes on at a column further right. */
  moveTo(column: number): void {
    this.#column = column;
  }

  /** Keeps columns from being widened by what spans them. */
  fixWidth(from: number, to: number): void {
    for (let column = from; column < to; column++) this.#fixed.add(column);
  }

  /** Adds a cell. Cells that say something are a space apart, unless a margin is given. */
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
      // Nothing at the end of a line is worth trailing spaces.
      if (cell.text.trim() === '' && cell.margin.trim() === '') continue;
      for (; row < cell.row; row++) {
        text += '\n';
        at = 0;
      }
      const margin = margins[cell.column]!;
      const spaces = offsets[cell.column]! - at;
      // Text that did not fit its columns makes this negative; benchstat prints as many spaces then, too.
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

  /** Widths with margins. Narrow cells come first: the widths they need decide what wider ones have to add. */
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
   * Makes columns together at least `needed` wide. They share what is needed evenly, except that those already
   * wider than their share stay as they are: hence the widest first, each leaving the rest to the others.
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

/** Where each column starts, and where the last one ends. */
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
