/** Names that mean something in a format are read back from it as the names that they are, by other readers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { firefoxParts } from '../../src/analysis/callTree/firefox.ts';
import { foldedStacks } from '../../src/analysis/callTree/foldedStacks.ts';
import { speedscopeParts } from '../../src/analysis/callTree/speedscope.ts';
import { standalonePage } from '../../src/base/standalonePage.ts';
import { readBenchmarkFile } from '../../src/bench/benchfmt/format.ts';
import { resultText } from '../../src/bench/benchfmt/resultText.ts';
import { jsonParts } from '../../src/cli/terminal/jsonText.ts';
import { hostileProfile, texts, whole } from './hostileProfile.ts';

test('folded: a line for each stack, a frame between semicolons, the value at the end', () => {
  for (const name of texts) {
    const { profile, costs, measured } = hostileProfile(name);
    const lines = [...foldedStacks(profile, costs.nodes(), measured.weights)]
      .map(({ stack, value }) => `${stack} ${value}`)
      .join('\n');
    // The readers that exist split lines in different ways. None may find more.
    assert.equal(lines.split(/[\n\v\f\r\u0085\u2028\u2029]/).length, 1, JSON.stringify(name));
    const [, stack = '', value] = /^(.*) (\S+)$/.exec(lines) ?? [];
    assert.equal(stack.split(';').length, 3);
    assert.equal(value, '98');
  }
});

test('speedscope: JSON with the name, also with half a pair of surrogates', () => {
  for (const name of texts) {
    const { costs } = hostileProfile(name);
    const text = Buffer.from([...speedscopeParts(costs, 0)].join('')).toString();
    const { shared } = JSON.parse(text);
    const names: unknown[] = shared.frames.map((frame: { name: string }) => frame.name);
    assert.ok(names.includes(`f${whole(name)}`), JSON.stringify(name));
  }
});

test('Firefox Profiler: JSON with the name, also with half a pair of surrogates', () => {
  for (const name of texts) {
    const text = Buffer.from([...firefoxParts(hostileProfile(name).costs, 0)].join('')).toString();
    const { stringArray } = JSON.parse(text).shared;
    assert.ok(stringArray.includes(`f${whole(name)}`), JSON.stringify(name));
  }
});

test('JSON: any text comes back, in values and in keys', () => {
  for (const text of texts) {
    const document = { text, [text]: [text] };
    const written = Buffer.from([...jsonParts(document)].join('')).toString();
    assert.deepEqual(JSON.parse(written), document);
  }
});

test('benchmark format: a line is one result, whatever a saved run calls it', () => {
  for (const name of texts) {
    const text = resultText([
      {
        name: `Benchmark${name}`,
        procs: 8,
        config: { pkg: name, [`k${name}`]: 'v' },
        measurements: [{ iterations: 7, metrics: { 'ns/op': 5, [`x${name}`]: 6 } }],
        units: { [`x${name}`]: { better: `higher${name}` } },
      },
    ]);
    const { results, faults } = readBenchmarkFile(text, '', new Map());
    assert.deepEqual(faults, [], JSON.stringify(text));
    assert.deepEqual(
      results.map(({ iterations, values }) => [iterations, values.length]),
      [[7, 2]],
      JSON.stringify(text),
    );
  }
});

type HtmlNode = DefaultTreeAdapterTypes.Node;

function* elements(node: HtmlNode): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elements(child);
}

function textOf(node: DefaultTreeAdapterTypes.Element): string {
  return node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

test('HTML: a saved page has our elements and no other, and the title as it is', () => {
  for (const title of texts) {
    const page = standalonePage({
      title: whole(title),
      pageScript: 'start();',
      styles: 'body{}',
      profileBytes: new Uint8Array(3),
      translations: { [title]: title },
      nonce: 'abc',
      language: title,
    });
    const found = [...elements(parse(page))];
    assert.deepEqual(
      found.map(({ tagName }) => tagName),
      ['html', 'head', 'meta', 'meta', 'meta', 'title', 'style', 'body', 'div', ...Array(4).fill('script')],
      JSON.stringify(title),
    );
    for (const { attrs } of found) for (const { name } of attrs) assert.doesNotMatch(name, /^on|src|href/);
    const [about, translations] = found.filter(({ tagName }) => tagName === 'script');
    assert.equal(JSON.parse(textOf(about!)).title, whole(title));
    assert.deepEqual(JSON.parse(textOf(translations!)), { [title]: title });
    // As HTML reads it: CR is a line end, and NUL is nothing.
    const shown = textOf(found.find(({ tagName }) => tagName === 'title')!);
    assert.equal(
      shown.replaceAll('\ufffd', ''),
      whole(title)
        .replace(/\r\n?/g, '\n')
        .replaceAll(/[\0\ufffd]/g, ''),
    );
  }
});
