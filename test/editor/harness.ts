/**
 * A real editor for a test: VS Code's server with the packaged extension and a copy of a sample module,
 * and a browser that shows it. The methods are a user's acts and glances.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, errors, type Frame, type Locator, type Page } from 'playwright-core';
import { chromiumArguments, installChromium } from './chromium.ts';
import { filesBelow } from './files.ts';
import { repository } from './install.ts';
import { processesNaming } from './processes.ts';
import { type EditorServer, startServer } from './server.ts';
import { packagedExtension } from './vsix.ts';

/** Pictures and logs of the tests; not tracked. */
const outFolder = join(repository, 'test', 'editor', 'out');

/** Color themes: the id for settings.json, the name in lists, the class the workbench then has. */
const themes = {
  light: { id: 'Light Modern', label: 'Light Modern', base: 'vs' },
  dark: { id: 'Dark Modern', label: 'Dark Modern', base: 'vs-dark' },
  'high-contrast': { id: 'Default High Contrast', label: 'Dark High Contrast', base: 'hc-black' },
} as const;

export type Theme = keyof typeof themes;

export interface EditorOptions {
  /** Begins the names of screenshots and logs. */
  readonly name: string;
  /** Which folder of test/workspace is opened, as a copy. */
  readonly module: string;
  readonly theme?: Theme;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True opens the folder in restricted mode, as a stranger's. */
  readonly untrusted?: boolean;
}

/** A frame of the flame graph as the page tells it (CLI contract: "The page, for other programs"). */
export interface DrawnFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly depth: number;
  readonly x: number;
  readonly width: number;
  readonly flat: number;
  readonly cum: number;
}

/**
 * One editor for the steps of a suite, opened before the first and closed after the last. Closing fails
 * where a process is left behind. A step that fails leaves a picture and the logs in test/editor/out/.
 *
 * @returns declares a step, as `it` does
 */
export function editorSteps(
  options: EditorOptions,
): (name: string, act: (editor: Editor) => Promise<void>) => void {
  let editor: Editor | undefined;
  before(
    async () => {
      editor = await Editor.open(options);
    },
    { timeout: 300_000 },
  );
  after(async () => editor?.close(), { timeout: 60_000 });

  return (name, act) => {
    it(name, { timeout: 180_000 }, async () => {
      assert.ok(editor, 'the editor did not open');
      try {
        await act(editor);
      } catch (error) {
        await editor.recordFailure(name);
        throw error;
      }
    });
  };
}

