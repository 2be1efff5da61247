/** Allocations are counted, not sampled: what a line shows is what stands in the comment at its end. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import type { Editor, Step } from './harness.ts';
import { appears } from './workbench.ts';

const file = 'exact_test.go';

/** What the comments of a benchmark claim per operation, by 1-based line. */
function claims(editor: Editor, benchmark: string, unit: 'allocs' | 'bytes'): Map<number, number> {
  const pattern = unit === 'allocs' ? /\/\/ (\d+) allocs?\/op/ : /\/\/ .*, (\d+) B\/op/;
  const claimed = new Map<number, number>();
  let inside = false;
  for (const [index, line] of readFileSync(join(editor.workspace, file), 'utf8').split('\n').entries()) {
    if (line.startsWith('func ')) inside = line.startsWith(`func ${benchmark}(`);
    const amount = pattern.exec(line)?.[1];
    if (inside && amount !== undefined) claimed.set(index + 1, Number(amount));
  }
  assert.equal(claimed.size, 4, `claims in ${benchmark}`);
  return claimed;
}

/** Compares the claims with the cost each line shows: `cum 64 B/op`, or `flat` where that is all of it. */
async function assertShown(editor: Editor, claimed: ReadonlyMap<number, number>): Promise<void> {
  const [firstLine] = claimed.keys();
  assert.ok(firstLine !== undefined);
  const shown = await eventually('costs on the lines', async () => {
    const annotations = await editor.annotations(file);
    return annotations.has(firstLine) && annotations;
  });
  for (const [line, amount] of claimed) {
    const text = shown.get(line) ?? '';
    const [, number, kilo] = /([\d.]+) ?(k?)(?:B|allocs?)\/op/.exec(text) ?? [];
    const perOperation = Number(number) * (kilo === 'k' ? 1024 : 1);
    // Three digits are shown, and the runtime may add an object of its own in thousands of operations.
    assert.ok(
      Math.abs(perOperation - amount) <= amount * 0.01,
      `line ${line} shows "${text}", claims ${amount}`,
    );
  }
}

/** The allocated bytes of `BenchmarkExactLoop` are shown. */
export function allocationSteps(step: Step): void {
  step('BenchmarkExactLoop: bytes', (editor) =>
    assertShown(editor, claims(editor, 'BenchmarkExactLoop', 'bytes')),
  );

  step('BenchmarkExactN: objects and bytes, after switches of the sample type', async (editor) => {
    await editor.focusFirstGroup();
    await editor.openFile(`${file}:31`);
    await editor.runCommand('pprof Lens: Profile Benchmark at Cursor');
    await editor.page
      .locator('.part.statusbar', { hasText: 'BenchmarkExactN · ' })
      .waitFor({ timeout: 60_000 });
    for (const [label, unit] of [
      ['Allocated objects', 'allocs'],
      ['Allocated bytes', 'bytes'],
    ] as const) {
      const rows = editor.page.locator('.quick-input-list .monaco-list-row');
      // The run goes on: its allocations come after its CPU time, and an open list stays as it was.
      await eventually('one entry', async () => {
        await editor.page.keyboard.press('Escape');
        await editor.runCommand('pprof Lens: Switch Profile…');
        await rows.first().waitFor();
        await editor.narrow(`ExactN ${label}`);
        return appears(rows.nth(1), 'hidden', 5000).then(async () => (await rows.count()) === 1);
      });
      await editor.screenshotAsIs('switch');
      await editor.choose(label);
      await editor.page.locator('.part.statusbar', { hasText: `BenchmarkExactN · ${label}` }).waitFor();
      const wanted = unit === 'allocs' ? /allocs?\/op/ : /B\/op/;
      await eventually(`${unit} on the lines`, async () =>
        wanted.test([...(await editor.annotations(file)).values()].join()),
      );
      await assertShown(editor, claims(editor, 'BenchmarkExactN', unit));
    }
    await editor.flameGraph();
    await editor.screenshot('bytes');
  });
}
