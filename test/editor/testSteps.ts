/** Tests are profiled as they are: the lens above one, what it costs in totals on the lines, and the list of all of a file. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { writeFiles } from '../testFolder.ts';
import type { Step } from './harness.ts';

const file = 'shapes/shapes_test.go';

export function testSteps(step: Step): void {
  let filesBefore: readonly string[] = [];

  step('a test: totals in the lens, on its lines and in the page', async (editor) => {
    filesBefore = editor.workspaceFiles();
    await editor.openFile(`${file}:46`);
    assert.equal(
      await editor.lens(file, 'profile this test').count(),
      0,
      'one lens for the tests of the file',
    );
    await editor.runCommand('pprof Lens: Profile Tests…');
    await editor.choose('Test at Cursor');
    await editor
      .lens(file, /CPU .*allocated .*\d+ runs/)
      .first()
      .waitFor({ timeout: 90_000 });
    const shown = await eventually('costs on the lines', async () => {
      const annotations = await editor.annotations(file);
      return annotations.has(50) && annotations;
    });
    assert.match((shown.get(50) ?? '').replaceAll('\u00a0', ' '), /^[\d.]+m?s/);
    assert.ok(![...shown.values()].some((text) => text.includes('/op')));
    await editor.pageOf('TestSumParts · CPU');
    await editor.statusBarSays(/TestSumParts · CPU time/);
    await editor.screenshot('one');
  });

  step('a test that fails says so, and takes the place of no profile', async (editor) => {
    const failing = 'shapes/fails_test.go';
    const body = 'import "testing"\n\nfunc TestFails(t *testing.T) { t.Fatal("as it should") }\n';
    writeFiles(editor.workspace, { [failing]: `package shapes\n\n${body}` });
    // Once in many runs, an allocation of the test is sampled, which is a profile then.
    await editor.setInWorkspace({ kinds: ['cpu'], count: 1 });
    await editor.openFile(`${failing}:5`);
    await editor.runCommand('pprof Lens: Profile Tests…');
    await editor.choose('Test at Cursor');
    await editor.notification(/^TestFails failed: as it should/, 90_000);
    await editor
      .lens(failing, /failed · no CPU sample/)
      .first()
      .waitFor();
    assert.match(await editor.statusBar(), /TestSumParts · CPU time/);
    await editor.screenshot('failed');
    await editor.runCommand('Notifications: Clear All Notifications');
    await editor.runCommand('View: Close Editor');
    rmSync(join(editor.workspace, failing));
    await editor.setInWorkspace({ count: 1 });
  });

  step('all tests of the file: the list leads to the one that costs most', async (editor) => {
    await editor.focusFirstGroup();
    await editor.runCommand('pprof Lens: Profile Tests…');
    await editor.choose('Tests in File');
    await editor.page
      .locator('.part.statusbar', { hasText: 'tests of shapes_test.go · CPU time' })
      .waitFor({ timeout: 90_000 });
    await editor.goToLine(2);
    await editor.runCommand('pprof Lens: Profile Tests…');
    await editor.choose('List Profiled Tests by Cost…');
    // The list of commands before it may still be there.
    const rows = editor.page.locator('.quick-input-list .monaco-list-row', { hasText: /\d runs/ });
    await rows.nth(3).waitFor();
    assert.match((await rows.first().innerText()).replaceAll('\n', ' '), /Test\w+.* CPU \(\d+%\)/);
    await editor.screenshotAsIs('list');
    await editor.choose('TestCounters');
    await editor.page.locator('.part.statusbar', { hasText: 'Ln 32' }).waitFor();
    assert.deepEqual(editor.workspaceFiles(), filesBefore);
    await eventually('no process is left', () => editor.goProcesses().length === 0);
  });
}