/** Waits until `look` finds something (not undefined, not false), and returns it. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  milliseconds = 30_000,
): Promise<T> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(100)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`After ${milliseconds / 1000} s still not: ${what}`);
  }
}

export class Editor {
  readonly page: Page;
  /** The copy of the sample module. */
  readonly workspace: string;
  /** What the extension and the editor keep for themselves. */
  readonly dataFolder: string;
  readonly #root: string;
  readonly #options: EditorOptions;
  readonly #server: EditorServer;
  readonly #browser: Browser;
  readonly #console: string[] = [];

  private constructor(
    root: string,
    options: EditorOptions,
    server: EditorServer,
    browser: Browser,
    page: Page,
  ) {
    this.#root = root;
    this.#options = options;
    this.#server = server;
    this.#browser = browser;
    this.page = page;
    this.workspace = join(root, options.module);
    this.dataFolder = join(root, 'data');
    page.on('console', (message) => this.#console.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.#console.push(`uncaught: ${error.stack ?? error.message}`));
  }

  static async open(options: EditorOptions): Promise<Editor> {
    // Real path: on macOS the temporary folder is a link, and profiles name the place it leads to.
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'pprof-lens-editor-')));
    cpSync(join(repository, 'test', 'workspace', options.module), join(root, options.module), {
      recursive: true,
    });
    const server = await startServer({
      dataFolder: join(root, 'data'),
      settings: userSettings(options),
      vsix: packagedExtension(),
      workspaceTrust: options.untrusted === true,
      // No gallery to look extensions up in: tests talk to this machine only.
      env: { EXTENSIONS_GALLERY: '{}' },
    });
    const browser = await chromium.launch({
      executablePath: installChromium(),
      args: [...chromiumArguments],
    });
    const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
    const editor = new Editor(root, options, server, browser, page);
    await page.goto(server.address({ folder: editor.workspace }));
    await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    await page.locator('.part.statusbar').waitFor();
    return editor;
  }

  /** Ends everything, fails where a process survives it, and removes what was written. */
  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    const left = await this.#survivors();
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
    assert.deepEqual(left, [], 'processes outlived the editor');
  }

  /** Processes that still name this editor's folders, after a moment to end by themselves. */
  async #survivors() {
    const deadline = Date.now() + 5000;
    for (;;) {
      const left = processesNaming(this.#root);
      if (left.length === 0 || Date.now() > deadline) return left;
      await sleep(100);
    }
  }

  /** Processes other than the editor's own that run out of its folders: go, test binaries. */
  goProcesses(): string[] {
    return processesNaming(this.#root)
      .map(({ command }) => command)
      .filter((command) => /(^|\/)go |\.test\b/.test(command) && !command.includes('server-main'));
  }

  /** Paths of all files of the workspace, relative to it, sorted. */
  workspaceFiles(): string[] {
    return filesBelow(this.workspace);
  }

  // ------------------------------------------------------------ acts

  /** Opens a file by quick open, as `path` or `path:line`; relative to the workspace or absolute. */
  async openFile(path: string): Promise<void> {
    const [, file, line] = /^(.*?)(?::(\d+))?$/.exec(path) ?? [];
    assert.ok(file);
    await this.#pick('Control+p', path, file.split('/').pop() ?? file);
    await this.code(file).first().waitFor();
    if (line !== undefined) await this.cursorAt(Number(line));
  }

  /** Runs a command by its title, from the command palette. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, title);
  }

  async #pick(key: string, typed: string, label: string): Promise<void> {
    await this.#askQuickInput(key, typed);
    await this.#quickChoice(label);
  }

  get #quickBox(): Locator {
    return this.page.locator('.quick-input-widget input.input').first();
  }

  /** Opens the quick input by a key and types into it. */
  async #askQuickInput(key: string, typed: string): Promise<void> {
    // The last one may still be closing, and would take the key with it.
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await eventually('the quick input', async () => {
      await this.page.keyboard.press(key);
      await this.#quickBox.waitFor({ timeout: 2000 }).catch(ignoreTimeout);
      return this.#quickBox.isVisible();
    });
    await this.#quickBox.fill(typed);
  }

  /** Clicks the entry of the quick input with exactly this label, once it is there. */
  async #quickChoice(label: string): Promise<void> {
    const entry = this.page.locator('.quick-input-list .monaco-list-row', {
      has: this.page.locator('.quick-input-list-label .label-name').getByText(label, { exact: true }),
    });
    await entry.first().click();
  }

  /** Switches to another color theme. */
  async changeTheme(theme: Theme): Promise<void> {
    const { label, base } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.page.getByPlaceholder('Select Color Theme').waitFor();
    await this.#quickBox.fill(label);
    await this.#quickChoice(label);
    await this.page.locator(`.monaco-workbench.${base}`).waitFor();
  }

  /** Waits until the active editor's cursor stands in the line (1-based). */
  async cursorAt(line: number): Promise<void> {
    await this.page.locator('.part.statusbar', { hasText: `Ln ${line}, Col` }).waitFor();
  }

  /** Moves the active editor's cursor to a line (1-based) and shows it. */
  async goToLine(line: number): Promise<void> {
    await this.#askQuickInput('Control+g', `:${line}`);
    await this.page.keyboard.press('Enter');
    await this.cursorAt(line);
  }

  /** Clicks the first code lens with this text in the file shown. */
  async clickLens(file: string, text: string | RegExp): Promise<void> {
    const lens = this.lens(file, text).first();
    await lens.waitFor();
    await lens.click();
  }

  /** Rests the mouse on a word of a line (1-based) and returns the text of the hover that opens. */
  async hover(file: string, line: number, word: string): Promise<string> {
    const content = this.page.locator(
      '.monaco-editor .monaco-resizable-hover .monaco-hover-content, .monaco-hover:not(.hidden) .monaco-hover-content',
    );
    const row = await this.#row(file, line);
    const token = row.locator('span span', { hasText: word }).last();
    await eventually(`a hover on "${word}" in line ${line} of ${file}`, async () => {
      await this.page.mouse.move(5, 5);
      await token.hover();
      await sleep(700);
      return content.first().isVisible();
    });
    return (await content.allInnerTexts()).join('\n');
  }

  /** Presses a button of a notification. */
  async pressNotificationButton(label: string): Promise<void> {
    await this.page.locator('.notification-toast .monaco-button', { hasText: label }).first().click();
  }

  // ------------------------------------------------------------ glances

  /** The text editor that shows a file. */
  code(file: string): Locator {
    return this.page.locator(`.monaco-editor[data-uri$="/${file.replace(/^\//, '')}"]`);
  }

  /** The code lenses with this text in the part of the file that is in view. */
  lens(file: string, text: string | RegExp): Locator {
    return this.code(file).locator('.codelens-decoration a', { hasText: text });
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
          for (const span of row.querySelectorAll('span')) {
            const content = getComputedStyle(span, '::after').content;
            if (content.startsWith('"')) text += content.slice(1, -1).replace(/\\(.)/g, '$1');
          }
          if (text.trim() !== '') texts.push([line, text.replaceAll('\u00a0', ' ').trim()]);
        }
        return texts;
      });
    return new Map(found);
  }

  /** The rendered row of a line (1-based) that is in view. */
  async #row(file: string, line: number): Promise<Locator> {
    const code = this.code(file).first();
    const top = await code.evaluate((editor, wanted) => {
      const rows = [...editor.querySelectorAll<HTMLElement>('.margin-view-overlays > div')];
      return rows.find((row) => row.querySelector('.line-numbers')?.textContent === String(wanted))?.style
        .top;
    }, line);
    assert.ok(top !== undefined, `line ${line} of ${file} is not in view`);
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
    return eventually(
      `a notification like ${text}`,
      async () => (await this.notifications()).find((shown) => text.test(shown)),
      milliseconds,
    );
  }

  async statusBar(): Promise<string> {
    return (await this.page.locator('.part.statusbar .statusbar-item').allTextContents()).join(' ');
  }

  /** The flame graph page, once it has drawn. */
  async flameGraph(): Promise<FlameGraph> {
    const frame = await eventually('a drawn flame graph', async () => {
      for (const candidate of this.page.frames()) {
        const drawn = await candidate
          .evaluate(() => performance.getEntriesByName('pprof-lens:painted').length > 0)
          // A frame that is just going away.
          .catch(() => false);
        if (drawn) return candidate;
      }
      return undefined;
    });
    return new FlameGraph(frame);
  }

  /** Writes a picture of the window to test/editor/out/. */
  async screenshot(step: string): Promise<void> {
    mkdirSync(outFolder, { recursive: true });
    // The mouse away, or its hovers and highlights would be in the picture; see screenshotAsIs.
    await this.page.mouse.move(5, 5);
    await sleep(500);
    await this.screenshotAsIs(step);
  }

  /** The same without moving the mouse: for pictures of hovers. */
  async screenshotAsIs(step: string): Promise<void> {
    mkdirSync(outFolder, { recursive: true });
    await this.page.screenshot({ path: join(outFolder, `${this.#options.name}-${step}.png`) });
  }

  /** Keeps what helps to find out why a step failed. */
  async recordFailure(step: string): Promise<void> {
    const name = `failed-${step.replace(/[^a-zA-Z0-9]+/g, '-')}`;
    try {
      await this.screenshotAsIs(name);
      const logs = filesBelow(join(this.dataFolder, 'data', 'logs')).filter((file) =>
        /exthost|pprof/i.test(file),
      );
      for (const log of logs) {
        const copy = join(outFolder, `${this.#options.name}-${name}`, log.replaceAll('/', '.'));
        cpSync(join(this.dataFolder, 'data', 'logs', log), copy);
      }
      writeFileSync(
        join(outFolder, `${this.#options.name}-${name}.log`),
        `${this.#server.output()}\n${this.#console.join('\n')}\n`,
      );
    } catch (error) {
      // The step's own failure is the one to report.
      console.error('The failure could not be recorded:', error);
    }
  }
}

