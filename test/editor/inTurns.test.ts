/** A real editor, a real Go, and other programs that keep the machine busy: no change is claimed before one click. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { editorSteps } from './harness.ts';
import { ProfilesView } from './profilesView.ts';

const testFile = 'turns_test.go';
const benchmarkLine = 12;

/** An operation whose time grows with the size. */
function source(size: number): string {
  return `package turns

import "testing"

func sum(n int) (total int) {
	for i := range n {
		total += i * i % 7
	}
	return total
}

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		sum(${size})
	}
}
`;
}

describe('two runs, the second of them beside other programs', () => {
  const settings = { 'pprofLens.count': 6, 'pprofLens.benchtime': '200ms', 'pprofLens.kinds': ['cpu'] };
  const step = editorSteps({ name: 'in-turns', module: 'template', theme: 'dark', settings });
  let others: ChildProcess[] = [];
  const stop = () => {
    for (const other of others) other.kill('SIGKILL');
    others = [];
  };
  after(stop);

  step('the first run is the one to compare with', async (editor) => {
    mkdirSync(join(editor.workspace, 'turns'));
    writeFileSync(join(editor.workspace, 'turns', testFile), source(40_000));
    await editor.openFile(`turns/${testFile}:${benchmarkLine}`);
    await editor.clickLens(testFile, 'profile this benchmark');
    await editor.lens(testFile, 'flame graph').waitFor({ timeout: 120_000 });
  });

  step('while other programs run, a faster version is not called faster', async (editor) => {
    // So much faster that it is clearly so even with a part of a core.
    writeFileSync(join(editor.workspace, 'turns', testFile), source(2_000));
    others = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    await editor.profileAgain(testFile);
    const click = editor.lens(testFile, 'measure in turns').first();
    await click.waitFor({ timeout: 120_000 });
    const lens = editor.lens(testFile, 'unsure').first();
    assert.match((await lens.textContent()) ?? '', /^[\d.]+.* → [\d.]+.*\/op, unsure: busy machine$/);
    assert.doesNotMatch((await lens.getAttribute('title')) ?? '', /p=|−\d/);
    await editor.screenshot('1-unsure');
    const hover = await editor.hover(testFile, benchmarkLine, 'BenchmarkSum');
    await editor.screenshotAsIs('2-unsure-hover');
    assert.match(hover, /machine was busy/);
    assert.match(hover, /Measure in turns/);
    await editor.page.keyboard.press('Escape');
  });

  step('in turns, beside the same programs, the true change stands', async (editor) => {
    await editor.clickLens(testFile, 'measure in turns');
    await editor.lens(testFile, 'cancel').waitFor();
    await editor.screenshot('3-measures-in-turns');
    const lens = await editor.settled(testFile, /−/);
    stop();
    const title = (await lens.getAttribute('title')) ?? '';
    const [, percent] = /−(\d+)% \(p[=<]0\.0\d\d n=[\d+]+(?:, CPU time)?\)/.exec(title) ?? [];
    assert.ok(Number(percent) > 85, `a twentieth of the work is left: ${title}`);
    await editor.screenshot('4-settled');
  });

  step('the menu of a run and the palette measure the same in turns', async (editor) => {
    const title = 'Measure in Turns with the Run Before';
    const view = await ProfilesView.open(editor);
    const began = async () => {
      await editor.clickLens(testFile, 'cancel');
      await editor.settled(testFile, /−/);
    };
    await view.act(0, title);
    await began();
    await editor.openFile(`turns/${testFile}:${benchmarkLine}`);
    await editor.runCommand(title);
    await began();
  });
});
