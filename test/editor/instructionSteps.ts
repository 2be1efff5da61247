/** Instructions are asked for once, and counted when times and profiles are there. */
import { eventually } from '../eventually.ts';
import type { Step } from './harness.ts';
import { onPath } from './system.ts';

const file = 'shapes/exact_test.go';

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
    // Where they then stand, the tests of the server read.
    const counting = () => editor.goProcesses().filter((command) => command.includes('valgrind'));
    await eventually('valgrind', () => counting().length > 0);
    await editor.clickLens(file, 'cancel');
    await eventually('its processes are gone', () => editor.goProcesses().length === 0);
  });
}
