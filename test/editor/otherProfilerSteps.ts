/** Files of other languages and profilers, and what the Explorer's menu does with several of them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../eventually.ts';
import type { Editor, Step } from './harness.ts';
import { ProfilesView } from './profilesView.ts';

const foreign = join(import.meta.dirname, '../foreign');

/** Line 3 is hot. */
const script = `function hashed(name) {
  let hash = 7;
  for (let i = 0; i < 2000; i++) hash = Math.imul(hash ^ name.charCodeAt(i % name.length), 16777619);
  return hash >>> 0;
}
const until = Date.now() + 300;
while (Date.now() < until) hashed('item');
`;

/** Selects files in the Explorer, and chooses an item of the menu of the last one. */
async function chooseInExplorer(editor: Editor, files: readonly string[], item: string): Promise<void> {
  await editor.chooseFromMenu(await selectInExplorer(editor, files), item);
}

/** @returns the row of the last one */
async function selectInExplorer(editor: Editor, files: readonly string[]): Promise<Locator> {
  await editor.showExplorer();
  const row = (name: string) =>
    editor.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const [first = '', ...others] = files;
  const selected = editor.page.locator('.explorer-folders-view .monaco-list-row.selected');
  await eventually('all are selected', async () => {
    // A list of files that is read anew meanwhile forgets clicks.
    await row(first).click();
    for (const other of others) await row(other).click({ modifiers: ['Control'] });
    return (await selected.count()) === files.length;
  });
  return row(others.at(-1) ?? first);
}

/** In a window that has just been opened. */
export function withoutGoStep(step: Step): void {
  step('the palette of a folder without Go has only what opens profiles', async (editor) => {
    const expected = [
      'Compare Profiles…',
      'Merge Profiles…',
      'Open Profile File…',
      'Profile Production (Pyroscope, Parca)…',
      'Profile Server…',
    ].join();
    // The editor learns a moment later that the folder is trusted.
    await eventually(expected, async () => (await editor.palette()).join() === expected);
  });
}

/**
 * With `explorer.autoReveal` off: else the Explorer selects the file of an editor that has just opened, in place of what has been
 * selected meanwhile.
 */
