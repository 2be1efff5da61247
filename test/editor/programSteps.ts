/** A program profiled from the lens above `main`: its terminal, Stop, and its costs on the lines. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { filesBelow } from './files.ts';
import type { Step } from './harness.ts';
import { repository } from './install.ts';
import { appears } from './quickInput.ts';

const folder = 'wordcount';
const file = `${folder}/main.go`;

/** In a window that has just been opened, with a setting `followCursor` of an older version. A program comes there. */
export function oldSettingStep(step: Step): void {
  step('a setting of an older version is removed, with a sentence', async (editor) => {
    editor.addModule(folder);
    await editor.openFile(`${file}:30`);
    const kept = { hasText: /fewer settings now.*: followCursor\./ };
    const list = editor.page.locator('.notifications-center.visible', kept);
    await eventually('the sentence in the list of messages', async () => {
      // The message itself may have gone while the file was being opened, or be still to come, which closes the list.
      await editor.runCommand('Notifications: Show Notifications');
      return appears(list);
    });
    const written = join(editor.dataFolder, 'data/User/settings.json');
    await eventually('no such setting', () => !readFileSync(written, 'utf8').includes('followCursor'));
    await editor.runCommand('Notifications: Clear All Notifications');
  });
}

/** The program goes with them. */
export function programSteps(step: Step): void {
  const sample = join(repository, 'test', 'workspace', folder);

  step(
    'one click runs it in a terminal, and its costs come to its lines, never per operation',
    async (editor) => {
      await editor.openFile(`${file}:30`);
      await editor.clickLens(file, 'profile program');
      // Later, the page takes its place in the panel.
      await editor.page.locator('.terminal-wrapper.active').first().waitFor();
      const texts = await eventually(
        'costs on the lines',
        async () => {
          const all = [...(await editor.annotations(file)).values()];
          return all.length > 0 && all;
        },
        120_000,
      );
      assert.ok(!texts.some((text) => text.includes('/op')), texts.join('\n'));
      assert.ok(
        texts.some((text) => /\d m?s|\d+m?s/.test(text)),
        texts.join('\n'),
      );
      await editor.lens(file, /profile again/).waitFor();
      await editor.lens(file, /ms CPU|\ds CPU/).waitFor();
      assert.deepEqual(filesBelow(join(editor.workspace, folder)), filesBelow(sample));
      await editor.screenshot('1-profiled');
    },
  );

  step('with arguments it runs until it is stopped, and then shows its profile', async (editor) => {
    // The first one waits for a key.
    await editor.runCommand('Terminal: Kill All Terminals');
    await editor.runCommand('pprof Lens: Show Flame Graph');
    await editor.flameGraph();
    await editor.focusFirstGroup();
    await editor.openFile(`${file}:30`);
    await editor.runCommand('pprof Lens: Profile Program…');
    await editor.choose('Arguments…');
    await editor.answer('Arguments of wordcount', 'for ever');
    await editor.page.locator('.quick-input-list', { hasText: 'for ever' }).waitFor();
    await editor.choose('Run and Profile');
    await editor.lens(file, /runs for [1-9]/).waitFor({ timeout: 120_000 });
    await editor.screenshot('2-running');
    await editor.clickLens(file, 'stop');
    await editor.lens(file, /profile again/).waitFor();
    await eventually('two runs', async () => (await editor.annotations(file)).size > 0, 60_000);
    // It covered the page, which was in sight before.
    await editor.page.locator('.terminal-wrapper.active').waitFor({ state: 'hidden' });
    assert.deepEqual(filesBelow(join(editor.workspace, folder)), filesBelow(sample));
    await editor.screenshot('3-stopped');
    // Else the editor keeps the terminals for when the window comes back.
    await editor.runCommand('Terminal: Kill All Terminals');
    await editor.closeAllEditors();
    // The panel has gone with its terminals, and a page that the user has closed stays closed after a run.
    await editor.runCommand('pprof Lens: Show Flame Graph');
    rmSync(join(editor.workspace, folder), { recursive: true });
  });
}
