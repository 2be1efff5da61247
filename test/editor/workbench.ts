/** The window of a real VS Code, as a user handles it. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { inTime } from '../webview/openTab.ts';
import { resultText } from './glances.ts';
import { appears, QuickInput } from './quickInput.ts';

/** Color themes: the id for settings.json, the name in lists, the class the workbench then has. */
export const themes = {
  light: { id: 'Light Modern', label: 'Light Modern', base: 'vs' },
  dark: { id: 'Dark Modern', label: 'Dark Modern', base: 'vs-dark' },
  'high-contrast': { id: 'Default High Contrast', label: 'Dark High Contrast', base: 'hc-black' },
  'high-contrast-light': {
    id: 'Default High Contrast Light',
    label: 'Light High Contrast',
    base: 'hc-light',
  },
} as const;

export type Theme = keyof typeof themes;

export class Workbench extends QuickInput {
  /** Reloads the window: extensions start again, and editors come back. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    // By command: it keeps what is open where, which a browser's reload may be too early for.
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.page.locator('.monaco-workbench').waitFor();
    await this.page.locator('.part.statusbar').waitFor();
  }

  /** Opens a file by quick open, as `path` or `path:line`; relative to the workspace or absolute. */
  async openFile(path: string): Promise<void> {
    const [, file, line] = /^(.*?)(?::(\d+))?$/.exec(path) ?? [];
    assert.ok(file);
    await this.pick('Control+p', path, file.split('/').pop() ?? file);
    await this.code(file).first().waitFor();
    if (line !== undefined) await this.cursorAt(Number(line));
    await this.#focusCode(file);
  }

