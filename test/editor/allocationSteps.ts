/** Allocations are counted, not sampled: what a line shows is what stands in the comment at its end. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import type { Step } from './harness.ts';

const file = 'shapes/exact_test.go';

/** What the comments of the file's first benchmark claim, in bytes per operation, by 1-based line. */
function claims(source: string): Map<number, number> {
  const [first = ''] = source.split('\n}\n');
  const amounts = first.split('\n').map((line) => /\/\/ .*, (\d+) B\/op/.exec(line)?.[1]);
  return new Map(amounts.flatMap((amount, at) => (amount === undefined ? [] : [[at + 1, Number(amount)]])));
}

/** The allocated bytes of `BenchmarkExactLoop` are shown. */
export function allocationSteps(step: Step): void {
  step('BenchmarkExactLoop: bytes', async (editor) => {
    const claimed = claims(readFileSync(join(editor.workspace, file), 'utf8'));
    assert.equal(claimed.size, 4);
    const [firstLine = 0] = claimed.keys();
    const shown = await eventually('costs on the lines', async () => {
      const annotations = await editor.annotations(file);
      return annotations.has(firstLine) && annotations;
    });
    for (const [line, amount] of claimed) {
      const text = shown.get(line) ?? '';
      const [, number, kilo] = /([\d.]+) ?(k?)B\/op/.exec(text) ?? [];
      const perOperation = Number(number) * (kilo === 'k' ? 1024 : 1);
      // Three digits are shown, and the runtime may add an object of its own in thousands of operations.
      assert.ok(
        Math.abs(perOperation - amount) <= amount * 0.01,
        `line ${line} shows "${text}", claims ${amount}`,
      );
    }
  });
}
