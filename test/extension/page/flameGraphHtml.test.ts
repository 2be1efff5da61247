import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flameGraphHtml } from '../../../src/extension/page/flameGraphHtml.ts';

const parts = {
  script: 'https://files.test/dist/page.js',
  style: 'https://files.test/dist/page.css',
  cspSource: 'https://files.test',
  nonce: 'abc123',
  title: 'Flame Graph',
  language: 'de',
  translations: undefined,
};

function policyOf(html: string): Map<string, string> {
  const [, content = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  return new Map(
    content
      .replaceAll('&#39;', "'")
      .split('; ')
      .map((directive) => {
        const space = directive.indexOf(' ');
        return [directive.slice(0, space), directive.slice(space + 1)];
      }),
  );
}

test('nothing is allowed but our own files, and scripts only with the nonce', () => {
  const policy = policyOf(flameGraphHtml(parts));
  assert.equal(policy.get('default-src'), "'none'");
  assert.equal(policy.get('script-src'), "'nonce-abc123' 'wasm-unsafe-eval'");
  assert.equal(policy.get('style-src'), 'https://files.test');
  assert.equal(policy.has('connect-src'), false);
  for (const sources of policy.values()) assert.doesNotMatch(sources, /'unsafe|\*/);
});

test('there is no inline script and no inline style', () => {
  const html = flameGraphHtml(parts);
  for (const [element] of html.matchAll(/<script[^>]*>[^<]*/g)) assert.match(element, /src="[^"]+">$/);
  assert.doesNotMatch(html, /<style|style=|\son\w+=/);
  assert.match(html, /<script nonce="abc123" src="https:\/\/files\.test\/dist\/page\.js">/);
  assert.match(html, /<html lang="de">/);
});

test('translations cannot end their element', () => {
  const hostile = '</script><script>alert(1)</script>';
  const html = flameGraphHtml({ ...parts, translations: { Reset: hostile } });
  assert.match(html, /id="pprof-lens-l10n">\{"Reset":"\\u003c\/script>/);
  assert.equal(html.match(/<script/g)?.length, 2);
});

test('what is put into attributes is escaped', () => {
  const html = flameGraphHtml({ ...parts, title: '<b>"x"&', language: 'a"b' });
  assert.match(html, /<title>&lt;b&gt;&quot;x&quot;&amp;<\/title>/);
  assert.match(html, /lang="a&quot;b"/);
});
