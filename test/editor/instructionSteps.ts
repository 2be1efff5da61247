/** Instructions are asked for once, and counted when times and profiles are there. They stand on the lines as any other cost. */
import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import type { Step } from './harness.ts';
import { onPath } from './system.ts';

const file = 'exact_test.go';
const benchmark = 'BenchmarkExactLoop';

export function instructionSteps(step: Step): void {
  if (!onPath('valgrind')) return;

  step('instructions, by Profile with Options…', async (editor) => {
    await editor.focusFirstGroup();
    await editor.openFile(`${file}:18`);
    await editor.runCommand('pprof Lens: Profile Benchmark with Options…');
    const questions = editor.page.locator('.quick-input-widget');
    await questions.locator('.monaco-list-row', { hasText: /Instructions.*valgrind-[\d.]+, on / }).click();
    await editor.screenshotAsIs('options');
    for (const next of ['How many measurements', 'How long is each']) {
      await editor.page.keyboard.press('Enter');
      await questions.getByText(next).waitFor();
    }
    // As many operations say as much: each is counted alike.
    await editor.answer('How long is each', '50x');
    const cancel = editor.lens(file, 'cancel');
    await cancel.waitFor();
    await cancel.waitFor({ state: 'detached', timeout: 120_000 });
    assert.match(
      (await editor.hover(file, 17, benchmark)).replaceAll(/[\s\u2060]+/g, ' '),
      /instructions\/op [\d,]{4,}/,
    );
    await editor.page.keyboard.press('Escape');
    await editor.openStatusBarList(benchmark);
    await editor.choose('Instructions');
    await eventually('instructions on the lines', async () =>
      [...(await editor.annotations(file)).values()].some((text) => /[\d,]+\sinstr\/op/.test(text)),
    );
    await editor.screenshot('instructions');
  });
}
