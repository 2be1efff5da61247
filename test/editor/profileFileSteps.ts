/** Profile files as editors of their own, and what ties them to the code beside them. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eventually, eventuallyHolds } from '../eventually.ts';
import { writeFiles } from '../testFolder.ts';
import { inTime, openTab } from '../webview/openTab.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { Editor, Step } from './harness.ts';
import { appears } from './quickInput.ts';
import {
  containsLine,
  cpuSamples,
  handler,
  pageLine,
  parseLine,
  shopProfile,
  source,
  tagged,
  write,
} from './shopProfile.ts';
import { trustStep, untrustedStep } from './trustSteps.ts';
import { themes } from './workbench.ts';

/** In the handler, and in no profile. */
const lineWithoutCost = 46;

const memSamples = [[100, `${tagged}@${containsLine} < ${handler}@${pageLine} < main.main`]] as const;

/** A saved page as text, with what is packed in it. */
function unpacked(html: string): string {
  const packed = html.match(/[A-Za-z0-9+/=]{100,}/g) ?? [];
  const parts = packed.map((part) => Buffer.from(part, 'base64'));
  const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;
  return [html, ...parts.map((bytes) => (isGzip(bytes) ? gunzipSync(bytes) : bytes).toString('latin1'))].join(
    '\n',
  );
}

