import assert from 'node:assert/strict';
import test from 'node:test';
import { calledMethods } from '../../../src/go/scan/calledMethods.ts';

const names = ['Attr', 'ArtifactDir'];

test('methods that are called are found, on the same line as their object or on the next one', () => {
  const source = 'package m\n\nfunc f(b *testing.B) {\n\tb.Attr("a", "b")\n\tb.\n\t\tArtifactDir()\n}\n';
  assert.deepEqual([...calledMethods(source, names)], names);
});

test('names in comments, in strings and of types are no calls', () => {
  const source = [
    'package m',
    '// b.Attr("a", "b")',
    'var s = "b.ArtifactDir()"',
    'var r = `\nb.Attr()\n`',
    'var a slog.Attr',
    'func Attr() { b.AttrX(1) }',
  ].join('\n');
  assert.deepEqual([...calledMethods(source, names)], []);
});
