/** The window of a real VS Code, as a user sees it. */
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { FlameGraph } from './flameGraph.ts';

/** What lenses say of a time. */
export const resultText = /[\d.]+ ?[nµm]?s(?: CPU)?\/op/;

export class Glances {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The text editor that shows a file. */
  code(file: string): Locator {
    return this.page.locator(`.monaco-editor[data-uri$="/${file.replace(/^\//, '')}"]`);
  }

  /** Of every group of editors, from the left, the name of the tab that is shown. */
  async shownTabs(): Promise<string[]> {
    return this.page
      .locator('.editor-group-container .tab.active')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-resource-name') ?? ''));
  }

  /** The code lenses with this text in the part of the file that is in view. */
  lens(file: string, text: string | RegExp): Locator {
    return this.code(file).locator('.codelens-decoration a', { hasText: text });
  }

  /** The lenses with the times of benchmarks, in the part of the file that is in view. */
  result(file: string): Locator {
    return this.lens(file, resultText);
  }

  /** What is written behind the code, by line (1-based), in the part of the file that is in view. */
  async annotations(file: string): Promise<Map<number, string>> {
    const found = await this.code(file)
      .first()
      .evaluate((editor) => {
        const lineAtTop = new Map<string, number>();
        for (const row of editor.querySelectorAll<HTMLElement>('.margin-view-overlays > div')) {
          const number = row.querySelector('.line-numbers')?.textContent ?? '';
          if (number !== '') lineAtTop.set(row.style.top, Number(number));
        }
        const texts: [number, string][] = [];
        for (const row of editor.querySelectorAll<HTMLElement>('.view-lines > .view-line')) {
          const line = lineAtTop.get(row.style.top);
          if (line === undefined) continue;
          let text = '';
          for (const span of row.querySelectorAll('span[class*="ced-"]')) {
            const content = getComputedStyle(span, '::after').content;
            if (content.startsWith('"')) text += content.slice(1, -1).replace(/\\(.)/g, '$1');
          }
          if (text.trim() !== '') texts.push([line, text.replaceAll('\u00a0', ' ').trim()]);
        }
        return texts;
      });
    return new Map(found);
  }

  /** The rendered row of a line (1-based); null while the line is not in view. */
  protected async row(file: string, line: number): Promise<Locator | null> {
    const code = this.code(file).first();
    const top = await code.evaluate((editor, wanted) => {
      const rows = [...editor.querySelectorAll<HTMLElement>('.margin-view-overlays > div')];
      return rows.find((row) => row.querySelector('.line-numbers')?.textContent === String(wanted))?.style
        .top;
    }, line);
    if (top === undefined) return null;
    return code
      .locator(
        `.view-lines > .view-line[style*="top: ${top};"], .view-lines > .view-line[style*="top:${top};"]`,
      )
      .first();
  }

  /** Texts of the notifications now shown. */
  async notifications(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  /** Waits for a notification whose text matches, and returns it. */
  async notification(text: RegExp, milliseconds?: number): Promise<string> {
    const seen = new Set<string>();
    return eventually(
      () => `a notification like ${text}; there were: ${[...seen].join(' / ')}`,
      async () => {
        const shown = await this.notifications();
        for (const each of shown) seen.add(each);
        return shown.find((each) => text.test(each));
      },
      milliseconds,
    );
  }

  async statusBar(): Promise<string> {
    return (await this.page.locator('.part.statusbar .statusbar-item').allTextContents()).join(' ');
  }

  /** Waits until the status bar says it: it hears of a change on another way than lines, lenses and pages. */
  async statusBarSays(text: RegExp): Promise<void> {
    await eventually(`${text} in the status bar`, async () => text.test(await this.statusBar()));
  }

  /** The flame graph page, once it has drawn. */
  async flameGraph(milliseconds?: number): Promise<FlameGraph> {
    return this.#page('a drawn flame graph', () => true, milliseconds);
  }

  /** The page of the profile with this title, once it has drawn. */
  async pageOf(title: string | RegExp): Promise<FlameGraph> {
    const isOf = typeof title === 'string' ? (heading: string) => heading === title : title.test.bind(title);
    return this.#page(`the page of ${title}`, isOf);
  }

  async #page(
    what: string,
    isWanted: (heading: string) => boolean,
    milliseconds?: number,
  ): Promise<FlameGraph> {
    const look = async () => {
      for (const candidate of this.page.frames()) {
        const heading = await candidate
          .evaluate(() =>
            performance.getEntriesByName('pprof-lens:painted').length > 0
              ? document.querySelector(':not(.status) > h1')?.textContent
              : undefined,
          )
          // A frame that is just going away.
          .catch(() => undefined);
        if (heading != null && isWanted(heading)) return candidate;
      }
      return undefined;
    };
    return new FlameGraph(await eventually(what, look, milliseconds));
  }

  /** The page in which a text stands. */
  async frameWith(text: RegExp): Promise<Frame> {
    return eventually(`a page with ${text}`, async () => {
      for (const candidate of this.page.frames().slice(1)) {
        const found = await candidate
          .getByText(text)
          .count()
          .catch(() => 0);
        if (found > 0) return candidate;
      }
      return undefined;
    });
  }

  /** Lines (1-based) that a file's editor shows as the cursor's. */
  async currentLines(file: string): Promise<number[]> {
    const texts = await this.code(file).locator('.line-numbers.active-line-number').allTextContents();
    return texts.map(Number);
  }
}
