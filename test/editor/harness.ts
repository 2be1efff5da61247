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
import { type Browser, chromium, type Page } from 'playwright-core';
import { processesNaming } from '../processes.ts';
import { nextPicture } from '../webview/openTab.ts';
import { chromiumArguments, installChromium } from './chromium.ts';
import { filesBelow } from './files.ts';
import { repository } from './install.ts';
import { type EditorServer, startServer } from './server.ts';
import { packagedExtension } from './vsix.ts';
import { type Theme, themes, Workbench } from './workbench.ts';

/** Pictures and logs of the tests; not tracked. */
const outFolder = join(repository, 'test', 'editor', 'out');

/** In pixels: a small notebook's. What can be seen there can be seen everywhere. */
const windowSize = { width: 1280, height: 800 };

export interface EditorOptions {
  /** Begins the names of screenshots and logs. */
  readonly name: string;
  /** Which folder of test/workspace is opened, as a copy. */
  readonly module: string;
  readonly theme?: Theme;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True opens the folder in restricted mode, as a stranger's. */
  readonly untrusted?: boolean;
  /** A script that the editor's processes load before their own code, the host of extensions among them. */
  readonly preload?: string;
  /** For the editor and everything it starts, besides what this process has. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * One editor for the steps of a suite, opened before the first and closed after the last. Closing fails
 * where a process is left behind. Steps build on each other: after one that fails, the others fail at once.
 * It leaves a picture and the logs in test/editor/out/.
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

  let failed = false;
  return (name, act) => {
    it(name, { timeout: 180_000 }, async () => {
      assert.ok(editor, 'the editor did not open');
      assert.ok(!failed, 'an earlier step failed');
      try {
        await act(editor);
      } catch (error) {
        failed = true;
        await editor.recordFailure(name);
        throw error;
      }
    });
  };
}

/** The window, and the machine behind it. */
export class Editor extends Workbench {
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
    super(page);
    this.#root = root;
    this.#options = options;
    this.#server = server;
    this.#browser = browser;
    this.workspace = join(root, options.module);
    this.dataFolder = join(root, 'data');
    page.on('console', (message) => this.#console.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.#console.push(`uncaught: ${error.stack ?? error.message}`));
  }

  static async open(options: EditorOptions): Promise<Editor> {
    // Real path: on macOS the temporary folder is a link, and profiles name the place it leads to.
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'pprof-lens-editor-')));
    const sample = join(repository, 'test', 'workspace', options.module);
    cpSync(sample, join(root, options.module), { recursive: true });
    const server = await startServer({
      dataFolder: join(root, 'data'),
      settings: userSettings(options),
      vsix: packagedExtension(),
      workspaceTrust: options.untrusted === true,
      // No gallery to look extensions up in: tests talk to this machine only.
      env: { EXTENSIONS_GALLERY: '{}', ...options.env },
      ...(options.preload === undefined ? {} : { preload: options.preload }),
    });
    try {
      const browser = await chromium.launch({
        executablePath: installChromium(),
        args: [...chromiumArguments],
      });
      const page = await browser.newPage({ viewport: windowSize, reducedMotion: 'reduce' });
      // Two editors, two browsers and a compiler may share the machine.
      page.setDefaultTimeout(60_000);
      const editor = new Editor(root, options, server, browser, page);
      await page.goto(server.address({ folder: editor.workspace }));
      await page.locator('.monaco-workbench').waitFor();
      await page.locator('.part.statusbar').waitFor();
      return editor;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Ends everything, fails where a process survives it, and removes what was written. */
  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    const left = await this.#survivors();
    for (const { pid } of left) killIfAlive(pid);
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

  /** The same of the sample module the workspace is a copy of. */
  sampleFiles(): string[] {
    return filesBelow(join(repository, 'test', 'workspace', this.#options.module));
  }

  /** Writes a picture of the window to test/editor/out/. */
  async screenshot(step: string): Promise<void> {
    mkdirSync(outFolder, { recursive: true });
    // The mouse away, or its hovers and highlights would be in the picture; see screenshotAsIs.
    await this.page.mouse.move(5, 5);
    await this.page
      .locator('.monaco-hover:not(.hidden)')
      .locator('visible=true')
      .first()
      .waitFor({ state: 'hidden' });
    await nextPicture(this.page);
    await this.screenshotAsIs(step);
  }

  /** The same without moving the mouse: for pictures of hovers. */
  async screenshotAsIs(step: string): Promise<void> {
    mkdirSync(outFolder, { recursive: true });
    await this.page.screenshot({ path: join(outFolder, `${this.#options.name}-${step}.png`) });
  }

  /**
   * A picture with twice the pixels, as on a good screen: for the README.
   *
   * @param arrange what to do before it is taken, already with those pixels
   */
  async sharpPicture(step: string, arrange: () => Promise<void>): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const metrics = { ...windowSize, deviceScaleFactor: 2, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', metrics);
    await arrange();
    await nextPicture(this.page);
    // Playwright's own picture would have the page's own scale.
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
    mkdirSync(outFolder, { recursive: true });
    writeFileSync(join(outFolder, `${this.#options.name}-${step}.png`), Buffer.from(data, 'base64'));
    await session.send('Emulation.clearDeviceMetricsOverride');
    await session.detach();
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

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function userSettings(options: EditorOptions): Record<string, unknown> {
  return {
    'workbench.colorTheme': themes[options.theme ?? 'dark'].id,
    'security.workspace.trust.startupPrompt': 'never',
    // What a test types is not saved before it says so.
    'files.autoSave': 'off',
    ...options.settings,
  };
}
