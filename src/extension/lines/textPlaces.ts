/** Which text stands behind which line, and how far behind its code. Nothing here knows how wide an editor is. */

import type { LineAnnotation } from '../../protocol.ts';

interface TextLine {
  /** 0-based. */
  readonly line: number;
  /** How wide its code is, in characters. */
  readonly end: number;
  /** How wide the first part of its text is, the cost. */
  readonly cost: number;
}

/** Lines that are closer to each other belong together: their costs stand below each other. */
const mostLinesBetween = 12;

/**
 * A longer line does not move the texts of the lines around it to the right: its own stands behind it, out of the column. At a
 * zoom of 150%, or beside a second side bar, 53 columns are in view of a window 1280 pixels wide: the costs shall be among them.
 */
const longestInColumn = 40;

/**
 * What is in view beside the Explorer in a window 1280 pixels wide. Of a text that goes on, the edge would leave `5` of `50%`.
 */
const columnsInView = 88;

/** A wider cost does not move the others to the right either. It can be `1 in 30,000 ops`. */
const widestInColumn = 14;

/** Between the code and its text, in characters. */
const gap = 2;

/**
 * How far the texts of lines stand behind their code. The costs of lines that are near one another end in the same column, so
 * that they can be read from top to bottom.
 *
 * @param lines in ascending order
 * @returns in characters, one for each line
 */
export function textMargins(lines: readonly TextLine[]): number[] {
  const margins: number[] = [];
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
    for (const { end, cost } of lines.slice(first, after)) {
      margins.push(end > column ? gap : column - end + Math.max(0, width - cost) + gap);
    }
    first = after;
  }
  return margins;
}

/**
 * What a line with so much code says: of its text as many parts as are in view, and its cost at least, without its `/op` where
 * that is out of view, but nothing of what is not a cost of the operations. The gutter has the share in any case, and the hover
 * has everything.
 */
export function shownText({ text, muted }: LineAnnotation, end: number): string {
  const room = columnsInView - end - gap;
  const places = [...text.matchAll(/ ·|$/g)].map(({ index }) => index);
  const fitting = places.filter((place) => place <= room).at(-1);
  if (fitting !== undefined) return text.slice(0, fitting);
  if (muted === true) return '';
  const cost = text.slice(0, costWidth(text));
  return cost.length <= room ? cost : cost.replace(/\/.*/, '');
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
