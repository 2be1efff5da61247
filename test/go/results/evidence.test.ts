import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { evidenceOf } from '../../../src/go/results/evidence.ts';
import { resultPair } from '../../../src/go/results/resultPair.ts';
import { resultOf } from '../../server/builders.ts';

const busy = { code: 'noise-busy', template: 'Other processes kept a core busy.', args: [] } as const;

/** On a machine where it had to wait for a core a fifth of the time. */
const timed = (time: number): Measurement[] =>
  Array.from({ length: 6 }, () => ({
    iterations: 1,
    metrics: { 'ns/op': time },
    core: { running: 0.8, waiting: 0.2 },
  }));

function evidence(before: number, now: number) {
  const [base, result] = [before, now].map((time) =>
    resultOf({ measurements: timed(time), codeHash: String(time), notes: [busy] }),
  );
  assert.ok(base && result);
  return evidenceOf({ result, baseResult: base, circumstances: resultPair(base, result, 0).circumstances });
}

test('profiles of a busy machine are compared only where it cannot explain what the measurements differ by', () => {
  assert.equal(evidence(100, 250).isDisturbed, true);
  const { isDisturbed, deviation } = evidence(100, 800);
  assert.equal(isDisturbed, false);
  assert.equal(Math.exp(2 * deviation).toFixed(3), '3.000', 'a function must differ by as much');
});
