/** What of the costs beside lines a user truly sees: not what is there, but what no edge cuts off and nothing covers. */
import type { Locator } from 'playwright-core';

/** A line of an editor that has a text behind its code. */
export interface SeenLine {
  /** 1-based. */
  readonly line: number;
  /** Of the code's first character, in pixels from the left. */
  readonly codeLeft: number;
  /** The digits in the gutter; empty if they are not in sight. */
  readonly mark: string;
  /** The whole text. */
  readonly text: string;
  /** The words of the text that are in sight as a whole. */
  readonly seen: string;
  /** Where the code ends, and where its text begins, in pixels. */
  readonly codeRight: number;
  readonly textLeft: number;
  /** Where the first word, the cost, ends, in pixels. */
  readonly costRight: number;
}

/** Lines with a text in the part of the file that is in view, from above. */
export function seenLines(editor: Locator): Promise<SeenLine[]> {
  return editor.evaluate((element) => {
    /** The part of the editor that is not outside the window, and in which its minimap does not cover the code. */
    const visible = element.querySelector('.editor-scrollable')!.getBoundingClientRect();
    const minimap = element.querySelector('.minimap')?.getBoundingClientRect();
    const right = Math.min(
      visible.right,
      minimap !== undefined && minimap.width > 0 ? minimap.left : visible.right,
      innerWidth,
    );
    const numberAt = new Map<string, number>();
    for (const row of element.querySelectorAll<HTMLElement>('.margin-view-overlays > div')) {
      const number = row.querySelector('.line-numbers')?.textContent ?? '';
      if (number !== '') numberAt.set(row.style.top, Number(number));
    }
    const marks = [...element.querySelectorAll('.glyph-margin-widgets .cgmr')].flatMap((glyph) => {
      const picture = decodeURIComponent(getComputedStyle(glyph).backgroundImage);
      const mark = />([^<]*)<\/text>/.exec(picture)?.[1];
      return mark === undefined ? [] : [{ mark, box: glyph.getBoundingClientRect() }];
    });
    const margin = element.querySelector('.margin')!.getBoundingClientRect();
    // A canvas would take another font where the first of the list is not installed. All in one: it is laid out once.
    const ruler = document.createElement('div');
    Object.assign(ruler.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre' });
    const code = document.createRange();
    const lines: SeenLine[] = [];
    const rows = [...element.querySelectorAll<HTMLElement>('.view-lines > .view-line')].flatMap((row) => {
      const line = numberAt.get(row.style.top);
      const box = row.getBoundingClientRect();
      if (line === undefined || box.bottom > visible.bottom || box.top < visible.top) return [];
      // What decorates a part of a line has a class of this kind. To ask all parts takes long.
      const last = [...row.querySelectorAll('span[class*="ced-"]')].find((span) =>
        getComputedStyle(span, '::after').content.startsWith('"'),
      );
      if (last === undefined) return [];
      const behind = getComputedStyle(last, '::after');
      const { fontFamily, fontSize, fontStyle, fontWeight, letterSpacing } = behind;
      const text = behind.content.slice(1, -1);
      const words = text.split(' ');
      const begins = words.map((_, i) => {
        const begin = ruler.appendChild(document.createElement('span'));
        Object.assign(begin.style, { fontFamily, fontSize, fontStyle, fontWeight, letterSpacing });
        begin.textContent = words.slice(0, i + 1).join(' ');
        return begin;
      });
      return [{ row, line, box, last, behind, text, words, begins }];
    });
    document.body.append(ruler);
    for (const { row, line, box, last, behind, text, words, begins } of rows) {
      const ends = begins.map((begin) => begin.getBoundingClientRect().width);
      // What is out of the flow stands where it is told to, anything else at the end of what it follows.
      const start =
        behind.position === 'static'
          ? last.getBoundingClientRect().right - (ends.at(-1) ?? 0)
          : box.left + Number.parseFloat(behind.left) + Number.parseFloat(behind.paddingLeft);
      const seen = words.filter((_, i) => start >= visible.left && start + ends[i]! <= right);
      const codeRights = [0];
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        code.selectNodeContents(node);
        codeRights.push(code.getBoundingClientRect().right);
      }
      const mark = marks.find((each) => each.box.top < box.bottom - 1 && each.box.bottom > box.top + 1);
      const isMarkSeen =
        mark !== undefined &&
        mark.box.width >= 10 &&
        mark.box.left >= margin.left &&
        mark.box.right <= margin.right;
      lines.push({
        line,
        codeLeft: row.querySelector('span span')?.getBoundingClientRect().left ?? box.left,
        mark: isMarkSeen ? mark.mark.replace('&lt;', '<') : '',
        text: text.replaceAll('\u00a0', ' '),
        seen: seen.join(' ').replaceAll('\u00a0', ' '),
        codeRight: Math.max(...codeRights),
        textLeft: start,
        costRight: Math.round(start + (ends[0] ?? 0)),
      });
    }
    ruler.remove();
    return lines.sort((one, other) => one.line - other.line);
  });
}

/** The part of an element's text that is in sight: what is left of the editor's minimap, and inside the window. */
export async function seenText(editor: Locator, element: Locator): Promise<string> {
  const minimap = await editor.first().locator('.minimap').first().boundingBox();
  return element.evaluate(
    (shown, right) => {
      const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let seen = '';
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (let i = 0; i < (text.nodeValue?.length ?? 0); i++) {
          range.setStart(text, i);
          range.setEnd(text, i + 1);
          if (range.getBoundingClientRect().right <= right) seen += text.nodeValue?.[i] ?? '';
        }
      }
      return seen;
    },
    Math.min(minimap?.x ?? Infinity, editor.page().viewportSize()?.width ?? Infinity),
  );
}
