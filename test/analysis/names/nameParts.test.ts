import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginnings, cutText, namePieces, startOfEnd } from '../../../src/analysis/names/nameParts.ts';

describe('a text that is cut', () => {
  it('keeps its beginning and its last words', () => {
    assert.equal(cutText('(*CheckedEntry).Write', 9), '(*C…Write');
    assert.equal(cutText('BenchmarkTreeMapGet1000', 12), '…MapGet1000');
    assert.equal(cutText('BenchmarkTreeMapGet1000', 8), '…Get1000');
    assert.equal(cutText('BenchmarkTreeMapGet1000', 6), '…1000');
    assert.equal(cutText('Benchmark10Fields.func1', 7), '…func1');
    assert.equal(cutText('mallocgc', 8), 'mallocgc');
    assert.equal(cutText('mallocgc', 6), 'ma…cgc');
    assert.equal(cutText('mallocgc', 4), 'mal…');
    assert.equal(cutText('mallocgc', 1), '');
  });

  it('has its last words at the end', () => {
    const endOf = (text: string) => text.slice(startOfEnd(text));
    assert.equal(endOf('BenchmarkTreeMapGet1000'), 'MapGet1000');
    assert.equal(endOf('lookup'), 'lookup');
    assert.equal(endOf('tryDeferToSpanScan'), 'ToSpanScan');
    assert.equal(endOf('walkTreeOf.func10'), 'Of.func10');
    assert.equal(endOf('withoutanywordsinit'), 'anywordsinit');
    assert.equal(endOf('traverseField'), 'verseField', 'three characters stay before it');
    assert.equal(endOf('gcWriteBarrier'), 'Barrier');
  });

  it('is never longer than it may be, and has no half of a character', () => {
    for (const text of ['(*CheckedEntry).Write', 'a.b', '🦫🦫🦫.🦫🦫🦫', 'Benchmark'.repeat(9)]) {
      for (let characters = 0; characters <= text.length; characters++) {
        const cut = cutText(text, characters);
        assert.ok(cut.length <= characters, `${cut} in ${characters}`);
        assert.ok(!/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(cut), cut);
      }
    }
  });
});

describe('the pieces of a name', () => {
  it('are the name, with shapes and folders in type arguments set apart', () => {
    const name = 'github.com/a/b.F[go.shape.int,github.com/a/c.T]';
    const pieces = namePieces(name);
    assert.equal(pieces.map(({ text }) => text).join(''), name);
    assert.deepEqual(
      pieces.filter(({ isQuiet }) => isQuiet).map(({ text }) => text),
      ['go.shape.', 'github.com/a/'],
    );
  });
});

it('a name of very many parts has few beginnings, the last ones', () => {
  for (const [name, kind] of [
    [`${'f::'.repeat(20_000)}last`, 'function'],
    [`${'folder/'.repeat(20_000)}last`, 'path'],
    [`${'pkg/mod/'.repeat(20_000)}p.F`, 'function'],
  ] as const) {
    const starts = beginnings(name, kind);
    assert.ok(starts.length <= 51);
    assert.deepEqual([starts[0], name.slice(starts.at(-1)).length <= 4], [0, true]);
  }
});