  /** Clicks the file's tab where what had the focus before has taken it back after the file was opened. */
  async #focusCode(file: string): Promise<void> {
    const focused = this.page
      .locator(`.monaco-editor.focused[data-uri$="/${file.replace(/^\//, '')}"]`)
      .first();
    const tab = this.page.locator('.tab.active', { hasText: file.split('/').pop() ?? file }).first();
    await eventually(`the focus in ${file}`, async () => {
      if (await appears(focused)) return true;
      await inTime(tab.click({ timeout: 2000 }));
      return false;
    });
  }

  /** Waits for the focus in the code: the editor takes it a moment after it has opened, and what is typed before goes elsewhere. */
  async #focusedCode(): Promise<void> {
    await this.page.locator('.monaco-editor.focused').first().waitFor();
  }

  /** Opens a profile file by quick open; relative to the workspace. */
  async openProfile(path: string): Promise<void> {
    await this.pick('Control+p', path, path.split('/').pop() ?? path);
  }

  /** The same in a group at the right of the active one. */
  async openProfileAside(path: string): Promise<void> {
    await this.pick('Control+p', path, path.split('/').pop() ?? path, 'Control+Enter');
  }

  /** Gives the focus to the leftmost group of editors. By its key: the palette takes a third of a second of a core. */
  async focusFirstGroup(): Promise<void> {
    const focused = this.page
      .locator('.editor-group-container')
      .first()
      .and(this.page.locator('.active:focus-within'));
    await eventually('the focus in the first group', async () => {
      await this.page.keyboard.press('Control+1');
      return appears(focused);
    });
  }

  /** Shows the files of the workspace: the side bar may show our view. */
  async showExplorer(): Promise<void> {
    const files = this.page.locator('.explorer-folders-view');
    if (!(await files.isVisible()))
      await this.page.locator('.activitybar .action-item a[aria-label^="Explorer"]').click();
    await files.waitFor();
  }

  /** Closes all editors, by the keys for it. */
  async closeAllEditors(): Promise<void> {
    const tab = this.page.locator('.editor-group-container .tab').first();
    await eventually('all editors closed', async () => {
      await this.page.keyboard.press('Control+k');
      await this.page.keyboard.press('Control+w');
      return appears(tab, 'hidden');
    });
  }

  /** Gives the focus to the page of the profile with this title. */
  async focusPage(title: string): Promise<void> {
    const { frame } = await this.pageOf(title);
    const tab = this.page.locator('.tab', { hasText: title });
    const active = this.page.locator('.editor-group-container.active .tab.active', { hasText: title });
    await eventually(`the focus in ${title}`, async () => {
      // An editor that is still opening takes the focus back.
      await frame.getByRole('heading', { name: title }).click();
      // The window learns of it a moment later.
      if (await appears(active)) return true;
      // VS Code asks a page four times a second whether it has the focus: one that lost it and has it again in between says nothing.
      await inTime(tab.first().click({ timeout: 2000 }));
      return false;
    });
  }

  /** Chooses from the menu of a row, which a right click opens. */
  async chooseFromMenu(row: Locator, label: string): Promise<void> {
    const entry = this.page.locator('.monaco-menu .action-label', { hasText: label }).first();
    await eventually(`"${label}" chosen`, async () => {
      // It closes by itself where a view behind it is drawn anew.
      if (!(await entry.isVisible())) {
        await row.click({ button: 'right' });
        await entry.waitFor();
      }
      const isClicked = await inTime(entry.click({ timeout: 2000 }));
      // A menu that has only just opened does not take clicks yet.
      return isClicked && appears(entry, 'hidden');
    });
  }

  /** Switches to another color theme. */
  async changeTheme(theme: Theme): Promise<void> {
    const { label, base } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.page.getByPlaceholder('Select Color Theme').waitFor();
    await this.narrow(label);
    await this.choose(label);
    await this.page.locator(`.monaco-workbench.${base}`).waitFor();
  }

  /** Waits until the active editor's cursor stands in the line (1-based). */
  async cursorAt(line: number): Promise<void> {
    await this.page.locator('.part.statusbar', { hasText: `Ln ${line}, Col` }).waitFor();
  }

  /** Moves the active editor's cursor to a line (1-based) and shows it. */
  async goToLine(line: number): Promise<void> {
    await this.askQuickInput('Control+g', `:${line}`);
    await this.enter();
    await this.cursorAt(line);
    await this.#focusedCode();
  }

  /** Clicks the first code lens with this text in the file shown. */
  async clickLens(file: string, text: string | RegExp): Promise<void> {
    // Those of lines just out of view are there too, hidden.
    const lens = this.lens(file, text).locator('visible=true').first();
    await lens.waitFor();
    await lens.click();
  }

  /** Profiles a benchmark again, by the icon beside the first result in view. */
  async profileAgain(file: string): Promise<void> {
    const row = this.code(file)
      .locator('.codelens-decoration', { has: this.page.locator('a', { hasText: resultText }) })
      .locator('visible=true')
      .first();
    await row.locator('a', { has: this.page.locator('.codicon-refresh') }).click();
  }

  /**
   * Waits for the end of a run, and answers the lens that says how the time has changed. If other programs have disturbed one
   * of the two runs, the lens is unsure first, and one click must settle it.
   */
  async settled(file: string, change: string | RegExp): Promise<Locator> {
    const changed = this.lens(file, change).first();
    const click = this.lens(file, 'measure in turns').first();
    const isOver = async () => (await this.lens(file, 'cancel').count()) === 0;
    await eventually(
      'the end of the run, with a change or a doubt',
      async () => (await isOver()) && ((await changed.count()) > 0 || (await click.count()) > 0),
      240_000,
    );
    if ((await click.count()) > 0) {
      await click.click();
      await eventually(
        'a change, measured in turns',
        async () => (await isOver()) && (await click.count()) === 0 && (await changed.count()) > 0,
        240_000,
      );
    }
    return changed;
  }

  /** Rests the mouse on a word of a line (1-based) and returns the text of the hover that opens. */
  async hover(file: string, line: number, word: string): Promise<string> {
    const content = this.page.locator(
      '.monaco-editor .monaco-resizable-hover .monaco-hover-content, .monaco-hover:not(.hidden) .monaco-hover-content',
    );
    return eventually(`a hover on "${word}" in line ${line} of ${file}`, async () => {
      await this.page.mouse.move(5, 5);
      // One from before may stay for a while, and says what was so then.
      await appears(content.first(), 'hidden');
      // Each time anew: a lens that comes moves the lines.
      const row = await this.row(file, line);
      // Where the header that stays at the top covers it, it is looked for again.
      const seen = row?.locator('span span', { hasText: word }).last();
      if (seen === undefined || !(await inTime(seen.hover({ timeout: 5000 })))) return false;
      if (!(await appears(content.first()))) return false;
      // VS Code says so in the hover as long as somebody has not answered.
      await content.filter({ hasText: 'Loading...' }).first().waitFor({ state: 'hidden' });
      // It may have gone meanwhile, where something has moved below the mouse.
      return (await content.allInnerTexts()).join('\n').trim() || undefined;
    });
  }

  /** Clicks a link of the hover on a word of a line (1-based). */
  async clickInHover(file: string, line: number, word: string, label: string): Promise<void> {
    const link = this.page.locator('.monaco-hover a', { hasText: label }).first();
    await eventually(`"${label}" clicked`, async () => {
      // It closes by itself where something moves below the mouse.
      if (!(await link.isVisible())) await this.hover(file, line, word);
      return inTime(link.click({ timeout: 2000 }));
    });
  }

  /** Rests the mouse on something until its hover opens: one that is drawn anew below the mouse opens none. */
  async rest(on: Locator, hover: Locator): Promise<void> {
    await eventually('a hover', async () => {
      await this.page.mouse.move(5, 5);
      await on.hover();
      return appears(hover);
    });
  }

  /** Presses a button of a notification. */
  async pressNotificationButton(label: string): Promise<void> {
    await this.page.locator('.notification-toast .monaco-button', { hasText: label }).first().click();
  }
}
