import assert from 'node:assert/strict';
import test from 'node:test';
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { inCode, stateAfter } from '../../../src/go/scan/goTokens.ts';
import { SourceCode } from '../../../src/go/scan/sourceCode.ts';
import { mapLines } from '../../../src/server/costs/lineMap.ts';

const lines = (...all: string[]) => all.join('\n');
const mapped = (before: string, after: string) =>
  mapLines(new SourceCode(before, true), new SourceCode(after, true));
const same = (before: string, after: string) => [...mapped(before, after).same];
const changed = (before: string, after: string) => [...mapped(before, after).changed];

test('unchanged lines are found where they now stand', () => {
  const rows: [what: string, before: string, after: string, found: number[]][] = [
    [
      'below new lines',
      lines('package p', '', 'func F() {', '\twork()', '}'),
      lines('package p', '', '// F works.', 'func F() {', '\twork()', '}'),
      [0, 1, 3, 4, 5],
    ],
    ['around a changed line', lines('a', 'b', 'c'), lines('a', 'B', 'c'), [0, -1, 2]],
    ['around a removed line', lines('a', 'b', 'c'), lines('a', 'c'), [0, -1, 1]],
    ['with other line endings', 'a\r\nb\r\n', 'a\nb\n', [0, 1, 2]],
    [
      'between two edits',
      lines('a', 'b', 'c', 'd', 'e'),
      lines('x', 'a', 'c', 'd', 'y', 'e'),
      [1, -1, 2, 3, 5],
    ],
    [
      'with comments behind them, above them or in them',
      lines('func F() {', '\twork(1, "// no")', '\trest()', '}'),
      lines('func F() {', '\twork(/* one */ 1, "// no") // hot', '\t/* a', '\tb */ rest()', '}'),
      [0, 1, 3, 4],
    ],
    [
      'moved into a block',
      lines('func F() {', '\twork(a,b)', '}'),
      lines('func F() {', '\tif ok {', '\t\twork(a, b)', '\t}', '}'),
      [0, 2, 4],
    ],
    // What only looks like a comment is code.
    ['in a string', 'work("// a")', 'work("// b")', [-1]],
    ['in a raw string', lines('x := `', '// a', '`'), lines('x := `', '// b', '`'), [0, -1, 2]],
    ['spaces in a raw string', lines('x := `', 'a', '`'), lines('x := `', ' a', '`'), [0, -1, 2]],
    // A directive tells the compiler what to do.
    ['a directive', lines('//go:noinline', 'func F() {}'), lines('//go:nosplit', 'func F() {}'), [-1, 1]],
  ];
  for (const [what, before, after, found] of rows) assert.deepEqual(same(before, after), found, what);
});

test('of a rewritten file no line is found, because the diff would take too long', () => {
  const before = Array.from({ length: 6000 }, (_, i) => `old ${i}`);
  const after = Array.from({ length: 6000 }, (_, i) => `new ${i}`);
  assert.ok(same(before.join('\n'), after.join('\n')).every((line) => line === -1));
});

test('a line of a removed function is not found in another one that ends alike', () => {
  const f = (name: string) => [`func ${name}() int {`, '\tn := load()', '\treturn n', '}'];
  const before = lines(...f('A'), ...f('B'), ...f('C'));
  assert.deepEqual(same(before, lines(...f('A'), ...f('B'))), [0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1]);
  assert.deepEqual(same(before, lines(...f('C'))), [-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3]);
});

test('a function that has got another name keeps its lines', () => {
  const before = lines('func Old() {', '\twork()', '}', 'func G() {', '\trest()', '}');
  assert.deepEqual(same(before, before.replace('Old', 'New')), [-1, 1, 2, 3, 4, 5]);
});

test('a function that was moved past others keeps its lines', () => {
  const f = (name: string) => [`func ${name}() int {`, '\tn := load()', '\treturn n', '}'];
  const before = lines(...f('A'), ...f('B'), ...f('C'));
  const after = lines(...f('B'), ...f('C'), ...f('A'));
  assert.deepEqual(same(before, after), [8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7]);
});

