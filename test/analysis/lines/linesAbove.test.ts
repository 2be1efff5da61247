import assert from 'node:assert/strict';
import test from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { linesAbove, marksBelow } from '../../../src/analysis/lines/linesAbove.ts';
import { profileOf } from '../../pprof/builder.ts';

const costs = new ProfileCosts(
  profileOf({
    sampleTypes: ['samples/count', 'other/count'],
    samples: [
      { values: [3, 0], stack: ['changed a.go:10', 'caller a.go:20', 'main a.go:30'] },
      { values: [5, 1], stack: ['leaf a.go:40', 'changed a.go:11', 'caller a.go:21', 'main a.go:31'] },
      // Inlined, and another changed function on the same stack.
      { values: [7, 0], stack: [['changed a.go:10', 'inliner a.go:50'], 'second a.go:60', 'main a.go:30'] },
      { values: [9, 0], stack: ['other a.go:70', 'main a.go:32'] },
    ],
  }),
);

/** By row: the number that is given to its function's name. */
function marks(byName: Readonly<Record<string, number>>): Int32Array {
  const { functions, locations, strings } = costs.profile;
  return Int32Array.from(locations.lineFunction, (func) => byName[strings.get(functions.name[func]!)] ?? 0);
}

const numberOf = (line: number) => costs.lines.lineNumber.indexOf(line);

function above(sampleType: number): number[] {
  const found = linesAbove(costs, Uint8Array.from(marks({ changed: 1 })), sampleType);
  return [...found].flatMap((is, i) => (is === 1 ? costs.lines.lineNumber[i]! : []));
}

test('the lines of marked functions and of all that call them; not what these call, nor other calls', () => {
  assert.deepEqual(above(0), [10, 11, 20, 21, 30, 31, 50, 60]);
});

test('only samples with a cost count', () => {
  assert.deepEqual(above(1), [11, 21, 31]);
});

test('what a line has of each mark, the largest first', () => {
  const asked = (line: number) =>
    marksBelow(costs, marks({ changed: 1, second: 2 }), 0, numberOf(line)).map(({ mark, value }) => [
      mark,
      value,
    ]);
  assert.deepEqual(asked(30), [
    [1, 10],
    [2, 7],
  ]);
  assert.deepEqual(asked(20), [[1, 3]]);
  assert.deepEqual(asked(70), []);
});
