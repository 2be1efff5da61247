// What compilers of two versions have written for the same package.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type CompilerNote, readCompilerNotes } from '../../../src/go/why/compilerNotes.ts';
import { callNotInlinedText, checkText, escapeText, notInlinedText } from '../../../src/go/why/reasonText.ts';

const recorded = (version: string) =>
  readFileSync(join(import.meta.dirname, 'recorded', `${version}.jsonl`), 'utf8');

function worded({ code, message, flow }: CompilerNote): string | null {
  switch (code) {
    case 'escape':
    case 'escapes':
      return escapeText({ message, flow });
    case 'cannotInlineFunction':
      return notInlinedText('f', message);
    case 'cannotInlineCall':
      return callNotInlinedText(message);
    default:
      return checkText(code, '');
  }
}

/** Since 1.25 a slice of a size that varies can be on the stack. */
const only124 = [
  ['extra_test.go:20:15', 'make([]byte, n) escapes to heap: its size is known only when it runs'],
];

const both = [
  ['extra_test.go:15:29', 'map[string]*node{} escapes to heap: stored in table'],
  ['extra_test.go:18:6', 'f is not inlined: it has a defer statement'],
  ['extra_test.go:19:13', 'make([]byte, 1048576) escapes to heap: too large for the stack'],
  ['extra_test.go:22:9', '&node{} escapes to heap: sent to a channel'],
  ['extra_test.go:24:25', 'new(node) escapes to heap: appended to a slice'],
  ['extra_test.go:26:20', 'key + "-" + string(big[:n]) escapes to heap: a key of a map'],
  ['extra_test.go:26:32', 'a slice is checked against its bounds each time'],
  [
    'extra_test.go:32:19 > errors.go:65:9',
    '&errors.errorString{...} escapes to heap: returned as an interface',
  ],
  ['extra_test.go:38:12', 'an index is checked against its bounds each time'],
  ['extra_test.go:44:46', 'a pointer is checked for nil each time'],
  ['sub.go:19:24', 'x escapes to heap: returned'],
  ['sub.go:21:6', 'f is not inlined: its cost of 128 is above the budget of 80'],
  ['sub.go:27:15', 'n escapes to heap: passed to fmt.Fprintln as any'],
  ['sub.go:38:54', 'n escapes to heap: passed to fmt.Sprintf as any'],
];

for (const [version, alone] of [
  ['go1.24', only124],
  [
    'go1.27',
    [['extra_test.go:49:9 > extra_test.go:38:12', 'an index is checked against its bounds each time']],
  ],
] as const) {
  test(`what the compiler of ${version} decides is placed and said in words`, () => {
    const read = readCompilerNotes(recorded(version)).map((note) => [
      note.at.map(({ file, line, column }) => `${file.split('/').at(-1)}:${line}:${column}`).join(' > '),
      worded(note),
    ]);
    assert.deepEqual(read.sort(), [...both, ...alone].sort());
  });
}

test('a slice that a conversion makes is stored as it is, and a number as an interface', () => {
  const stored = (subject: string) =>
    escapeText({
      message: `${subject} escapes to heap`,
      flow: [`from ${subject} (spill)`, `from out = ${subject} (assign)`].map((text) => ({
        text,
        at: { file: 'a.go', line: 1, column: 1 },
      })),
    });
  assert.equal(stored('([]rune)(s)'), '([]rune)(s) escapes to heap: stored in out');
  assert.equal(stored('n'), 'n escapes to heap: stored in out as an interface');
});

describe('a file of the compiler’s', () => {
  test('has its paths as they are on the disk', () => {
    const line = (uri: string) =>
      JSON.stringify({
        range: { start: { line: 1, character: 2 } },
        code: 'isInBounds',
        message: '',
        relatedInformation: [
          { location: { uri, range: { start: { line: 3, character: 4 } } }, message: 'inlineLoc' },
        ],
      });
    const json = [
      '{"version":0,"file":"/a b/c.go"}',
      line('file:///a%20b/d.go'),
      line('file:///C:/e.go'),
      line('file:///%zz.go'),
    ].join('\n');
    assert.deepEqual(
      readCompilerNotes(json).map(({ at }) => at.map(({ file }) => file)),
      [
        ['/a b/c.go', '/a b/d.go'],
        ['/a b/c.go', 'C:/e.go'],
        ['/a b/c.go', '/%zz.go'],
      ],
    );
  });

  test('may be cut, or not be one', () => {
    assert.deepEqual(readCompilerNotes(''), []);
    assert.deepEqual(
      readCompilerNotes('{"code":"isInBounds","message":"","range":{"start":{"line":1,"character":1}}}'),
      [],
    );
    const whole = readCompilerNotes(recorded('go1.27'));
    assert.ok(readCompilerNotes(recorded('go1.27').slice(0, -50)).length >= whole.length - 1);
  });
});

test('what the compiler has names of its own for is named otherwise', () => {
  const flow = (text: string) => [{ at: { file: 'm.go', line: 1, column: 1 }, text }];
  const said = (message: string, step: string) => escapeText({ message, flow: flow(`from ${step}`) });
  assert.equal(
    said('~r0 escapes to heap', 'sink = ~r0 (assign)'),
    'the result of a call escapes to heap: stored in sink',
  );
  assert.equal(
    said('... argument escapes to heap', 'log.Info("a (b", ... argument...) (call parameter)'),
    'the list of arguments escapes to heap: passed to log.Info',
  );
  assert.equal(
    said('&node[go.shape.int]{...} escapes to heap', 'n.left = &node[go.shape.int]{...} (assign)'),
    '&node[int]{...} escapes to heap: stored in n.left',
  );
});

test('a call in a function that has become too large is named with its cost', () => {
  assert.equal(
    callNotInlinedText('cost 65 of example.com/m/sub.Text exceeds max caller cost 20'),
    'sub.Text is not inlined here: its cost of 65 is above 20, the most in a function as large as this',
  );
  assert.equal(callNotInlinedText('recursive call to f'), null);
});