/** Names of the frames that are marked as being at the cursor. */
async function marked({ frame }: FlameGraph): Promise<string[]> {
  const labels = await frame
    .locator('.flame-item[aria-current]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.split('; ')[0] ?? '');
}

/** What the line showed of the profile before may still be there. */
async function annotated(editor: Editor, line: number, cost: RegExp): Promise<void> {
  await eventually(`${cost} in line ${line}`, async () =>
    cost.test((await editor.annotations(source)).get(line) ?? ''),
  );
}

/** In a window that has just been opened, as a stranger's. `cpu.pprof` and `mem.pprof` are there afterwards. */
export function profileFileSteps(step: Step): void {
  untrustedStep(step);

  step(
    'opens as a page, and its costs stand on the lines, also in a folder that is not trusted',
    async (editor) => {
      write(editor, 'cpu.pprof', shopProfile(editor, 'cpu/nanoseconds', cpuSamples));
      write(editor, 'mem.pprof', shopProfile(editor, 'alloc_space/bytes', memSamples));
      await editor.openFile(`${source}:${lineWithoutCost}`);
      await editor.openProfileAside('cpu.pprof');
      const page = await editor.pageOf('cpu.pprof');
      const frames = await page.frames();
      assert.deepEqual(frames.map(({ name, cum }) => [name, cum / 1e7]).slice(0, 3), [
        ['root', 100],
        ['main.main', 90],
        ['runtime.gcBgMarkWorker', 10],
      ]);
      await annotated(editor, parseLine, /60%$/);
      assert.deepEqual(editor.goProcesses(), []);
      await editor.statusBarSays(/cpu\.pprof · CPU time/);
      await editor.screenshot('1-opened');
    },
  );

  trustStep(step);

  step('the cursor on a line with a cost marks its function, and only marks it', async (editor) => {
    const page = await editor.pageOf('cpu.pprof');
    const before = await page.frames();
    await editor.focusFirstGroup();
    await editor.goToLine(parseLine);
    await eventually('the handler marked', async () => (await marked(page)).join() === handler);
    await editor.screenshot('2-marked');
    await editor.goToLine(containsLine);
    await eventually('another function marked', async () => (await marked(page)).join() === tagged);
    assert.deepEqual(await page.frames(), before, 'nothing has moved');
    assert.equal(await page.frame.locator('.selected').count(), 0, 'nothing is selected');
    await editor.goToLine(lineWithoutCost);
    await eventually('no mark', async () => (await marked(page)).length === 0);
  });

  step('a line is found in the flame graph, with its callers and callees', async (editor) => {
    const page = await editor.pageOf('cpu.pprof');
    await editor.goToLine(containsLine);
    await editor.runCommand('pprof Lens: Show in Flame Graph');
    const search = page.frame.getByRole('textbox').first();
    await eventually('the search', async () => (await search.inputValue()).includes('tagged'));
    await search.fill('');
    await editor.focusFirstGroup();
    await editor.runCommand('pprof Lens: Show Callers and Callees');
    await page.frame.getByRole('tab', { name: 'Callers and callees', selected: true }).waitFor();
    await page.frame.getByText(`slices.Contains`).first().waitFor();
    await editor.screenshot('3-callers-and-callees');
    await openTab(page.frame, 'Flame graph');
  });

  step('a frame that is selected leaves the editor where it is; a key opens its line', async (editor) => {
    const page = await editor.pageOf('cpu.pprof');
    const tree = page.frame.getByRole('tree');
    // The root, main.main, the handler.
    for (let row = 0; row < 3; row++) await tree.press('ArrowDown');
    await page.frame.locator('.selected-name', { hasText: handler }).waitFor();
    await eventually('the focus in the page', () => page.frame.evaluate(() => document.hasFocus()));
    assert.ok(!(await editor.currentLines(source)).includes(parseLine));
    await tree.press('o');
    await eventually('the cursor in the line', async () =>
      (await editor.currentLines(source)).includes(parseLine),
    );
    await editor.focusPage('cpu.pprof');
    await editor.screenshot('4-opened');
  });

  step(
    'a key leads into the graph, where arrows work at once, and Escape clears the search',
    async (editor) => {
      const page = await editor.pageOf('cpu.pprof');
      await editor.focusFirstGroup();
      await editor.goToLine(containsLine);
      await editor.page.keyboard.press('Control+;');
      await editor.page.keyboard.press('g');
      const search = page.frame.getByRole('textbox').first();
      await eventually('the search', async () => (await search.inputValue()).includes('tagged'));
      await eventually('the page has the keyboard', () => page.frame.evaluate(() => document.hasFocus()));
      await editor.page.keyboard.press('ArrowDown');
      await page.frame.locator('[role="tree"]:focus').waitFor();
      await page.frame.locator('.selected-name').waitFor();
      await eventually('no search', async () => {
        await editor.page.keyboard.press('Escape');
        return (await search.inputValue()) === '';
      });
      // Our keys work in the page, too.
      await editor.page.keyboard.press('Control+;');
      await editor.page.keyboard.press('k');
      await editor.page.locator('.quick-input-list').getByText('CPU time').first().waitFor();
      await editor.page.keyboard.press('Escape');
    },
  );

  step('the call graph opens where the cursor is, at a size that can be read', async (editor) => {
    const page = await editor.pageOf('cpu.pprof');
    await editor.focusFirstGroup();
    await editor.goToLine(containsLine);
    await eventually('the function marked', async () => (await marked(page)).join() === tagged);
    await openTab(page.frame, 'Call graph');
    const node = page.frame.locator('.paper g.node', { hasText: 'tagged' });
    await node.waitFor();
    await editor.screenshot('4-call-graph');
    // It is moved there when it has been drawn.
    await eventuallyHolds(async () => {
      const [box, room] = [await node.boundingBox(), await page.frame.locator('.pan-zoom').boundingBox()];
      assert.ok(box && room);
      assert.ok(box.x >= room.x && box.x + box.width <= room.x + room.width, JSON.stringify([box, room]));
      assert.ok(box.y >= room.y && box.y + box.height <= room.y + room.height, JSON.stringify([box, room]));
    });
    const height = (await node.locator('text').first().boundingBox())?.height ?? 0;
    assert.ok(height >= 10, `its text is ${height} pixels high`);
    await openTab(page.frame, 'Flame graph');
    await editor.focusFirstGroup();
    await editor.goToLine(parseLine);
  });

  step('a page that is saved has the sources, and names no folder of this machine', async (editor) => {
    const { frame } = await editor.pageOf('cpu.pprof');
    const file = join(editor.workspace, 'saved.html');
    await frame.getByRole('button', { name: 'Save as' }).click();
    await frame.getByRole('menuitem', { name: 'This page with its sources' }).click();
    const dialog = editor.page.locator('.quick-input-widget');
    // With the list of its folder it writes that folder over what has been typed.
    await dialog.locator('.monaco-list-row').first().waitFor();
    await dialog.locator('input.input').first().fill(file);
    await eventually('the dialog closed', async () => {
      // While the dialog still looks the folder up, it forgets the key. After it, the key would be for the page.
      await inTime(dialog.locator('input.input').first().press('Enter', { timeout: 2000 }));
      return appears(dialog, 'hidden');
    });
    await eventually('the saved page', () => existsSync(file));
    const text = await eventually('the whole page', async () => {
      const html = readFileSync(file, 'utf8');
      return html.trimEnd().endsWith('</html>') && unpacked(html);
    });
    assert.ok(text.includes('template.ParseFiles('), 'the source of the handler');
    for (const folder of [editor.workspace, editor.dataFolder, `${homedir()}/`]) {
      assert.ok(!text.includes(folder), `${folder} is named: ${text.indexOf(folder)}`);
    }
    rmSync(file);
  });

  step('two profiles stand side by side; the lines show the one in focus', async (editor) => {
    await editor.openProfile('mem.pprof');
    await editor.pageOf('mem.pprof');
    await editor.runCommand('View: Move Editor into Right Group');
    // It loads once more in its new place, and VS Code gives it the keyboard then: late, and it would take it from the other page.
    const mem = await eventually('the moved page with the keyboard', async () => {
      const page = await editor.pageOf('mem.pprof');
      return (await page.frame.evaluate(() => document.hasFocus())) && page;
    });
    assert.deepEqual((await mem.frames()).map(({ name }) => name).slice(0, 2), ['root', 'main.main']);
    await annotated(editor, pageLine, /^[\d.]+MB/);
    await editor.screenshot('5-side-by-side');

    await editor.focusPage('cpu.pprof');
    await annotated(editor, pageLine, /^300ms/);
    assert.equal((await mem.frames()).length > 0, true, 'the other page stays');
    await editor.statusBarSays(/cpu\.pprof/);
  });

  step('a file that is written again is shown again, and one that is deleted says so', async (editor) => {
    const page = await editor.pageOf('cpu.pprof');
    write(editor, 'cpu.pprof', shopProfile(editor, 'cpu/nanoseconds', [[50, `${handler}@${parseLine}`]]));
    await eventually('the new profile', async () => (await page.frames())[0]?.cum === 50e7);
    await annotated(editor, parseLine, /100%$/);
    rmSync(join(editor.workspace, 'cpu.pprof'));
    await page.frame.getByText('cpu.pprof has been deleted. This page shows what it held before.').waitFor();
    await editor.screenshot('6-deleted');
    write(editor, 'cpu.pprof', shopProfile(editor, 'cpu/nanoseconds', cpuSamples));
    await eventually('the profile again', async () => (await page.frames())[0]?.cum === 100e7);
  });

  step('a function is marked in a theme with high contrast, too', async (editor) => {
    const { id, base } = themes['high-contrast'];
    writeFiles(editor.workspace, { '.vscode/settings.json': JSON.stringify({ 'workbench.colorTheme': id }) });
    await editor.page.locator(`.monaco-workbench.${base}`).waitFor();
    await editor.focusFirstGroup();
    await editor.goToLine(parseLine);
    const page = await editor.pageOf('cpu.pprof');
    await eventually('the handler marked', async () => (await marked(page)).join() === handler);
    await editor.screenshot('7-high-contrast');
    rmSync(join(editor.workspace, '.vscode'), { recursive: true });
    await editor.page.locator(`.monaco-workbench.${themes.dark.base}`).waitFor();
  });

  step('a file that is no profile gets a page that says what it is, and opens as text', async (editor) => {
    write(editor, 'notes.pprof', 'Remember to profile the parser.\n');
    write(editor, 'answer.pprof', '<!DOCTYPE html><html><body>404 page not found</body></html>');
    write(editor, 'nothing.pprof', '');
    await editor.openProfile('answer.pprof');
    await (await editor.frameWith(/cannot be shown as a profile/)).getByText(/HTML/).waitFor();
    await editor.screenshot('1-html');
    await editor.openProfile('nothing.pprof');
    await editor.frameWith(/nothing\.pprof is empty/);
    await editor.openProfile('notes.pprof');
    const page = await editor.frameWith(/notes\.pprof cannot be shown as a profile/);
    await editor.screenshot('2-text');
    assert.deepEqual(await editor.notifications(), [], 'the page says it, nothing else');
    await page.getByRole('button', { name: 'Open as text' }).click();
    await editor.code('notes.pprof').getByText('Remember to profile the parser.').waitFor();
  });
}