export function otherProfilerSteps(step: Step): void {
  step('a Rust profile opens, and its costs stand on the lines of the Rust source', async (editor) => {
    cpSync(join(foreign, 'profiles/rust.pb'), join(editor.workspace, 'rust.pprof'));
    writeFileSync(join(editor.workspace, 'old.folded'), 'main;parse 12\nmain;print 5\n');
    writeFileSync(join(editor.workspace, 'new.folded'), 'main;parse 3\nmain;print 5\n');
    writeFileSync(join(editor.workspace, 'stacks.folded'), 'main;drop 12\n');
    writeFileSync(join(editor.workspace, 'shop.jfr'), Buffer.from('FLR\0\0\x02\0\x01', 'latin1'));
    cpSync(join(foreign, 'profiles/rust.pb.zst'), join(editor.workspace, 'rust.pb.zst'));
    writeFileSync(join(editor.workspace, 'shop.mjs'), script);
    execFileSync(process.execPath, ['--cpu-prof', '--cpu-prof-name=shop.cpuprofile', 'shop.mjs'], {
      cwd: editor.workspace,
    });
    await editor.openFile('rust/src/shop.rs:33');
    await editor.openProfileAside('rust.pprof');
    const names = (await (await editor.pageOf('rust.pprof')).frames()).map(({ name }) => name);
    assert.ok(names.includes('shop::shop::rank'), names.join());
    const costs = await eventually('costs', async () => {
      const found = await editor.annotations('rust/src/shop.rs');
      return found.size > 0 ? found : undefined;
    });
    // `self.items.push(item)`.
    assert.match(costs.get(33) ?? '', /%/);
    await editor.screenshot('1-rust');
  });

  step('two recordings that are selected in the Explorer open, each in its editor', async (editor) => {
    // The click opens a tab with the text of the first, too, and the message goes when the profile comes.
    const last = await selectInExplorer(editor, ['old.folded', 'new.folded']);
    await editor.notification(/^old\.folded is a profile\./);
    await editor.chooseFromMenu(last, 'Open Profile');
    const tabs = (name: string) => editor.page.locator('.tabs-container .tab', { hasText: name });
    await eventually('both', async () => (await tabs('old.folded').count()) === 2);
    await tabs('new.folded').waitFor();
    // The message has nothing more to offer.
    await eventually('no message', async () => (await editor.notifications()).length === 0);
    await editor.closeAllEditors();
  });

  step('two recordings that are selected in the Explorer are merged', async (editor) => {
    await chooseInExplorer(editor, ['old.folded', 'new.folded'], 'Merge Profiles');
    const page = await editor.pageOf('old.folded and 1 more');
    const frames = await page.frames();
    assert.deepEqual(frames.map(({ name, cum }) => [name, cum]).slice(0, 3), [
      ['root', 25],
      ['main', 25],
      ['parse', 15],
    ]);
    await editor.screenshot('2-merged');
  });

  step('and compared, with the base that the user says', async (editor) => {
    await chooseInExplorer(editor, ['old.folded', 'new.folded'], 'Compare Profiles');
    await editor.choose('old.folded');
    const page = await editor.pageOf('new.folded against old.folded');
    await eventually('the difference', async () =>
      (await page.frames()).some(({ name }) => name === 'parse'),
    );
    await editor.screenshot('3-compared');
  });

  step(
    'a CPU profile of Node.js opens by the button of another editor’s title, and its costs stand on the lines of the script',
    async (editor) => {
      await editor.closeAllEditors();
      await editor.openProfile('shop.cpuprofile');
      await editor.page.locator('.editor-actions').getByRole('button', { name: 'Open Profile' }).click();
      const names = (await (await editor.pageOf('shop.cpuprofile')).frames()).map(({ name }) => name);
      assert.ok(names.includes('hashed'), names.join());
      await editor.openFile('shop.mjs');
      const costs = await eventually('costs', async () => {
        const found = await editor.annotations('shop.mjs');
        return found.size > 0 ? found : undefined;
      });
      // A long line: its share stands in the gutter.
      assert.match(costs.get(3) ?? '', /^[\d.]+ms/);
      await editor.screenshot('4-node');
      await editor.closeAllEditors();
      // What the lines go on to show.
      await eventually('the profile of the closed editor in the panel', async () => {
        const { frame } = await editor.flameGraph();
        return (await frame.locator('h1').textContent()) === 'shop.cpuprofile';
      });
    },
  );

  step('what another program has to convert first says so', async (editor) => {
    await chooseInExplorer(editor, ['shop.jfr'], 'Open Profile');
    const page = await editor.frameWith(/shop\.jfr cannot be shown as a profile/);
    await page.getByText('jfrconv').waitFor();
    await editor.screenshot('5-jfr');
  });

  step('a profile of addresses alone opens, and says how to add what it lacks', async (editor) => {
    cpSync(join(foreign, 'profiles/cpp-legacy.prof'), join(editor.workspace, 'legacy.pprof'));
    await editor.openProfile('legacy.pprof');
    assert.ok((await (await editor.pageOf('legacy.pprof')).frames()).length > 1);
    await editor.notification(/^legacy\.pprof: No function has a name.*pprof -proto BINARY FILE/);
    await editor.screenshot('6-addresses');
  });

  step('a profile that zstd has compressed opens by a double click', async (editor) => {
    await editor.showExplorer();
    await editor.page
      .locator('.explorer-folders-view .monaco-list-row', { hasText: 'rust.pb.zst' })
      .dblclick();
    const names = (await (await editor.pageOf('rust.pb.zst')).frames()).map(({ name }) => name);
    assert.ok(names.includes('shop::shop::rank'), names.join());
  });

  step('a file that is dropped on the Profiles view opens as a profile', async (editor) => {
    await editor.openFile('stacks.folded');
    const { pane } = await ProfilesView.open(editor);
    const tab = editor.page.locator('.tabs-container .tab', { hasText: 'stacks.folded' });
    await tab.dragTo(pane.locator('.pane-body').first());
    const page = await editor.pageOf('stacks.folded');
    assert.ok((await page.frames()).some(({ name }) => name === 'drop'));
    await editor.screenshot('7-dropped');
  });
}
