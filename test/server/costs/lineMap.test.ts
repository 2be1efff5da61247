import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { mapLines } from '../../../src/server/costs/lineMap.ts';

const lines = (...all: string[]) => all.join('\n');

test('unchanged lines are found where they now stand', () => {
  const before = lines('package p', '', 'func F() {', '\twork()', '}');
  const after = lines('package p', '', '// F works.', 'func F() {', '\twork()', '}');
  assert.deepEqual([...mapLines(before, after)], [0, 1, 3, 4, 5]);
});

test('a changed line is not found, the lines around it are', () => {
  assert.deepEqual([...mapLines(lines('a', 'b', 'c'), lines('a', 'B', 'c'))], [0, -1, 2]);
});

test('a removed line is not found', () => {
  assert.deepEqual([...mapLines(lines('a', 'b', 'c'), lines('a', 'c'))], [0, -1, 1]);
});

test('other line endings are not a change', () => {
  assert.deepEqual([...mapLines('a\r\nb\r\n', 'a\nb\n')], [0, 1, 2]);
});

test('lines between two edits are found', () => {
  const before = lines('a', 'b', 'c', 'd', 'e');
  const after = lines('x', 'a', 'c', 'd', 'y', 'e');
  assert.deepEqual([...mapLines(before, after)], [1, -1, 2, 3, 5]);
});

test('of a rewritten file no line is found, because the diff would take too long', () => {
  const before = Array.from({ length: 6000 }, (_, i) => `old ${i}`);
  const after = Array.from({ length: 6000 }, (_, i) => `new ${i}`);
  assert.ok(mapLines(before.join('\n'), after.join('\n')).every((line) => line === -1));
});

test('a line that is found has the same text, and the order is kept', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '}', ''), { maxLength: 40 });
  fc.assert(
    fc.property(text, text, (old, now) => {
      const map = mapLines(old.join('\n'), now.join('\n'));
      const oldLines = old.join('\n').split('\n');
      const nowLines = now.join('\n').split('\n');
      let last = -1;
      for (const [line, mapped] of map.entries()) {
        if (mapped === -1) continue;
        assert.equal(nowLines[mapped], oldLines[line]);
        assert.ok(mapped > last);
        last = mapped;
      }
    }),
  );
});
