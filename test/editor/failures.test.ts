/** What a user sees when a benchmark cannot be profiled, or when they change their mind. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually } from './eventually.ts';
import { filesBelow } from './files.ts';
import { editorSteps } from './harness.ts';

describe('a run that does not come to its end', () => {
  const step = editorSteps({
    name: 'failures',
    module: 'debugprint',
    theme: 'light',
    settings: { 'pprofLens.benchtime': '30s' },
  });
  const testFile = 'inbox_test.go';
  const source = 'inbox.go';

  step('cancelling leaves no process and no file', async (editor) => {
    await editor.openFile(`${testFile}:56`);
    const storedBefore = filesBelow(editor.dataFolder).filter((file) => file.includes('globalStorage'));
    await editor.clickLens(testFile, 'profile this benchmark');
    await eventually('the test binary runs', async () => editor.goProcesses().length > 0, 60_000);
    await editor.pressNotificationButton('Cancel');
    await eventually('its processes are gone', async () => editor.goProcesses().length === 0, 10_000);
    await editor.lens(testFile, 'profile this benchmark').waitFor();

    const stored = filesBelow(editor.dataFolder).filter((file) => file.includes('globalStorage'));
    assert.deepEqual(stored, storedBefore);
    assert.deepEqual(editor.workspaceFiles(), editor.sampleFiles());
    await editor.screenshot('1-cancelled');
  });

  step('a build that fails is shown at the line', async (editor) => {
    await editor.openFile(`${source}:35`);
    await editor.page.keyboard.press('End');
    await editor.page.keyboard.type('\nundeclared()');
    await editor.openFile(`${testFile}:56`);
    await editor.clickLens(testFile, 'profile this benchmark');
    await editor.notification(/build/i, 60_000);
    await editor.screenshot('2-build-failed');

    await editor.openFile(`${source}:36`);
    await editor.code(source).locator('.squiggly-error').first().waitFor();
    await editor.runCommand('Problems: Focus on Problems View');
    const problem = editor.page.locator('.markers-panel', { hasText: 'undefined: undeclared' });
    await problem.waitFor();
    await editor.screenshot('3-diagnostics');
  });
});

describe('a workspace that is not trusted', () => {
  const step = editorSteps({ name: 'untrusted', module: 'template', untrusted: true });

  step('runs nothing, and says why', async (editor) => {
    await editor.openFile('shop_test.go:40');
    await editor.screenshot('1-open');
    await editor.runCommand('pprof Lens: Profile Benchmark at Cursor');
    await editor.notification(/trust/i);
    assert.deepEqual(editor.goProcesses(), []);
    await editor.screenshot('2-refused');
  });
});
