/** The page opens where the user has put it, stays closed where they have closed it, and never hides code. */
import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import type { Editor, Step } from './harness.ts';

const testFile = 'meters_test.go';
const benchmark = 'BenchmarkTotals1000';
/** 1-based. */
const line = 231;

/** The groups of editors, from the left, in pixels. */
async function groups(editor: Editor) {
  const boxes = await editor.page
    .locator('.editor-group-container')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  return boxes.map((box: DOMRect) => ({
    left: box.left,
    width: box.width,
    middle: box.top + box.height / 2,
  }));
}

async function pageShare(editor: Editor): Promise<number> {
  const [code, page] = await groups(editor);
  assert.ok(code !== undefined && page !== undefined, 'the page is beside the code');
  return page.width / (code.width + page.width);
}

/** The page says that it has another place when its edge rests. */
async function placeRemembered(editor: Editor, side: 'right' | 'below', share: number): Promise<void> {
  await eventually(`the page's place remembered: ${side}, ${share}`, async () => {
    const place = /"flameGraph\.place":\{"side":"(\w+)","share":([\d.]+)\}/.exec(await editor.remembered());
    return place?.[1] === side && Math.abs(Number(place[2]) - share) < 0.02;
  });
}

async function closePage(editor: Editor): Promise<void> {
  const tab = editor.page.locator('.tab', { hasText: benchmark });
  await tab.click({ button: 'middle' });
  await tab.waitFor({ state: 'detached' });
}

export function pagePlaceSteps(step: Step): void {
  step('the page is the one that the user gave to it, when it is opened again', async (editor) => {
    await editor.openFile(`${testFile}:${line}`);
    await editor.runCommand('pprof Lens: Profile Benchmark at Cursor');
    await editor.flameGraph();
    const [, page] = await groups(editor);
    assert.ok(page !== undefined);
    await editor.page.mouse.move(page.left, page.middle);
    await editor.page.mouse.down();
    await editor.page.mouse.move(page.left + 120, page.middle, { steps: 8 });
    await editor.page.mouse.up();
    const share = await pageShare(editor);
    assert.ok(share < 0.45, `the edge has been dragged: ${share}`);
    await placeRemembered(editor, 'right', share);
    await closePage(editor);
    await editor.runCommand('pprof Lens: Show Flame Graph');
    await editor.flameGraph();
    await eventually('the page as wide as it was', async () => {
      const now = await pageShare(editor);
      return Math.abs(now - share) < 0.03;
    });
    await editor.screenshot('1-again');
  });

  step('the page is below the code, if the user has put it there', async (editor) => {
    await editor.runCommand('View: Two Rows Editor Layout');
    await placeRemembered(editor, 'below', 0.5);
    await closePage(editor);
    await editor.runCommand('pprof Lens: Show Flame Graph');
    await editor.flameGraph();
    await eventually('the page below the code', async () => {
      const [code, page] = await groups(editor);
      return code !== undefined && page !== undefined && page.middle > code.middle + 50;
    });
    await editor.screenshot('2-below');
  });

  step('the page is a group of its own where all others show code', async (editor) => {
    await closePage(editor);
    await editor.openFile(`${testFile}:${line}`);
    await editor.runCommand('View: Split Editor Right');
    await eventually('two groups', async () => (await groups(editor)).length === 2);
    await editor.runCommand('pprof Lens: Show Flame Graph');
    await editor.flameGraph();
    assert.equal(await editor.code(testFile).locator('visible=true').count(), 2, 'both editors are in sight');
    assert.equal((await groups(editor)).length, 3);
    await editor.screenshot('3-own-group');
  });

  step('the page is none after a run, if the user has closed it', async (editor) => {
    await closePage(editor);
    await editor.openFile(`${testFile}:${line}`);
    await editor.runCommand('pprof Lens: Profile Benchmark at Cursor');
    await editor.lens(testFile, 'cancel').locator('visible=true').first().waitFor();
    await editor
      .lens(testFile, 'cancel')
      .locator('visible=true')
      .first()
      .waitFor({ state: 'hidden', timeout: 120_000 });
    // By now the result has reached the lens and the lines, which come after the page.
    await editor.result(testFile).locator('visible=true').first().waitFor();
    await eventually('costs on the lines', async () => (await editor.annotations(testFile)).size > 0);
    assert.equal(await editor.page.locator('.tab', { hasText: benchmark }).count(), 0);
  });
}
