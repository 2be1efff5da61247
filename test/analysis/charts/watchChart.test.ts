/** Where the moments of a watched server stand in its chart, and what its axes say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTop, labelsWithRoom, momentPlaces, rowLines } from '../../../src/analysis/charts/watchChart.ts';
import type { WatchedMoment } from '../../../src/base/watched.ts';

function moment(at: number, cpu: number | null, isAfterGap = false): WatchedMoment {
  return { id: `${at}`, at, isAfterGap, figures: { cpu, allocated: cpu, goroutines: cpu, heap: null } };
}

test('moments stand where their time is; a time in which nothing is known takes the room of four of them', () => {
  assert.deepEqual(momentPlaces([moment(5, 1, true)]), [1]);
  assert.deepEqual(momentPlaces([moment(0, 1), moment(10, 1), moment(40, 1)]), [0, 0.25, 1]);
  const away = [moment(0, 1), moment(10, 1), moment(20, 1), moment(3600, 1, true), moment(3610, 1)];
  assert.deepEqual(
    momentPlaces(away).map((place) => place * 70),
    [0, 10, 20, 60, 70],
  );
});

test('a line ends where nothing is known', () => {
  const moments = [moment(0, 1, true), moment(1, 2), moment(2, null), moment(3, 3), moment(4, 4, true)];
  const lines = rowLines(moments, 'cpu', [0, 10, 20, 30, 40], (value) => -value);
  assert.deepEqual(
    lines.map((line) => line.map(({ x, y }) => `${x},${y}`).join(' ')),
    ['0,-1 10,-2', '30,-3', '40,-4'],
  );
  assert.deepEqual(
    rowLines(moments, 'heap', [0, 0, 0, 0, 0], (value) => value),
    [],
  );
});

test('an axis ends at a round number, of bytes at one of their units', () => {
  const top = (figure: 'cpu' | 'allocated' | 'goroutines', value: number) =>
    axisTop([moment(0, 0), moment(1, value)], figure);
  assert.deepEqual(
    [0, 0.09, 0.42, 1, 3.1].map((cores) => top('cpu', cores)),
    [0.1, 0.1, 0.5, 1, 5],
  );
  assert.deepEqual(
    [0, 7, 12, 100, 101].map((count) => top('goroutines', count)),
    [1, 10, 20, 100, 200],
  );
  assert.deepEqual(
    [900, 1024, 3 * 2 ** 20, 600 * 2 ** 20].map((bytes) => top('allocated', bytes)),
    [1024, 1024, 4 * 2 ** 20, 2 ** 30],
  );
});

test('labels that would touch an earlier one are left out, and none leaves the axis', () => {
  const room = { width: 50, gap: 10, start: 0, end: 300 };
  const labels = [150, 160, 0, 300, 90, 230].map((x) => ({ x }));
  assert.deepEqual(
    labelsWithRoom(labels, room).map(({ x }) => x),
    [150, 25, 275, 90],
  );
});
