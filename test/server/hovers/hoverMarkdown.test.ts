// Names of a profile in a hover: whatever they hold, they are text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { escapeMarkdown } from '../../../src/base/escape.ts';
import { code, markdownTable } from '../../../src/server/hovers/hoverMarkdown.ts';

const link = '[Show in flame graph](command:pprofLens.server.run?%5B%5D)';

test('a name cannot leave inline code by a line end or a backtick', () => {
  for (const end of [
    '\n\n',
    '\r\r',
    '\r\n\r\n',
    '\u0085\u0085',
    '\u2028\u2028',
    '\u2029',
    '\v',
    '\f',
    '``',
  ]) {
    const shown = code(`shop.Total${end}${link}`);
    assert.match(shown, /^`[^`\p{Cc}\u2028\u2029]*`$/u, JSON.stringify(end));
  }
});

test('a name in text has no markup, and does not become a link by itself', () => {
  for (const name of [
    link,
    `a\n\n${link}`,
    '<img src=x>',
    '![x](http://x)',
    '[x]\n\n[x]: http://x',
    '&lt;a&gt;',
  ]) {
    const escaped = escapeMarkdown(name);
    assert.doesNotMatch(escaped, /(?<!\\)[[\]<>&]/, escaped);
    assert.doesNotMatch(escaped, /[\r\n]/);
  }
  for (const [name, escaped] of [
    ['https://x.example', 'https\\://x.example'],
    ['WWW.x.example', 'WWW\\.x.example'],
    ['a@x.example', 'a\\@x.example'],
    // A usual name stays.
    ['gopkg.in/yaml.v3.Unmarshal', 'gopkg.in/yaml.v3.Unmarshal'],
  ] as const) {
    assert.equal(escapeMarkdown(name), escaped);
  }
});

test('a name stays in its cell of a table', () => {
  assert.equal(markdownTable(['a|b\nc'], [['x\n|y']]).split('\n').length, 3);
});