/** Functions of which every line is another, so that a text says which line it is. */
const distinct = ['A', 'B', 'C', 'D'].map((name, i) => [
  `func ${name}() {`,
  ...Array.from({ length: 5 }, (_, line) => `\twork${i}(${line})`),
  '}',
]);

/** What somebody does to some line of some function while they work; adds its own lines, which no cost can be on. */
const edit = fc.tuple(
  fc.constantFrom(
    'insert',
    'change',
    'indent',
    'move',
    '\ts := `',
    '\t/* why',
    'x := foo(',
    '\tif a {',
    '} else',
  ),
  fc.nat(3),
  fc.integer({ min: 1, max: 5 }),
);

function edited(functions: string[][], [kind, index, line]: [string, number, number]): void {
  const chosen = functions[index]!;
  if (kind === 'insert') chosen.splice(line, 0, '\tnews()');
  else if (kind === 'change') chosen[line] += ' + y';
  else if (kind === 'indent') chosen[0] = `\t${chosen[0]}`;
  else if (kind === 'move') functions.push(...functions.splice(index, 1));
  else chosen.unshift(kind);
}

test('lines that nobody touched keep their costs through any edits around them, and none is found in another place', () => {
  let [kept, all] = [0, 0];
  const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(edits, (script) => {
      const functions = distinct.map((each) => [...each]);
      for (const each of script) edited(functions, each);
      const [before, after] = [distinct.flat(), functions.flat()];
      const trimmed = after.map((text) => text.trim());
      for (const [line, found] of same(lines(...before), lines(...after)).entries()) {
        const text = before[line]!.trim();
        if (text === '}' || !trimmed.includes(text)) continue;
        all++;
        if (found === -1) continue;
        assert.equal(trimmed[found], text);
        kept++;
      }
    }),
    { numRuns: 1000, seed: 1 },
  );
  assert.ok(kept / all > 0.99, `${kept} of ${all}`);
});

test('a changed line is paired with the one in its place', () => {
  assert.deepEqual(changed(lines('a', 'b := f(1)', 'c'), lines('a', 'b := f(2)', 'c')), [-1, 1, -1]);
  // Several lines, each like the one before.
  const before = lines('a', 'b := f(1)', 'c := g(1)', 'd');
  assert.deepEqual(changed(before, lines('a', 'b := f(2)', 'c := g(2)', 'd')), [-1, 1, 2, -1]);
});

test('no pair is guessed', () => {
  const before = lines('a', 'b := f(1)', 'd');
  assert.deepEqual(changed(before, lines('a', 'd')), [-1, -1, -1]);
  assert.deepEqual(changed(before, lines('a', 'x', 'b := f(2)', 'd')), [-1, -1, -1]);
  assert.deepEqual(changed(lines('a', 'b := f(1)', 'c := g(1)'), lines('a', 'for {', '}')), [-1, -1, -1]);
});

test('the first part of a line that was broken into several takes its place; none of them is the line', () => {
  const before = lines('func F() {', '\twork(a, b)', '}');
  const after = lines('func F() {', '\twork(', '\t\ta,', '\t\tb,', '\t)', '}');
  assert.deepEqual(same(before, after), [0, -1, 5]);
  assert.deepEqual(changed(before, after), [-1, 1, -1]);
});

/** A text of Go-like lines: functions, calls, comments, raw strings, braces that may not match. */
const goText = fc
  .array(
    fc.constantFrom(
      'func A() {',
      'func (t *T) A() {',
      'func B() {',
      '}',
      '\tx := f(1)',
      '\tx := f(2)',
      '\treturn x',
      '\ts := `raw',
      'end`',
      '\t/* open',
      '\tclose */ g()',
      '// comment',
      '\tg() // hot',
      '',
    ),
    { maxLength: 40 },
  )
  .map((all) => all.join('\n'));

