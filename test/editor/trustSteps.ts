/** A folder that nobody has trusted yet, and the same one afterwards. */
import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import type { Step } from './harness.ts';
import { ProfilesView } from './profilesView.ts';
import { appears } from './quickInput.ts';

/** In a window that has just been opened, as a stranger's. */
export function untrustedStep(step: Step): void {
  step('a folder that is not trusted runs nothing, and says why', async (editor) => {
    await editor.openFile('shop_test.go:40');
    await editor.screenshot('untrusted-1-open');
    // The palette hides the command, but keys may be bound to it.
    const refusal = editor.page.locator('.notification-toast', { hasText: /trust/i });
    await eventually('the refusal', async () => {
      // Until the editor knows the language of the file, they are bound to nothing.
      await editor.page.keyboard.press('Control+Semicolon');
      await editor.page.keyboard.press('p');
      return appears(refusal.first());
    });
    assert.deepEqual(editor.goProcesses(), []);
    await editor.screenshot('untrusted-2-refused');
    const { pane } = await ProfilesView.open(editor);
    await pane.getByText('so it needs a trusted workspace').waitFor();
    await pane.getByText('Manage Workspace Trust').waitFor();
    await editor.screenshot('untrusted-3-view');
  });
}

/** From now on, the folder is trusted. Without a reload, what was open stays as it was. */
export function trustStep(step: Step): void {
  step('it is trusted by the editor’s own page for that', async (editor) => {
    const { page } = editor;
    await editor.focusFirstGroup();
    const restricted = page.locator('.part.statusbar a', { hasText: 'Restricted Mode' });
    await restricted.click();
    const trust = page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ });
    await trust.first().click();
    await restricted.waitFor({ state: 'hidden' });
    await editor.screenshot('trusted');
    await page.locator('.modal-editor-action-container .codicon-close').click();
    await page.locator('.workspace-trust-editor').first().waitFor({ state: 'hidden' });
  });
}
