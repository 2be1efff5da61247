/**
 * A real editor for a test: VS Code's server with the packaged extension and a copy of a sample module,
 * and a browser that shows it. The methods are a user's acts and glances.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsoleMessage } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { processesNaming, type RunningProcess } from '../processes.ts';
import { testFolder, writeFiles } from '../testFolder.ts';
import { nextPicture } from '../webview/openTab.ts';
import { filesBelow } from './files.ts';
import { repository } from './install.ts';
import { EditorMachine } from './machine.ts';
import { type Theme, themes, Workbench } from './workbench.ts';

/** Pictures and logs of the tests; not tracked. */
const outFolder = join(repository, 'test', 'editor', 'out');
/** A picture takes as much of the processor as a step. */
const wantsPictures = process.env.PPROF_LENS_PICTURES !== undefined;

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
}

/** Declares a step, as `it` does. */
export type Step = (name: string, act: (editor: Editor) => Promise<void>) => void;

/**
 * One editor for the steps of a suite, opened before the first and closed after the last. Closing fails
 * where a process is left behind. Steps build on each other: after one that fails, the others are skipped.
 * It leaves a picture and the logs in test/editor/out/. Since a window takes as long to open as a dozen steps, subjects that need
 * no window of their own share one: each has its steps in a file, `…Steps.ts`.
 */
