/** A run while it goes on: what its lens says, what waits for it, and what is left of it after a cancel. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { writeFiles } from '../testFolder.ts';
import type { Step } from './harness.ts';
import { appears } from './quickInput.ts';

const file = 'shapes/naps_test.go';
/** They run for longer than all that is done meanwhile takes, and leave the processor to others. */
const source = `package shapes

import (
	"testing"
	"time"
)

func BenchmarkNap(b *testing.B) {
	for b.Loop() {
		time.Sleep(5 * time.Millisecond)
	}
}

func BenchmarkNapN(b *testing.B) {
	for range b.N {
		time.Sleep(5 * time.Millisecond)
	}
}
`;
/** 1-based. */
const napLine = 8;

/** The module comes into the workspace. */
export function progressSteps(step: Step): void {
  const profile = 'profile this benchmark';
  const progress = /^\s*(?:~\S+\/op · )?\u2007*\d+ of 203 · (?:about \d+ (?:s|min)|a few seconds)$/;
  const waits = /waits for BenchmarkNap/;
  let filesBefore: readonly string[] = [];

  step(
    'the clicked lens is its progress, with Cancel beside it, and the code stays where it is',
    async (editor) => {
      editor.addModule('shapes');
      writeFiles(editor.workspace, { [file]: source });
      await editor.setInWorkspace({ kinds: ['cpu', 'mem'], count: 200, benchtime: '500ms' });
      filesBefore = editor.workspaceFiles();
      await editor.closeAllEditors();
      await editor.openFile(`${file}:${napLine + 2}`);
      // Asked in one go: the editor draws the line anew when its number comes.
      const place = () =>
        editor.code(file).evaluate((code) => {
          const lines = [...code.querySelectorAll('.view-line')];
          const loop = lines.find((line) => line.textContent?.includes('BenchmarkNap('));
          return JSON.stringify(loop?.getBoundingClientRect());
        });
      await editor.lens(file, profile).first().waitFor();
      const before = await place();
      assert.match(before, /"top"/);
      await editor.clickLens(file, profile);
      await editor.lens(file, progress).first().waitFor();
      await editor.lens(file, 'cancel').first().waitFor();
      assert.equal(await place(), before);
      // It has the number before the lens, which the editor draws anew only when nothing has changed for a while.
      await editor.notification(/BenchmarkNap: ~\S+\/op · \u2007*\d+ of 203/);
      await eventually('the number behind the code', async () =>
        /^~\S+\/op$/.test((await editor.annotations(file)).get(napLine) ?? ''),
      );
      await editor.screenshot('1-running');
    },
  );

  step('another benchmark waits for it, by name, and has no notification of its own', async (editor) => {
    await editor.clickLens(file, profile);
    await editor.lens(file, waits).first().waitFor();
    await editor.notification(/BenchmarkNapN waits/);
    assert.equal((await editor.notifications()).filter((text) => text.includes('Nap')).length, 1);
    await editor.screenshot('2-waiting');
  });

  step('a click on what waits or runs shows the progress, and starts no second run', async (editor) => {
    for (const lens of [waits, progress]) {
      await eventually('the progress', async () => {
        // What runs has another text twice a second, and a click in between meets nobody.
        await editor.clickLens(file, lens);
        return appears(editor.page.locator('.notifications-center.visible'));
      });
      await editor.runCommand('Notifications: Hide Notifications');
    }
    await editor.lens(file, waits).first().waitFor();
    await eventually('two to cancel', async () => (await editor.lens(file, 'cancel').count()) === 2);
  });

  step('Cancel in the lens keeps what was measured, and what waited starts', async (editor) => {
    await editor
      .lens(file, /· \u2007*(?:[4-9]|\d\d+) of 203/)
      .first()
      .waitFor();
    await editor.clickLens(file, 'cancel');
    await editor
      .lens(file, /partial: \d+ of 200/)
      .first()
      .waitFor();
    await eventually('the other one starts', async () => (await editor.lens(file, waits).count()) === 0);
    await editor.screenshot('3-partial');
    await editor.runCommand('pprof Lens: Cancel Run and Keep What It Has Measured');
    await eventually('no process is left', async () => editor.goProcesses().length === 0);
    await eventually('nothing runs', async () => (await editor.lens(file, 'cancel').count()) === 0);
    assert.deepEqual(editor.workspaceFiles(), filesBefore);
    rmSync(join(editor.workspace, file));
  });
}
