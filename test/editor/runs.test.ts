/** Files of other profilers; what a user sees when a benchmark cannot be profiled, or when they change their mind; and other runs. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { eventually, eventuallyHolds } from '../eventually.ts';
import { filesBelow } from './files.ts';
import { type Editor, editorSteps } from './harness.ts';
import { emptyHistoryStep } from './historySteps.ts';
import { inSightSteps } from './inSightSteps.ts';
import { repository } from './install.ts';
import { knownCostSteps } from './knownCostSteps.ts';
import { otherProfilerSteps, withoutGoStep } from './otherProfilerSteps.ts';
import { oldSettingStep, programSteps } from './programSteps.ts';
import { resultSteps } from './resultSteps.ts';

describe('other profilers, a program, runs that do not come to their end, the table of results, and code like that of public modules', () => {
  const step = editorSteps({
    name: 'runs',
    module: 'languages',
    theme: 'light',
    settings: { 'explorer.autoReveal': false, 'pprofLens.benchtime': '30s', 'pprofLens.followCursor': true },
  });
  withoutGoStep(step);
  oldSettingStep(step);
  emptyHistoryStep(step);
  programSteps(step);
  otherProfilerSteps(step);

  const testFile = 'inbox_test.go';
  const source = 'inbox.go';

  step('cancelling leaves no process and no file', async (editor) => {
    cpSync(join(repository, 'test/workspace/debugprint'), editor.workspace, { recursive: true });
    // Go takes it for a part of the package.
    rmSync(join(editor.workspace, 'main.cpp'));
    const filesBefore = editor.workspaceFiles();
    await editor.closeAllEditors();
    await editor.openFile(`${testFile}:56`);
    assert.doesNotMatch((await editor.palette()).join(), /Cancel Run/, 'nothing runs');
    const storedBefore = filesBelow(editor.dataFolder).filter((file) => file.includes('globalStorage'));
    await editor.clickLens(testFile, 'profile this benchmark');
    await eventually('the test binary runs', async () => editor.goProcesses().length > 0, 60_000);
    await editor.pressNotificationButton('Cancel');
    await eventually('its processes are gone', async () => editor.goProcesses().length === 0);
    await editor.lens(testFile, 'profile this benchmark').waitFor();

    await eventuallyHolds(async () => {
      const stored = filesBelow(editor.dataFolder).filter((file) => file.includes('globalStorage'));
      assert.deepEqual(stored, storedBefore);
    });
    assert.deepEqual(editor.workspaceFiles(), filesBefore);
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

  step(
    'the lens says that it failed; the next run removes that, and the message from the screen',
    async (editor) => {
      await editor.openFile(`${testFile}:56`);
      const failed = editor.lens(testFile, /failed/);
      await failed.first().waitFor();
      await editor.notification(/does not build/);
      await editor.screenshot('4-failed-lens');
      await editor.openFile(`${source}:36`);
      await editor.page.keyboard.press('Control+Shift+K');
      await editor.openFile(`${testFile}:56`);
      await editor.clickLens(testFile, 'profile this benchmark');
      await failed.first().waitFor({ state: 'detached' });
      await eventually('no such message', async () =>
        (await editor.notifications()).every((text) => !/does not build/.test(text)),
      );
      await editor.screenshot('5-next-run');
      await cancelRun(editor);
    },
  );

  step('a benchmark behind a build tag offers the tag, and sets it for the workspace', async (editor) => {
    writeFileSync(
      join(editor.workspace, 'large_test.go'),
      // It sleeps: of nothing, a billion operations are over before a busy window has shown that it runs.
      '//go:build bench\n\npackage inbox\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc BenchmarkLarge(b *testing.B) {\n\tfor b.Loop() {\n\t\ttime.Sleep(time.Millisecond)\n\t}\n}\n',
    );
    // Quick open may still have the list of files from before.
    await editor.showExplorer();
    await editor.page
      .locator('.explorer-folders-view .monaco-list-row', { hasText: 'large_test.go' })
      .click();
    await editor.code('large_test.go').first().waitFor();
    await editor.clickLens('large_test.go', 'profile this benchmark');
    await editor.notification(/large_test\.go is built only with the build tag bench/);
    await editor.screenshot('6-build-tag');
    await editor.pressNotificationButton('Always, in This Workspace');
    await editor.lens('large_test.go', 'cancel').first().waitFor();
    const file = join(editor.workspace, '.vscode', 'settings.json');
    await eventually('the setting', async () => {
      return existsSync(file) && /"pprofLens\.tags": "bench"/.test(readFileSync(file, 'utf8'));
    });
    await cancelRun(editor);
  });

  resultSteps(step);
  inSightSteps(step);

  step('a wrong path of the go command offers the setting', async (editor) => {
    await editor.setInWorkspace({ goPath: '/nowhere/go' });
    await editor.openFile(`${testFile}:56`);
    await editor.clickLens(testFile, 'profile this benchmark');
    await editor.notification(/go command in the settings does not work: \/nowhere\/go/);
    await editor.screenshot('7-go-path');
    await editor.pressNotificationButton('Open Setting');
    await editor.page.locator('.settings-editor', { hasText: 'Go Path' }).waitFor();
    await editor.screenshot('8-go-path-setting');
  });

  knownCostSteps(step);
});

/** Cancels the run that goes on, and waits until nothing of it is left. */
async function cancelRun(editor: Editor): Promise<void> {
  await editor.runCommand('pprof Lens: Cancel Run and Keep What It Has Measured');
  await eventually('its processes are gone', async () => editor.goProcesses().length === 0);
}
