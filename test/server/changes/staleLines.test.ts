// Which lines have an old cost after an edit: by hand-made profiles of a small source.
import assert from 'node:assert/strict';
import test from 'node:test';
import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { bareRoots } from '../../../src/go/sources/sourceRoots.ts';
import { DocumentTexts } from '../../../src/server/costs/documentText.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { profileOf } from '../../pprof/builder.ts';
import { codeChangesOf, sessionSource, snapshotOf } from '../builders.ts';

const file = '/m/p_test.go';
const source = [
  'package p', // 1
  '',
  'const size = 8', // 3
  'const double = 2 * size',
  'func BenchmarkF(b *testing.B) {', // 5
  '\tfor b.Loop() {',
  '\t\tcallee()', // 7
  '\t\tother()',
  '\t}', // 9
  '}',
  'func callee() {', // 11
  '\tuse(double)',
  '\tquick()',
  '}',
  'func other() {', // 15
  '\twork()',
  '}',
  'func quick() {}', // 18
  'func work() {', // 19
  '\tspin()',
  '}',
].join('\n');

/** The lines (1-based) whose costs are old when the document has this text, with what has changed below them. */
function staleLines(text: string): Record<number, string[]> {
  const documents = new TextDocuments(TextDocument);
  const document = TextDocument.create(`file://${file}`, 'go', 1, text);
  documents.all = () => [document];
  documents.get = (uri: string) => (uri === document.uri ? document : undefined);
  const sessions = new SessionStore();
  const profile = profileOf({
    samples: [
      { values: [5], stack: [`p.callee ${file}:12`, `p.BenchmarkF ${file}:7`] },
      { values: [3], stack: [`p.work ${file}:20`, `p.other ${file}:16`, `p.BenchmarkF ${file}:8`] },
    ],
  });
  const [session] = sessions.add([
    sessionSource(profile, {
      origin: { from: 'benchmark', runId: 'r', benchmark: 'BenchmarkF', kind: 'cpu' },
      snapshot: snapshotOf({ [file]: source }),
      roots: bareRoots({}, (each) => each === file),
    }),
  ]);
  assert.ok(session);
  const changes = codeChangesOf(new DocumentTexts(documents), sessions);
  const stale = changes.staleLines(session);
  changes.dispose();
  const index = session.lines.fileIndex(file);
  const lines = session.lines.lines(index, 0).map(({ line }) => line);
  return Object.fromEntries(
    lines.flatMap((line) =>
      stale?.has(0, index, line) === true ? [[line, stale.namesBelow(0, index, line)]] : [],
    ),
  );
}

const cases: [what: string, from: string, to: string, stale: Record<number, string[]>][] = [
  ['nothing', 'spin()', 'spin()', {}],
  ['a comment', 'spin()', 'spin() // fast', {}],
  [
    'a function: its own lines, and those that call it, however far above',
    'spin()',
    'spin(1)',
    { 8: ['work'], 16: ['work'], 20: ['work'] },
  ],
  [
    'a constant: the functions that use it, also by way of another constant',
    'size = 8',
    'size = 9',
    { 7: ['size'], 12: ['size'] },
  ],
  [
    'a function without samples: the functions that call it',
    'func quick() {}',
    'func quick() { wait() }',
    { 7: ['quick'], 12: ['quick'] },
  ],
  [
    'the benchmark itself: its lines, not those of what it calls',
    '\t\tother()',
    '\t\tother()\n\t\tother()',
    { 7: ['BenchmarkF'], 8: ['BenchmarkF'] },
  ],
];
for (const [what, from, to, stale] of cases) {
  test(`changed: ${what}`, () => {
    assert.ok(source.includes(from));
    assert.deepEqual(staleLines(source.replace(from, to)), stale);
  });
}
