/** The page opens below the code or where the user wants it, stays closed where they have closed it, and never hides code. */
import assert from 'node:assert/strict';
import { eventually, eventuallyHolds } from '../eventually.ts';
import type { Editor, Step } from './harness.ts';
import { appears } from './quickInput.ts';

const testFile = 'meters_test.go';
const benchmark = 'BenchmarkTotals1000';
/** 1-based. */
const line = 231;

/** How much code is seen above the page: its columns, and where it ends in pixels. */
async function codeRoom(editor: Editor) {
  return editor
    .code(testFile)
    .first()
    .evaluate((element) => {
      const { right, bottom } = element.querySelector('.editor-scrollable')!.getBoundingClientRect();
      const minimap = element.querySelector('.minimap')?.getBoundingClientRect();
      const line = document.createRange();
      const rows = [...element.querySelectorAll('.view-lines > .view-line')];
      line.selectNodeContents(rows.find((row) => (row.textContent?.length ?? 0) > 10)!);
      const width = line.getBoundingClientRect().width / line.toString().length;
      const left = element.querySelector('.view-lines')!.getBoundingClientRect().left;
      return { columns: (Math.min(right, minimap?.left ?? right) - left) / width, bottom };
    });
}

/** Where the page is drawn, once it is in sight: one that is hidden, or going away from its old place, is drawn nowhere. */
async function pageBox(editor: Editor) {
  return eventually('the page in sight', async () => {
    const { frame } = await editor.flameGraph();
    const outer = await frame
      .parentFrame()
      ?.frameElement()
      .catch(() => undefined);
    return (await outer?.boundingBox().catch(() => null)) ?? undefined;
  });
}

async function closePanel(editor: Editor): Promise<void> {
  await editor.runCommand('View: Hide Panel');
  await panel(editor).waitFor({ state: 'hidden' });
}

const panel = (editor: Editor) => editor.page.locator('.part.panel');

const tab = (editor: Editor) => editor.page.locator('.tab', { hasText: benchmark });

export function pagePlaceSteps(step: Step): void {
  step('the page stands below the code, which keeps its width', async (editor) => {
    await editor.openFile(`${testFile}:${line}`);
    await editor.runCommand('pprof Lens: Show Flame Graph');
    await eventuallyHolds(async () => {
      const code = await codeRoom(editor);
      const page = await pageBox(editor);
      assert.ok(page.y >= code.bottom, `the page begins at ${page.y}, the code ends at ${code.bottom}`);
      assert.ok(code.columns >= 85, `${code.columns} columns`);
      assert.ok(page.height < 300, `${page.height} pixels`);
    });
    const { frame } = await editor.flameGraph();
    const rows = await frame
      .locator('.head > :is(header, nav) > *, .flame-scroll')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const [tabs, graph] = [Math.min(...rows), Math.max(...rows)];
    assert.ok(graph - tabs < 48, `tabs and buttons take ${graph - tabs} pixels`);
    await editor.screenshot('1-below');
  });

  step('the page stays closed after a run, if the user has closed it', async (editor) => {
    await closePanel(editor);
    await editor.openFile(`${testFile}:${line}`);
    await editor.runCommand('pprof Lens: Profile Benchmark at Cursor');
    const cancel = editor.lens(testFile, 'cancel').locator('visible=true').first();
    await cancel.waitFor();
    await cancel.waitFor({ state: 'hidden', timeout: 120_000 });
    // By now the result has reached the lens and the lines, which come after the page.
    await editor.result(testFile).locator('visible=true').first().waitFor();
    await eventually('costs on the lines', async () => (await editor.annotations(testFile)).size > 0);
    assert.equal(await panel(editor).isVisible(), false);
    assert.equal(await tab(editor).count(), 0);
  });

  step('the page comes back when it is asked for, and leaves the focus in the code', async (editor) => {
    await editor.lens(testFile, 'flame graph').locator('visible=true').first().click();
    await pageBox(editor);
    const end = editor.page.locator('.part.statusbar', { hasText: new RegExp(`Ln ${line}, Col (?!1\\b)`) });
    await eventually('a key that the code hears', async () => {
      await editor.page.keyboard.press('End');
      return appears(end);
    });
  });

  step('the page is large in an editor, if the user wants that', async (editor) => {
    const leaves = { name: 'Stacks from the leaf' };
    await (await editor.flameGraph()).frame.getByRole('button', leaves).click();
    await editor.runCommand('pprof Lens: Open Page in an Editor');
    await tab(editor).waitFor();
    await editor.frameWith(/The page is open in an editor/);
    await editor.screenshot('2-both');
    await closePanel(editor);
    await eventuallyHolds(async () => {
      const page = await pageBox(editor);
      assert.ok(page.height > 500, `${page.height} pixels`);
    });
    const { frame } = await editor.flameGraph();
    // What was chosen in the view holds here, too.
    await frame.getByRole('button', { ...leaves, pressed: true }).click();
    await frame.getByRole('button', { ...leaves, pressed: false }).waitFor();
    await editor.screenshot('2-editor');
  });

  step('the page comes back into its view as it was in the editor', async (editor) => {
    await editor.runCommand('View: Toggle Panel Visibility');
    const elsewhere = await editor.frameWith(/The page is open in an editor/);
    await elsewhere.getByRole('button', { name: 'Show it here' }).click();
    await tab(editor).waitFor({ state: 'detached' });
    const { frame } = await editor.flameGraph();
    await frame.getByRole('button', { name: 'Stacks from the leaf', pressed: false }).waitFor();
    await eventuallyHolds(async () => {
      const page = await pageBox(editor);
      assert.ok(page.height < 300, `${page.height} pixels`);
    });
    await closePanel(editor);
  });

  step('the page stands beside the code, in a group of its own, if a setting says so', async (editor) => {
    await editor.setInWorkspace({ page: 'beside' });
    await editor.openFile(`${testFile}:${line}`);
    await editor.runCommand('View: Split Editor Right');
    const groups = editor.page.locator('.editor-group-container');
    await eventually('two groups', async () => (await groups.count()) === 2);
    await editor.runCommand('pprof Lens: Show Flame Graph');
    // The page in the panel, which is hidden now, may still be there when the other one opens.
    await eventuallyHolds(async () => assert.equal(await groups.count(), 3));
    await editor.flameGraph();
    assert.equal(await editor.code(testFile).locator('visible=true').count(), 2, 'both editors are in sight');
    assert.equal(await panel(editor).isVisible(), false);
    await editor.screenshot('3-beside');
  });
}
