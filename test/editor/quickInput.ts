/** The box at the top of VS Code's window: its palette, its lists and its questions. */
import type { Locator } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { inTime } from '../webview/openTab.ts';
import { Glances } from './glances.ts';

export class QuickInput extends Glances {
  /** Runs a command by its title, from the command palette. Opened by its own key, it would first list all commands. */
  async runCommand(title: string): Promise<void> {
    await this.pick('Control+p', `>${title}`, title);
  }

  /** The titles of our commands that the palette offers, as far as they are in view. Right after the start it has none. */
  async palette(): Promise<readonly string[]> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row .label-name', {
      hasText: 'pprof Lens: ',
    });
    await this.askQuickInput('F1', '>pprof Lens: ');
    // An open palette does not notice an extension that is found later.
    const isThere = await appears(rows.first(), 'visible', 15_000);
    const titles = isThere ? await rows.allInnerTexts() : [];
    await this.page.keyboard.press('Escape');
    // VS Code has one for each view.
    return titles
      .map((title) => title.replace(/^.*pprof Lens:\s/s, ''))
      .filter((title) => !title.startsWith('Focus on'))
      .sort();
  }

  protected async pick(key: string, typed: string, label: string, takenBy?: 'Control+Enter'): Promise<void> {
    // Quick open lists files once. One that was just written may be missing, and is there the next time.
    let patience = 2000;
    await eventually(`"${label}" in the list for "${typed}"`, async () => {
      await this.askQuickInput(key, typed);
      if (await appears(this.#labelled(label).first(), 'visible', patience)) return true;
      patience *= 2;
      await this.page.keyboard.press('Escape');
      return false;
    });
    await this.choose(label, takenBy);
    // What is typed next is for what follows this list.
    await eventually(
      'the list closed',
      async () => !(await this.#quickBox.isVisible()) || (await this.#quickBox.inputValue()) !== typed,
    );
  }

  get #quickBox(): Locator {
    return this.page.locator('.quick-input-widget input.input').first();
  }

  /** Opens the quick input by a key and types into it. */
  protected async askQuickInput(key: string, typed: string): Promise<void> {
    // The last one may still be closing, and would take the key with it.
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await eventually(`"${typed}" in the quick input`, async () => {
      await this.page.keyboard.press(key);
      if (await inTime(this.#quickBox.fill(typed, { timeout: 5000 }))) return true;
      // Pressed once more in a list of files that comes late, the key goes to the file before, and its release opens that.
      await this.page.keyboard.press('Escape');
      return false;
    });
  }

  /** The entries of the quick input with exactly this label. */
  #labelled(label: string): Locator {
    return this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.label-name').getByText(label, { exact: true }) });
  }

  /** Chooses the entry of the quick input with exactly this label, once it is there. */
  async choose(label: string, takenBy: 'Enter' | 'Control+Enter' = 'Enter'): Promise<void> {
    const labelled = this.#labelled(label);
    await labelled.first().waitFor();
    // By keyboard, once the list is filled: a click could meet the entry that has moved there.
    const filling = this.page.locator('.quick-input-widget .monaco-progress-container.active');
    const marked = labelled.locator('xpath=self::*[contains(@class, "focused")]');
    let wasMarked = false;
    await eventually(`"${label}" marked in the list`, async () => {
      const isFilled = (await filling.count()) === 0;
      const isMarked = (await marked.count()) > 0;
      if (isFilled && isMarked && wasMarked) return true;
      if (isFilled && !isMarked) await this.page.keyboard.press('ArrowDown');
      wasMarked = isFilled && isMarked;
      return false;
    });
    await this.page.keyboard.press(takenBy);
  }

  /** Types into the box of the quick input that says or asks this, and takes it. */
  async answer(asked: string | RegExp, text: string): Promise<void> {
    await this.page.locator('.quick-input-widget', { hasText: asked }).waitFor();
    await this.#quickBox.fill(text);
    await this.enter();
  }

  /** Types into the box of the list that is open. */
  async narrow(text: string): Promise<void> {
    await this.#quickBox.fill(text);
  }

  /** In the box, wherever the focus is: a list before it that is still closing gives it to the code. */
  protected async enter(): Promise<void> {
    await this.#quickBox.press('Enter');
  }

  /** Opens the list that an entry of the status bar has, and answers its rows. */
  async openStatusBarList(entry: string): Promise<Locator> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await eventually('the list', async () => {
      // It is drawn anew with each change of what it says, and a click in between meets nobody.
      await this.page.locator('.part.statusbar a', { hasText: entry }).click();
      return appears(rows.first());
    });
    return rows;
  }
}

/** Whether something comes, or goes, within two seconds: for acts that are repeated until they are heard. */
export async function appears(
  wanted: Locator,
  state: 'visible' | 'hidden' = 'visible',
  timeout = 2000,
): Promise<boolean> {
  return inTime(wanted.waitFor({ state, timeout }));
}
