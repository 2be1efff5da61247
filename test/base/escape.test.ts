/** Any text can be written into HTML and XML, and stays text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, escapeXml, jsonForHtml } from '../../src/base/escape.ts';

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
