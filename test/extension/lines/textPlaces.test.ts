import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costWidth, drawnWidth, shownText, textMargins } from '../../../src/extension/lines/textPlaces.ts';

/** Where the texts of lines begin, in characters, from the line, how wide its code is, and its cost. */
function columns(rows: readonly (readonly [line: number, end: number, cost: number])[]) {
  const lines = rows.map(([line, end, cost]) => ({ line, end, cost }));
  return textMargins(lines).map((margin, i) => margin + (lines[i]?.end ?? 0));
}

test('costs of lines near one another end in one column, behind the longest line', () => {
  const near = [
    [10, 20, 8],
    [12, 40, 9],
    [13, 8, 6],
  ] as const;
  const far = [
    [60, 5, 8],
    [61, 9, 8],
  ] as const;
  assert.deepEqual(columns([...near, ...far]), [43, 42, 45, 11, 11]);
  assert.deepEqual(columns([]), []);
});

test('a long line has its text behind it and leaves the others in their column', () => {
  assert.deepEqual(
    columns([
      [1, 20, 8],
      [2, 41, 8],
      [3, 30, 8],
    ]),
    [32, 43, 32],
  );
  assert.deepEqual(
    columns([
      [1, 100, 6],
      [2, 119, 8],
    ]),
    [102, 121],
    'all are long',
  );
});

test('a very wide cost does not move the others', () => {
  assert.deepEqual(
    columns([
      [1, 20, '1 in 30,000 ops'.length],
      [2, 20, 11],
    ]),
    [22, 22],
  );
});

test('a long line says as much as is in view, its cost at least, and nothing of what operations did not cause', () => {
  const cost = { line: 1, text: '1.2µs/op was\u00a031 ·\u00a0cum ·\u00a038%', mark: '38', heat: 6 };
  assert.equal(shownText(cost, 59), cost.text);
  assert.equal(shownText(cost, 60), '1.2µs/op was\u00a031 ·\u00a0cum');
  assert.equal(shownText(cost, 71), '1.2µs/op was\u00a031');
  assert.equal(shownText(cost, 72), '1.2µs/op');
  assert.equal(shownText(cost, 78), '1.2µs/op');
  assert.equal(shownText(cost, 79), '1.2µs', 'the edge would leave a part of a word');
  assert.equal(shownText(cost, 200), '1.2µs');
  const setup = { line: 2, text: '12ms setup', mark: 'set', heat: 0, muted: true };
  assert.equal(shownText(setup, 76), '12ms setup');
  assert.equal(shownText(setup, 77), '');
  assert.equal(costWidth(cost.text), 8);
});

test('tabs reach to their next stop, and East Asian characters are two wide', () => {
  assert.equal(drawnWidth('\tx := 1', 4), 10);
  assert.equal(drawnWidth('a\tb', 8), 9);
  assert.equal(drawnWidth('"日本"', 4), 6);
  assert.equal(drawnWidth('"µ–ä"', 4), 5);
});