test('the order is kept in each function, and a line only maps to one with the same code', () => {
  fc.assert(
    fc.property(goText, goText, (before, after) => {
      const [old, now] = [new SourceCode(before, true), new SourceCode(after, true)];
      const map = mapLines(old, now);
      const last = new Map<string, number>();
      for (const [line, found] of map.same.entries()) {
        if (found === -1) continue;
        assert.equal(now.codeOf(found), old.codeOf(line));
        const name = old.declarations[old.declarationOfLine[line] ?? -1]?.functionName ?? '';
        assert.ok(found > (last.get(name) ?? -1));
        last.set(name, found);
      }
      // What has taken a line's place is no line that is still there, and takes the place of one only.
      const taken = [...map.changed].filter((line) => line !== -1);
      assert.equal(new Set(taken).size, taken.length);
      assert.ok(taken.every((line) => !map.same.includes(line)));
      for (const [line, found] of map.changed.entries()) assert.ok(found === -1 || map.same[line] === -1);
    }),
    { numRuns: 2000 },
  );
});

/** Adds comments to a text: above lines, behind them, and as blocks in front of them. */
function commented(text: string, where: readonly number[]): string {
  const { lines: all, begins } = new SourceCode(text, true);
  return all
    .map((line, i) => {
      const kind = where[i % Math.max(1, where.length)] ?? 0;
      // A comment can be put only where the line begins and ends in code.
      if (begins[i] !== inCode || stateAfter(line, inCode) !== inCode) return line;
      if (kind === 1) return line.includes('//') ? line : `${line} // note`;
      if (kind === 2) return `// above\n${line}`;
      if (kind === 3) return `/* one\ntwo */ ${line}`;
      if (kind === 4) return line.replace(/ ?\/\/.*/, '');
      return line.replace(/^\t/, '    ');
    })
    .join('\n');
}

test('after comments and indentation have changed, every line with code is found', () => {
  fc.assert(
    fc.property(goText, fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }), (before, where) => {
      // A comment in front of `func` would hide where the function begins, and could close one that is open.
      const after = commented(
        before,
        where.map((kind) => (kind === 3 && /func|open/.test(before) ? 2 : kind)),
      );
      const [old, now] = [new SourceCode(before, true), new SourceCode(after, true)];
      const map = mapLines(old, now);
      const codes = (code: SourceCode) =>
        code.lines.flatMap((_, line) => (code.codeOf(line) === '' ? [] : line));
      assert.deepEqual(
        codes(old).map((line) => map.same[line]),
        codes(now),
      );
    }),
    { numRuns: 2000 },
  );
});

/** How many lines with code a comparison of the mere texts finds: how it was done before comments were told from code. */
function foundByText(old: SourceCode, now: SourceCode): number {
  let [at, found] = [0, 0];
  for (const { added, removed, value } of diffArrays([...old.lines], [...now.lines])) {
    if (added) continue;
    for (let i = 0; i < value.length; i++, at++) if (!removed && old.codeOf(at) !== '') found++;
  }
  return found;
}

test('in one function, at least as many lines are found as by comparing texts', () => {
  const body = goText.map((text) => text.replace(/^func.*$/gm, '\tx++'));
  fc.assert(
    fc.property(
      body,
      fc.array(fc.tuple(fc.nat(40), fc.constantFrom('\ty++', '// why', null)), { maxLength: 5 }),
      (before, edits) => {
        const edited = before.split('\n');
        for (const [at, text] of edits) {
          if (text === null) edited.splice(at % edited.length, 1);
          else edited.splice(at % (edited.length + 1), 0, text);
        }
        const [old, now] = [new SourceCode(before, true), new SourceCode(edited.join('\n'), true)];
        if (old.begins.some((state) => state !== 0) || now.begins.some((state) => state !== 0)) return;
        const found = mapLines(old, now).same.reduce(
          (sum, line, i) => sum + (line !== -1 && old.codeOf(i) !== '' ? 1 : 0),
          0,
        );
        assert.ok(found >= foundByText(old, now));
      },
    ),
    { numRuns: 1000 },
  );
});
