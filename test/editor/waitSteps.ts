/** A benchmark that waits says so, and the offer to find out what for outlives its message. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { writeFiles } from '../testFolder.ts';
import type { Step } from './harness.ts';

const file = 'shapes/waits_test.go';
const source = `package shapes

import (
	"testing"
	"time"
)

func BenchmarkWaits(b *testing.B) {
	for b.Loop() {
		time.Sleep(2 * time.Second)
	}
}
`;

export function waitSteps(step: Step): void {
  step('a benchmark that waits says so, and what helps stays when the message goes', async (editor) => {
    writeFiles(editor.workspace, { [file]: source });
    // Once is enough.
    await editor.setInWorkspace({ count: 1, benchtime: '200ms' });
    await editor.openFile(`${file}:8`);
    await editor.clickLens(file, 'profile this benchmark');
    await editor.notification(/^BenchmarkWaits waited: CPU explains/, 90_000);
    await editor.runCommand('Notifications: Clear All Notifications');
    await eventually('no message', async () => (await editor.notifications()).length === 0);
    await editor.lens(file, 'profile waiting').first().waitFor();
    assert.match((await editor.result(file).first().textContent()) ?? '', /s\/op.* · waits$/);
    const { frame } = await editor.flameGraph();
    await frame.getByText('A profile of waiting says what for').waitFor();
    await editor.screenshot('waits');
    await frame.getByRole('button', { name: 'Profile Waiting' }).click();
    await editor.clickLens(file, 'cancel');
    rmSync(join(editor.workspace, file));
  });
}
