/** Where the texts beside lines stand: in columns, inside the part of the editor that can be seen. */

import { number, property } from '../../base/outsideValues.ts';

/** A line that has a text. */
export interface TextLine {
  /** 0-based. */
  readonly line: number;
  /** How wide its code is, in characters. */
  readonly end: number;
  /** How wide the first part of its text is, the cost. */
  readonly cost: number;
}

/** Lines that are closer to each other belong together: their costs stand below each other. */
const mostLinesBetween = 12;

/** A longer line does not move the texts of the lines around it to the right: its own stands behind it, out of the column. */
const longestInColumn = 72;

/** A wider cost does not move the others to the right either. It can be `1 in 30,000 ops`. */
const widestInColumn = 14;

/** Between the code and its text, in characters. */
const gap = 2;

/** A column moves at most so many characters, to stand below texts that have no room behind their code. */
const farthestToEdge = 16;

/**
 * Where the texts of lines begin. The costs of lines that are near one another end in the same column, so that they can be
 * read from top to bottom.
 *
 * @param lines in ascending order
 * @param edge of the visible code, in characters; `null` if it is not known. A text that would reach beyond it stands at
 *   the edge, see `textStyle`; then so do those around it, if it is not far
 * @returns in characters from the start of the code, one for each line
 */
export function textColumns(lines: readonly TextLine[], edge: number | null): number[] {
  const columns: number[] = [];
  for (let first = 0; first < lines.length; ) {
    let after = first;
    let [column, width] = [0, 0];
    for (let last = lines[first]; last !== undefined; ) {
      if (last.end <= longestInColumn) column = Math.max(column, last.end);
      if (last.cost <= widestInColumn) width = Math.max(width, last.cost);
      after++;
      const next = lines[after];
      last = next !== undefined && next.line - last.line <= mostLinesBetween ? next : undefined;
    }
    const group = lines.slice(first, after);
    const toEdge = edge === null ? 0 : edge - (column + gap + width);
    if (edge !== null && toEdge > 0 && toEdge <= farthestToEdge) {
      if (group.some(({ end, cost }) => end > column && end + gap + cost > edge)) column = edge;
    }
    for (const { end, cost } of group) {
      const inColumn = Math.max(column, column + width - cost);
      columns.push((end > column ? end : inColumn) + gap);
    }
    first = after;
  }
  return columns;
}

/** How wide the first part of a text is. */
export function costWidth(text: string): number {
  return text.split(' ', 1)[0]?.length ?? 0;
}

/** Characters that editors draw in the width of two: those of East Asia, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How wide a line of code is drawn, in characters. */
export function drawnWidth(code: string, tabSize: number): number {
  let width = 0;
  for (const character of code) {
    if (character === '\t') width += tabSize - (width % tabSize);
    else width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/**
 * The widths of the groups of editors in pixels, in the order of their columns, from what the command
 * `vscode.getEditorLayout` answers. `null` for a width that it does not tell: where all groups stand below each other.
 *
 * @param layout `orientation` 0 for groups side by side, 1 for groups below each other. Groups in groups stand the other
 *   way. `size` is the width or the height of a group, depending on how it stands.
 */
export function groupWidths(layout: unknown): (number | null)[] {
  const widths: (number | null)[] = [];
  const visit = (groups: unknown, areSideBySide: boolean, around: number | null): void => {
    if (!Array.isArray(groups)) return;
    for (const group of groups) {
      const width = areSideBySide ? (number(property(group, 'size')) ?? null) : around;
      const inner = property(group, 'groups');
      if (inner === undefined) widths.push(width);
      else visit(inner, !areSideBySide, width);
    }
  };
  visit(property(layout, 'groups'), property(layout, 'orientation') === 0, null);
  return widths;
}

/** Lengths in an editor, in pixels, but for the line numbers, whose width is that of their digits. */
export interface EditorMeasures {
  /** Of the whole editor. */
  readonly width: number;
  readonly lineHeight: number;
  readonly fontSize: number;
  /** How many icons stand beside each other before the line numbers: 0 without that margin, 2 where a breakpoint is beside a mark. */
  readonly glyphLanes: number;
  readonly hasFolding: boolean;
  /** 0 for no line numbers. */
  readonly lineNumberDigits: number;
  /** 0 for no minimap. */
  readonly minimapColumns: number;
  readonly scrollbarWidth: number;
}

/** The width of the part of an editor in which code is seen. */
export interface CodeRoom {
  /** As a length in CSS, up to a character less than what VS Code gives to the code. */
  readonly length: string;
  /** About how many characters that is. */
  readonly characters: number;
}

/**
 * What VS Code's `EditorLayoutInfoComputer` leaves for the code. An extension is not told how wide characters are, which
 * decides about the widths of line numbers and minimap; so the minimap counts as a little wider than it is.
 */
export function codeRoom(measures: EditorMeasures): CodeRoom {
  const { width, fontSize, lineNumberDigits, minimapColumns } = measures;
  const [narrow, usual] = [fontSize * 0.55, fontSize * 0.6];
  const decorations = measures.hasFolding ? 26 : 10;
  const glyphs = measures.glyphLanes * measures.lineHeight;
  const numbersAndCode = width - glyphs - decorations - measures.scrollbarWidth;
  const shared = Math.ceil((numbersAndCode - lineNumberDigits * narrow) / (narrow + 1));
  const minimap = minimapColumns === 0 ? 0 : Math.min(minimapColumns, shared) + 8;
  const pixels = Math.floor(numbersAndCode - minimap);
  return {
    length: `(${pixels}px - ${lineNumberDigits}ch)`,
    characters: Math.floor(pixels / usual) - lineNumberDigits,
  };
}

/** A text over the code leaves so many characters of the code in sight, or does not stand there. */
const leastCode = 16;

/** Room that the caret has beside a text over the code, in characters. */
const besideCaret = 4;

/** The style of a text behind the code. */
export interface TextStyle {
  readonly style: string;
  /** It may stand over code: it needs a ground. */
  readonly isOverCode: boolean;
}

/**
 * Places a text in a column, out of the flow, so that the line's length does not move it. Where the column is out of
 * sight, the text stands at the right edge of what is seen, over the code. There is always room for its first part; the
 * others wrap out of sight if they have none.
 *
 * A text gives way, and then stands behind the code in any case, if hardly any code would be left in sight, or if the
 * user writes where it would stand.
 *
 * @param column in characters
 * @param text see `LineAnnotation`
 * @param room `null` if it is not known
 * @param caret the farthest column of a caret in the line; 0 if there is none
 */
export function textStyle(column: number, text: string, room: CodeRoom | null, caret: number): TextStyle {
  const cost = costWidth(text);
  const edge = room === null ? 0 : room.characters - cost - 2;
  if (room === null || edge < Math.max(leastCode, caret + besideCaret)) {
    return {
      style: `position:absolute;left:${column}ch;padding-left:1ch;white-space:pre;pointer-events:none`,
      isOverCode: false,
    };
  }
  const { length, characters } = room;
  const left = `min(${column}ch,${length} - ${cost + 1}ch)`;
  const width = `max(${length} - ${column + 1}ch,${cost}ch)`;
  return {
    // To the right it reaches below the minimap, so that no rest of the code is seen there.
    style: `position:absolute;left:calc(${left});width:calc(${width});padding:0 4ch 0 1ch;height:100%;overflow:hidden;white-space:normal;pointer-events:none`,
    isOverCode: column + text.length + 2 > characters,
  };
}
