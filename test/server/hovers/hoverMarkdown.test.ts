// Names of a profile in a hover: whatever they hold, they are text.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { escapeMarkdown } from '../../../src/base/escape.ts';
import { code, markdownTable } from '../../../src/server/hovers/hoverMarkdown.ts';

const link = '[Show in flame graph](command:pprofLens.server.run?%5B%5D)';

describe('a name in inline code', () => {
  for (const end of ['\n\n', '\r\r', '\r\n\r\n', '\u0085\u0085', '\u2028\u2028', '\u2029', '\v', '\f']) {
    test(`cannot leave it by ${JSON.stringify(end)}`, () => {
      assert.match(code(`shop.Total${end}${link}`), /^`[^`\p{Cc}\u2028\u2029]*`$/u);
    });
  }

  test('cannot leave it by backticks', () => {
    assert.equal(code(`a\`\`${link}`).slice(1, -1).includes('`'), false);
  });
});

describe('a name in text', () => {
  test('has no markup', () => {
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
  });

  test('does not become a link by itself', () => {
    assert.equal(escapeMarkdown('https://x.example'), 'https\\://x.example');
    assert.equal(escapeMarkdown('WWW.x.example'), 'WWW\\.x.example');
    assert.equal(escapeMarkdown('a@x.example'), 'a\\@x.example');
    assert.equal(
      escapeMarkdown('gopkg.in/yaml.v3.Unmarshal'),
      'gopkg.in/yaml.v3.Unmarshal',
      'a usual name stays',
    );
  });

  test('stays in its cell of a table', () => {
    assert.equal(markdownTable(['a|b\nc'], [['x\n|y']]).split('\n').length, 3);
  });
});