export function editorSteps(options: EditorOptions): Step {
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
    it(name, { timeout: 300_000 }, async (t) => {
      assert.ok(editor, 'the editor did not open');
      if (failed) return t.skip('an earlier step failed');
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

let shared: EditorMachine | null = null;

/** The machine of all suites of this process that want no other. */
async function machineFor({ preload }: EditorOptions): Promise<EditorMachine> {
  if (preload !== undefined) return EditorMachine.start({ preload });
  shared ??= await EditorMachine.start();
  return shared;
}

after(() => shared?.stop());

/** The window, and the machine behind it. */
export class Editor extends Workbench {
  /** The copy of the sample module. */
  readonly workspace: string;
  /** What the extension and the editor keep for themselves. */
  readonly dataFolder: string;
  readonly #root: string;
  readonly #options: EditorOptions;
  readonly #machine: EditorMachine;
  readonly #console: string[] = [];
  #hasFailed = false;

  private constructor(root: string, options: EditorOptions, machine: EditorMachine) {
    super(machine.page);
    this.#root = root;
    this.#options = options;
    this.#machine = machine;
    this.workspace = join(root, options.module);
    this.dataFolder = machine.dataFolder;
    this.page.on('console', this.#keepMessage).on('pageerror', this.#keepError);
  }

  readonly #keepMessage = (message: ConsoleMessage) =>
    this.#console.push(`${message.type()}: ${message.text()}`);
  readonly #keepError = (error: Error) => this.#console.push(`uncaught: ${error.stack ?? error.message}`);

  static async open(options: EditorOptions): Promise<Editor> {
    const root = testFolder();
    const sample = join(repository, 'test', 'workspace', options.module);
    cpSync(sample, join(root, options.module), { recursive: true });
    const machine = await machineFor(options);
    const editor = new Editor(root, options, machine);
    await machine.show(editor.workspace, userSettings(options));
    return editor;
  }

  /** Closes the window, fails where a process survives it, and removes what was written. */
  async close(): Promise<void> {
    this.page.off('console', this.#keepMessage).off('pageerror', this.#keepError);
    if (!this.#hasFailed) await this.#leave();
    const left = this.#hasFailed ? [] : await this.#survivors();
    // The next suite shall not stand on what this one has left behind.
    if (this.#hasFailed || left.length > 0 || this.#machine !== shared) await this.#stopMachine();
    for (const { pid } of left) killIfAlive(pid);
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
    assert.deepEqual(left, [], 'processes outlived the window');
  }

  async #leave(): Promise<void> {
    const unsaved = this.page.locator('.tab.dirty');
    // The processes of a window that is left with unsaved changes wait for it to come back.
    if ((await unsaved.count()) > 0) {
      await this.runCommand('File: Save All');
      await eventually('everything saved', async () => (await unsaved.count()) === 0);
    }
    await this.#machine.leave();
  }

  async #stopMachine(): Promise<void> {
    if (this.#machine === shared) shared = null;
    await this.#machine.stop();
  }

  /** Processes that still name this editor's folders, after a moment to end by themselves. */
  async #survivors(): Promise<RunningProcess[]> {
    const deadline = Date.now() + 5000;
    for (;;) {
      const left = this.#processes();
      if (left.length === 0 || Date.now() > deadline) return left;
      await sleep(100);
    }
  }

  #processes(): RunningProcess[] {
    return [...this.#machine.processes(), ...processesNaming(this.#root)];
  }

  /** Processes other than the editor's own that run out of its folders: go, test binaries. */
  goProcesses(): string[] {
    return this.#processes()
      .map(({ command }) => command)
      .filter((command) => /(^|\/)go |\.test\b/.test(command));
  }

  /** Paths of all files of the workspace, relative to it, sorted. */
  workspaceFiles(): string[] {
    return filesBelow(this.workspace);
  }

  /** Puts a copy of another folder of test/workspace into the workspace. */
  addModule(folder: string): void {
    cpSync(join(repository, 'test', 'workspace', folder), join(this.workspace, folder), { recursive: true });
  }

  /** Sets settings of ours for the workspace, in the place of all that it has, and waits until the editor knows them. */
  async setInWorkspace(settings: Readonly<Record<string, string | number | string[]>>): Promise<void> {
    const ours = Object.entries(settings).map(([name, value]) => [`pprofLens.${name}`, value]);
    const title = ours.flat().join(' ');
    const text = JSON.stringify({ ...Object.fromEntries(ours), 'window.title': title });
    writeFiles(this.workspace, { '.vscode/settings.json': text });
    // Opened as a file, it would show its new text before the editor has read it as settings.
    await eventually('the setting', async () => (await this.page.title()) === title);
  }

  /** Writes a picture of the window to test/editor/out/, for people to look at, where they want pictures. */
  async screenshot(step: string): Promise<void> {
    // The mouse away, or its hovers and highlights would be in the picture; see screenshotAsIs.
    await this.page.mouse.move(5, 5);
    if (!wantsPictures) return;
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
    if (wantsPictures) await this.#picture(step);
  }

  async #picture(step: string): Promise<void> {
    mkdirSync(outFolder, { recursive: true });
    await this.page.screenshot({ path: join(outFolder, `${this.#options.name}-${step}.png`) });
  }

  /** Keeps what helps to find out why a step failed. */
  async recordFailure(step: string): Promise<void> {
    this.#hasFailed = true;
    const name = `failed-${step.replace(/[^a-zA-Z0-9]+/g, '-')}`;
    try {
      await this.#picture(name);
      const logs = filesBelow(join(this.dataFolder, 'data', 'logs')).filter((file) =>
        /exthost|pprof/i.test(file),
      );
      for (const log of logs) {
        const copy = join(outFolder, `${this.#options.name}-${name}`, log.replaceAll('/', '.'));
        cpSync(join(this.dataFolder, 'data', 'logs', log), copy);
      }
      writeFileSync(
        join(outFolder, `${this.#options.name}-${name}.log`),
        `${this.#machine.output()}\n${this.#console.join('\n')}\n`,
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
    'security.workspace.trust.enabled': options.untrusted === true,
    // Half of the pictures that the window draws while a test waits would be of it.
    'editor.cursorBlinking': 'solid',
    // A list of words that opens late takes the keys that come after what was typed.
    'editor.quickSuggestions': false,
    // What a test types is not saved before it says so.
    'files.autoSave': 'off',
    ...options.settings,
  };
}
