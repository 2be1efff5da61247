/** Names can hold any text. Wherever they are written, they are seen as they are, and do nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  escapeHtml,
  escapeMarkdown,
  escapeXml,
  jsonForHtml,
  plainMessage,
  plainText,
  shortened,
} from '../../src/base/escape.ts';

/** What VS Code takes for a link in a message, for an icon in a label, and for an address in Markdown. */
const link = /\[[^\]]+\]\([^)\s]+/;
const icon = /\$\([A-Za-z0-9~-]+\)/;

const hostile = [
  '[x](command:workbench.action.closeWindow)',
  'shop.Total\n\n[Show](command:pprofLens.server.run?%5B%5D)',
  '](command:a)[b](command:c)',
  '[[x]](https://x.example)',
  '$(trash)',
  '\\$(trash) $(sync~spin)',
  '[$(trash)](file:///etc/passwd "title")',
  '$$((a))',
  '\u202e$(trash)\u2066',
  '\x1b]8;;https://x.example\x07x',
];

describe('a hostile name', () => {
  for (const name of hostile) {
    test(JSON.stringify(name), () => {
      for (const shown of [plainText(name), plainMessage(`{0} of ${name} could not be read.`)]) {
        assert.doesNotMatch(shown, link);
        assert.doesNotMatch(shown, icon);
        assert.doesNotMatch(shown, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        assert.equal(plainText(shown), shown, 'a second time changes nothing');
      }
      const readTwice = escapeMarkdown(name).replace(/\\([[\]])/g, '$1');
      assert.doesNotMatch(readTwice, link, 'also in the text of a link');
      const seen = plainText(name).replaceAll('\u2060', '');
      assert.equal(seen.length, name.length, 'each sign is seen, or stands for one that cannot be');
    });
  }
});

test('a usual name stays as it is', () => {
  for (const name of [
    'github.com/x/y.(*Tree[go.shape.int]).Put',
    'std::map<int, char>::at(int const&)',
    '/home/me/go/pkg/mod/example.com/m@v1.2.0/a_test.go',
    'BenchmarkRank/n=100-8',
    '日本語 Ω',
  ]) {
    assert.equal(plainText(name), name);
    assert.equal(plainMessage(name), name);
  }
});

test('a message is one line', () => {
  assert.equal(plainMessage('git says: fatal: bad\n  hint: none\r\n\n'), 'git says: fatal: bad hint: none');
});

test('a long name keeps its beginning and its end', () => {
  const name = `Benchmark${'a'.repeat(100_000)}/size=10`;
  const shown = plainText(name, 20);
  assert.equal(shown, 'Benchmarka…a/size=10');
  assert.equal(shortened('12345', 5), '12345');
  assert.ok(plainMessage(`${name} could not be read. Try again.`).endsWith(' could not be read. Try again.'));
  assert.ok(plainMessage(name).length <= 1000);
  assert.ok(escapeMarkdown('*'.repeat(100_000)).length <= 2000);
});

test('a long name is not cut within a character', () => {
  for (let most = 3; most < 12; most++)
    assert.doesNotMatch(shortened('\u{1f525}'.repeat(50), most), /\p{Cs}/u);
});

test('text at the beginning of a paragraph begins no list, heading or code', () => {
  for (const text of ['- a', '+ a', '1. a', '12) a', '    a', '===', '---']) {
    assert.equal(escapeMarkdown(text), `\u2060${text}`);
  }
  assert.equal(escapeMarkdown('1.24µs/op'), '1.24µs/op');
  assert.equal(escapeMarkdown('-3.1s'), '-3.1s');
});

test('what means something in HTML and XML is escaped, in text and in attributes', () => {
  for (const escaped of [escapeHtml, escapeXml]) {
    assert.equal(
      escaped('a<b> "c" & (*T[go.shape.int]).f'),
      'a&lt;b&gt; &quot;c&quot; &amp; (*T[go.shape.int]).f',
    );
  }
});

test('what XML cannot hold becomes one character that it can', () => {
  assert.equal(escapeXml('line\nand\ttab'), 'line\nand\ttab');
  assert.equal(escapeXml('\0 \x1b[31m \x7f \x85 \ufffe'), '\ufffd \ufffd[31m \ufffd \ufffd \ufffd');
  assert.equal(escapeXml('half \ud83d, whole \u{1f525}'), 'half \ufffd, whole \u{1f525}');
});

test('JSON cannot end the script element that it is in', () => {
  const value = { name: '</script><script>alert(1)</script>' };
  assert.doesNotMatch(jsonForHtml(value), /</);
  assert.deepEqual(JSON.parse(jsonForHtml(value)), value);
});
