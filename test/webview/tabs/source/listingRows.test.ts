import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heatOf, listingRows } from '../../../../src/webview/tabs/source/listingRows.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);

describe('rows of a listing', () => {
  const costs = [
    { line: 10, flat: 1, cum: 2 },
    { line: 30, flat: 0, cum: 5 },
  ];
  const brief = (rows: ReturnType<typeof listingRows>) =>
    rows.map((row) => (row.kind === 'line' ? row.line : `${row.first}-${row.last}`));

  it('fold what is far from any cost, and unfold it', () => {
    const rows = listingRows({ start: 8, end: 35, lines: costs }, numbered(100), new Set());
    assert.deepEqual(brief(rows), [8, 9, 10, 11, 12, 13, '14-26', 27, 28, 29, 30, 31, 32, 33, 34, 35]);
    const unfolded = listingRows({ start: 8, end: 35, lines: costs }, numbered(100), new Set([14]));
    assert.equal(unfolded.length, 28);
    // Where the function begins is always shown.
    const late = listingRows(
      { start: 1, end: 12, lines: [{ line: 12, flat: 1, cum: 1 }] },
      numbered(20),
      new Set(),
    );
    assert.deepEqual(brief(late), [1, '2-8', 9, 10, 11, 12]);
  });

  it('are only those with a cost where there is no text, and where the text ends too early', () => {
    assert.deepEqual(brief(listingRows({ start: 8, end: 35, lines: costs }, null, new Set())), [10, 30]);
    const short = listingRows({ start: 8, end: 35, lines: costs }, numbered(11), new Set());
    assert.deepEqual(brief(short), [8, 9, 10, 11, 30]);
  });
});

it('a row whose difference samples do not bear is grey, also where only its flat differs', () => {
  const classOf = (flat: number, cum: number, isUncertain: boolean) =>
    heatOf({ flat, cum }, 9, isUncertain).class;
  assert.equal(classOf(10, 0, true), 'uncertain');
  assert.equal(classOf(0, 4, true), 'costs uncertain');
  assert.equal(classOf(0, -4, false), 'costs shrunk');
  assert.equal(classOf(0, 4, false), 'costs');
  assert.equal(classOf(0, 0, true), '');
});
