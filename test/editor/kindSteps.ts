/** From CPU to memory and back in one press, by each of the ways there are: lines, page and status bar agree. */
import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import type { Editor, Step } from './harness.ts';

const file = 'shapes/exact_test.go';
const benchmark = 'BenchmarkExactLoop';

const kinds = {
  'CPU time': { page: `${benchmark} · CPU`, lines: /[µnm]s\/op/ },
  'Allocated bytes': { page: `${benchmark} · Memory`, lines: / k?B\/op/ },
} as const;

async function assertShown(editor: Editor, type: keyof typeof kinds): Promise<void> {
  await editor.page
    .locator('.part.statusbar', { hasText: `${benchmark} · ${type}` })
    .waitFor({ timeout: 60_000 });
  const { page, lines } = kinds[type];
  await eventually(`${type} on the lines`, async () => {
    const texts = [...(await editor.annotations(file)).values()];
    return texts.length > 0 && texts.some((text) => lines.test(text.replaceAll('\u00a0', ' ')));
  });
  const { frame } = await editor.pageOf(page);
  const dropDown = frame.getByRole('combobox', { name: 'Sample type' });
  const label = () => dropDown.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label);
  await eventually(`${type} in the page's drop-down`, async () => (await label()) === type);
}

/** They end with the allocated bytes of `BenchmarkExactLoop`. */
export function kindSteps(step: Step): void {
  step('a run shows CPU time', async (editor) => {
    // A time would be too short for samples in its lines where other programs take it.
    await editor.setInWorkspace({ count: 1, benchtime: '100000x' });
    // A page that the user has closed stays closed after a run.
    await editor.runCommand('pprof Lens: Show Flame Graph');
    await editor.openFile(`${file}:18`);
    await editor.runCommand('pprof Lens: Profile Benchmark at Cursor');
    await assertShown(editor, 'CPU time');
    // Before, there is no other kind that a key could change to.
    await editor.lens(file, 'cancel').first().waitFor({ state: 'detached' });
  });

  step('by key', async (editor) => {
    await editor.goToLine(18);
    await editor.page.keyboard.press('Control+Semicolon');
    await editor.page.keyboard.press('m');
    await assertShown(editor, 'Allocated bytes');
  });

  step("by the page's drop-down", async (editor) => {
    const { frame } = await editor.pageOf(kinds['Allocated bytes'].page);
    await frame.getByRole('combobox', { name: 'Sample type' }).selectOption({ label: 'CPU time' });
    await assertShown(editor, 'CPU time');
  });

  step('by the status bar', async (editor) => {
    const rows = await editor.openStatusBarList(benchmark);
    const first = (await rows.first().innerText()).replaceAll('\n', ' ');
    assert.match(first, /CPU time.*shown now/);
    // Each word stands in another part of the entry.
    await editor.narrow('exact bytes allocated');
    await eventually('one entry', async () => (await rows.count()) === 1);
    await editor.screenshotAsIs('quick-pick');
    await editor.choose('Allocated bytes');
    await assertShown(editor, 'Allocated bytes');
    await editor.screenshot('memory');
  });
}
