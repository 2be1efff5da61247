import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CodeRoom,
  codeRoom,
  drawnWidth,
  type EditorMeasures,
  groupWidths,
  textColumns,
  textStyle,
} from '../../../src/extension/lines/textPlaces.ts';

/** Rows of a line, how wide its code is, and its cost. */
function columns(rows: readonly (readonly [line: number, end: number, cost: number])[], edge: number | null) {
  return textColumns(
    rows.map(([line, end, cost]) => ({ line, end, cost })),
    edge,
  );
}

test('costs of lines near one another end in one column, behind the longest line', () => {
  const near = [
    [10, 20, 8],
    [12, 41, 9],
    [13, 8, 6],
  ] as const;
  const far = [
    [60, 5, 8],
    [61, 9, 8],
  ] as const;
  assert.deepEqual(columns([...near, ...far], null), [44, 43, 46, 11, 11]);
  assert.deepEqual(columns([], null), []);
});

test('a very long line has its text behind it and leaves the others in their column', () => {
  assert.deepEqual(
    columns(
      [
        [1, 20, 8],
        [2, 119, 8],
        [3, 30, 8],
      ],
      null,
    ),
    [32, 121, 32],
  );
  assert.deepEqual(
    columns(
      [
        [1, 100, 6],
        [2, 119, 8],
      ],
      null,
    ),
    [102, 121],
    'all are long',
  );
});

test('texts stand at the edge together, if it is not far', () => {
  const lines = [
    [1, 20, 8],
    [2, 119, 8],
  ] as const;
  const [short = 0, long = 0] = columns(lines, 40);
  assert.ok(short >= 40 && long >= 40, 'both are out of sight, so both are placed at the edge');
  assert.deepEqual(columns(lines, 80), [22, 121], 'the edge is far');
  assert.deepEqual(columns(lines, 140), [22, 121], 'both have room');
});

test('a very wide cost does not move the others', () => {
  assert.deepEqual(
    columns(
      [
        [1, 20, '1 in 30,000 ops'.length],
        [2, 20, 11],
      ],
      null,
    ),
    [22, 22],
  );
});

test('tabs reach to their next stop, and East Asian characters are two wide', () => {
  assert.equal(drawnWidth('\tx := 1', 4), 10);
  assert.equal(drawnWidth('a\tb', 8), 9);
  assert.equal(drawnWidth('"日本"', 4), 6);
  assert.equal(drawnWidth('"µ–ä"', 4), 5);
});

const measures: EditorMeasures = {
  width: 461,
  lineHeight: 19,
  fontSize: 14,
  glyphLanes: 1,
  hasFolding: true,
  lineNumberDigits: 3,
  minimapColumns: 120,
  scrollbarWidth: 14,
};

/** In pixels, where a character is 8.43 wide, as that of the editor's own font on Linux. */
function pixels(length: string): number {
  const [, whole, digits] = /^\((\d+)px - (\d+)ch\)$/.exec(length) ?? [];
  return Number(whole) - Number(digits) * 8.43;
}

test('the room for code is what the editor leaves beside line numbers and minimap, or a little less', () => {
  // As VS Code 1.139 draws it: `.view-lines` of an editor of this width has 330 pixels, with no minimap 377.
  const { length, characters } = codeRoom(measures);
  assert.ok(pixels(length) <= 330 && pixels(length) > 330 - 8.43, length);
  assert.ok(characters === 38 || characters === 39, String(characters));
  const beside = codeRoom({ ...measures, glyphLanes: 2 });
  assert.ok(pixels(beside.length) < pixels(length) && beside.characters < characters, beside.length);
  const without = codeRoom({ ...measures, minimapColumns: 0 });
  assert.ok(pixels(without.length) <= 377 && pixels(without.length) > 377 - 8.43, without.length);
});

const room: CodeRoom = { length: '(300px - 3ch)', characters: 32 };
const text = '\u00a010ns/op cum ·\u00a038%';

test('a text stands at the edge of what is seen where its column is out of sight, with room for its cost', () => {
  const { style, isOverCode } = textStyle(57, text, room, 0);
  assert.match(style, /position:absolute;left:calc\(min\(57ch,\(300px - 3ch\) - 9ch\)\)/);
  assert.match(style, /width:calc\(max\(\(300px - 3ch\) - 58ch,8ch\)\)/);
  assert.ok(isOverCode);
});

test('a text that has room needs no ground of its own', () => {
  assert.equal(textStyle(10, text, room, 0).isOverCode, false);
});

test('a text stands behind the code where the room is not known, or would be all covered', () => {
  for (const known of [null, { ...room, characters: 24 }]) {
    const { style, isOverCode } = textStyle(57, text, known, 0);
    assert.match(style, /left:57ch/);
    assert.equal(isOverCode, false);
  }
});

test('a text gives way to the caret, but not to one that stands before it', () => {
  assert.match(textStyle(57, text, room, 20).style, /left:57ch/);
  assert.match(textStyle(57, text, room, 8).style, /left:calc/);
});

test('groups side by side have their own widths', () => {
  assert.deepEqual(groupWidths({ orientation: 0, groups: [{ size: 461 }, { size: 462 }] }), [461, 462]);
});

test('groups below each other in a column have the width of the column', () => {
  const column = { size: 500, groups: [{ size: 300 }, { size: 400 }] };
  assert.deepEqual(groupWidths({ orientation: 0, groups: [column, { size: 423 }] }), [500, 500, 423]);
});

test('groups below each other over the whole width do not tell it, those beside one another in a row do', () => {
  const row = { size: 300, groups: [{ size: 200 }, { size: 700 }] };
  assert.deepEqual(groupWidths({ orientation: 1, groups: [{ size: 400 }, row] }), [null, 200, 700]);
});

test('what is no layout has no widths', () => {
  assert.deepEqual(groupWidths(undefined), []);
  assert.deepEqual(groupWidths({ orientation: 0, groups: [{}] }), [null]);
});
