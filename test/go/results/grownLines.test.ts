/** Which lines a change comes from: known again after edits above and on them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChargedLine, differences, freeLines } from '../../../src/go/results/grownLines.ts';

function lines(
  ...rows: readonly (readonly [functionName: string, line: number, text: string, charge: number])[]
) {
  return rows.map(([functionName, line, text, charge]): ChargedLine => {
    return { file: 'a.go', functionName, line, text, charge };
  });
}

const before = lines(['m.F', 10, 'x = f()', 5], ['m.F', 11, 'y = g()', 7], ['m.G', 20, 'return h()', 1]);

for (const [what, after, wanted] of [
  [
    'lines that moved keep what they cost',
    lines(['m.F', 12, 'x = f()', 5], ['m.F', 13, 'y = g()', 8], ['m.G', 22, 'return h()', 1]),
    { 'x = f()': 0, 'y = g()': 1, 'return h()': 0 },
  ],
  [
    'an edited line is the line that it was',
    lines(['m.F', 10, 'x = f2()', 9], ['m.F', 11, 'y = g()', 7], ['m.G', 20, 'return h()', 1]),
    { 'x = f2()': 4, 'y = g()': 0, 'return h()': 0 },
  ],
  [
    'a line that is gone, one that is new, and one that has gone to another function',
    lines(['m.F', 11, 'y = g()', 7], ['m.G', 20, 'return h()', 1], ['m.G', 21, 'x = f()', 5]),
    { 'x = f()': 5, 'y = g()': 0, 'return h()': 0, gone: -5 },
  ],
] as const) {
  test(what, () => {
    const found = differences(before, after).map(({ text, growth, functionName }): [string, number] => [
      growth < 0 && functionName === 'm.F' ? 'gone' : text,
      growth,
    ]);
    assert.deepEqual(Object.fromEntries(found), wanted);
  });
}

test('equal texts of a function are told apart by their order', () => {
  const twice = (first: number, second: number) => lines(['m.F', 1, 'n++', first], ['m.F', 2, 'n++', second]);
  assert.deepEqual(
    differences(twice(1, 10), twice(4, 10)).map(({ growth }) => growth),
    [3, 0],
  );
});

test('lines without a source are known by their number', () => {
  const bare = (charge: number) => lines(['m.F', 1, '', charge], ['m.F', 2, '', 2]);
  assert.deepEqual(
    differences(bare(1), bare(4)).map(({ line, growth }) => [line, growth]),
    [
      [1, 3],
      [2, 0],
    ],
  );
});

test('a line that costs nothing any more was not edited', () => {
  const source = (...texts: readonly string[]) => ({
    onlyLineWith: (_: string, text: string) =>
      texts.indexOf(text) === texts.lastIndexOf(text) && texts.includes(text)
        ? texts.indexOf(text) + 1
        : null,
  });
  const grown = (append: string, ...now: readonly string[]) => {
    const old = lines(['m.F', 2, append, 7]);
    const made = lines(['m.F', 1, 'list := make([]int, 0, n)', 1]);
    const all = differences(
      [...old, ...freeLines(made, old, source('var list []int', append))],
      [...made, ...freeLines(old, made, source('list := make([]int, 0, n)', ...now))],
    );
    return all.map(({ line, growth }) => [line, growth]);
  };
  const append = 'list = append(list, n)';
  assert.deepEqual(grown(append, '', append), [
    [3, -7],
    [1, 1],
  ]);
  assert.deepEqual(grown(append, append, append), [[1, -6]], 'it may be either');
  assert.deepEqual(grown('', ''), [[1, -6]], 'without a source');
});
