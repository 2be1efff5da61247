import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { processesNaming, type RunningProcess } from '../processes.ts';
import { testFolder } from '../testFolder.ts';
import { installChromium, testArguments } from './chromium.ts';
import { type EditorServer, type ServerOptions, startServer, writeSettings } from './server.ts';
import { packagedExtension } from './vsix.ts';

/** In pixels: a small notebook's. What can be seen there can be seen everywhere. */
export const windowSize = { width: 1280, height: 800 };

/**
 * VS Code's server and the browser that shows it. To start them takes as long as many a suite, so the suites of a process
 * share them, one after the other. Each has a window that knows nothing of the suites before it.
 */
export class EditorMachine {
  /** What the extension and the editor keep for themselves. */
  readonly dataFolder: string;
  readonly page: Page;
  readonly #server: EditorServer;
  readonly #browser: Browser;

  private constructor(dataFolder: string, server: EditorServer, browser: Browser, page: Page) {
    this.dataFolder = dataFolder;
    this.page = page;
    this.#server = server;
    this.#browser = browser;
  }

  static async start(options: Pick<ServerOptions, 'preload'> = {}): Promise<EditorMachine> {
    const dataFolder = testFolder();
    const server = await startServer({
      ...options,
      dataFolder,
      vsix: packagedExtension(),
      declaringOnly: true,
      env: {
        // No gallery to look extensions up in: tests talk to this machine only.
        EXTENSIONS_GALLERY: '{}',
        // What is kept for all windows; Go's own cache is warm.
        XDG_CACHE_HOME: join(dataFolder, 'cache'),
        GOCACHE: execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim(),
      },
    });
    try {
      const browser = await chromium.launch({
        executablePath: installChromium(),
        args: [...testArguments],
      });
      const page = await browser.newPage({ viewport: windowSize, reducedMotion: 'reduce' });
      // Two editors, two browsers and a compiler may share the machine.
      page.setDefaultTimeout(60_000);
      await page.addInitScript(withoutAnimations);
      // The browser asks whether a window with unsaved changes may be left.
      page.on('dialog', (dialog) => dialog.accept());
      return new EditorMachine(dataFolder, server, browser, page);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Shows a folder, with settings besides the usual ones. */
  async show(folder: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#forget();
    writeSettings(this.dataFolder, settings);
    await this.page.setViewportSize(windowSize);
    await this.page.goto(this.#server.address({ folder }));
    await this.page.locator('.monaco-workbench').waitFor();
    await this.page.locator('.part.statusbar').waitFor();
  }

  /** Forgets what an earlier window has kept: on the disk, and in the browser. */
  async #forget(): Promise<void> {
    rmSync(join(this.dataFolder, 'data', 'User'), { recursive: true, force: true, maxRetries: 5 });
    const session = await this.page.context().newCDPSession(this.page);
    const { origin } = this.#server;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' });
    await session.detach();
  }

  /** Closes the window as its user would. The processes that it has started end a moment later. */
  async leave(): Promise<void> {
    await this.page.goto('about:blank');
  }

  /** Processes that name the machine's folder, the server's own aside. */
  processes(): RunningProcess[] {
    const own = /--server-data-dir|--type=(?:ptyHost|agentHost)/;
    return processesNaming(this.dataFolder).filter(({ command }) => !own.test(command));
  }

  /** What the server printed so far. */
  output(): string {
    return this.#server.output();
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    rmSync(this.dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Spinners and bars of progress take as much of a core as the rest of the workbench, where no graphics card draws them. */
export function withoutAnimations(): void {
  if (window !== top) return;
  document.addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
    document.head.append(style);
  });
}
