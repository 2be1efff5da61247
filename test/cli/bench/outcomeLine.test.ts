/** The last line of `bench --against`, which agrees with the exit status. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithBase } from '../../../src/cli/bench/benchComparison.ts';
import type { FailOn } from '../../../src/cli/bench/gate.ts';
import { outcomeLine } from '../../../src/cli/bench/gateText.ts';
import { resultOf } from '../../server/builders.ts';
import { succeeded } from '../../why.ts';

/** @param values of the older and of the newer version */
function said(
  unit: string,
  [older, newer]: readonly [number[], number[]],
  failing: readonly FailOn[],
): string {
  const measured = (values: readonly number[]) =>
    resultOf({ measurements: values.map((value) => ({ iterations: 1, metrics: { [unit]: value } })) });
  const base = {
    title: 'main',
    benchmarks: [measured(older)],
    rounds: new Map(),
    problems: [],
    isCut: false,
    textOf: () => null,
  };
  const compared = succeeded(compareWithBase([measured(newer)], base, { alpha: 0.05, threshold: 0.05 }));
  return outcomeLine(compared, 1000, failing);
}

const worse: [number[], number[]] = [
  [1, 1],
  [2, 2],
];
const few: [number[], number[]] = [
  [100, 101],
  [102, 103],
];

test('what is worse fails, unless --fail-on leaves it out', () => {
  const name = resultOf({}).name;
  assert.equal(
    said('allocs/op', worse, ['changed']),
    `Failed: ${name} is worse by more than 5% (1 benchmark, 1s).`,
  );
  assert.equal(
    said('allocs/op', worse, ['unsure']),
    `Passed: --fail-on leaves out what is worse, ${name} (1 benchmark, 1s).`,
  );
});

test('what is not certain passes, unless --fail-on names it', () => {
  const name = resultOf({}).name;
  assert.equal(
    said('ns/op', few, ['changed']),
    'Passed: nothing is worse by more than 5% (1 benchmark, 1s).',
  );
  assert.equal(
    said('ns/op', few, ['changed', 'too-few']),
    `Failed: there is no certain verdict on ${name} (1 benchmark, 1s).`,
  );
});