/** The flame graph page inside its webview. */
export class FlameGraph {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  /** The rectangles now drawn, as the page tells them. */
  async frames(): Promise<DrawnFrame[]> {
    return this.frame.evaluate(() => {
      const lens: unknown = Reflect.get(globalThis, 'pprofLens');
      if (
        typeof lens !== 'object' ||
        lens === null ||
        !('frames' in lens) ||
        typeof lens.frames !== 'function'
      )
        return [];
      return lens.frames();
    });
  }

  /** The middle of a frame in the page's canvas, in the canvas's own pixels. */
  async click(wanted: DrawnFrame, modifiers: ('Control' | 'Meta' | 'Shift')[] = []): Promise<void> {
    const canvas = this.frame.locator('canvas').first();
    const box = await canvas.boundingBox();
    assert.ok(box, 'the flame graph has no canvas in view');
    const rows = Math.max(...(await this.frames()).map(({ depth }) => depth)) + 1;
    void rows;
    await canvas.click({
      position: {
        x: (wanted.x + wanted.width / 2) * box.width,
        y: (await this.#rowHeight()) * (wanted.depth + 0.5),
      },
      modifiers,
    });
  }

  async #rowHeight(): Promise<number> {
    return 20;
  }
}

function ignoreTimeout(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error;
}

function userSettings(options: EditorOptions): Record<string, unknown> {
  return {
    'workbench.colorTheme': themes[options.theme ?? 'dark'].id,
    'security.workspace.trust.startupPrompt': 'never',
    'editor.minimap.enabled': false,
    ...options.settings,
  };
}
