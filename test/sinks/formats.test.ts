/** Names that mean something in a format are read back from it as the names that they are, by other readers. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { drawableDot, escapeForDot } from '../../src/analysis/callGraph/dotEscape.ts';
import { callTree } from '../../src/analysis/callTree/callTree.ts';
import { flameSvg } from '../../src/analysis/callTree/flameSvg.ts';
import { foldedStacks } from '../../src/analysis/callTree/foldedStacks.ts';
import { speedscopeParts } from '../../src/analysis/callTree/speedscope.ts';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { measure } from '../../src/analysis/values/measure.ts';
import { readBenchmarkFile } from '../../src/bench/benchfmt/format.ts';
import { resultText } from '../../src/bench/benchfmt/resultText.ts';
import { comparer, defaultCompareOptions } from '../../src/bench/benchstat/compareFiles.ts';
import { tablesCsv } from '../../src/bench/benchstat/tablesCsv.ts';
import { tablesMarkdown } from '../../src/bench/benchstat/tablesMarkdown.ts';
import { graphInDot } from '../../src/cli/reports/dot.ts';
import { drawGraph } from '../../src/cli/reports/drawGraph.ts';
import { reportContext } from '../../src/cli/reports/reportContext.ts';
import { jsonParts } from '../../src/cli/terminal/jsonText.ts';
import { escapeForgeMarkdown, escapeXml, notFormula } from '../../src/escape.ts';
import { sentence } from '../../src/result.ts';
import { standalonePage } from '../../src/standalonePage.ts';
import { csv, markdown } from '../../src/webview/results/copyTable.ts';
import { hostileTexts } from '../hostileTexts.ts';
import { profileWithText } from '../pprof/hostileNames.ts';

const texts = hostileTexts(400);
/** As the encoder of strings leaves them: halves of pairs become U+FFFD. */
const whole = (text: string) => Buffer.from(text).toString();

function hostileProfile(name: string) {
  const profile = profileWithText(
    {
      sampleTypes: ['cpu/nanoseconds'],
      binary: '/bin/HOSTILE',
      samples: [{ values: [98], stack: ['leaf a.go:1', 'fHOSTILE b/HOSTILE.go:2', 'main a.go:9'] }],
    },
    'HOSTILE',
    whole(name),
  );
  return { profile, costs: new ProfileCosts(profile), measured: measure(profile, 0) };
}

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

test('JSON: any text comes back, in values and in keys', () => {
  for (const text of texts) {
    const document = { text, [text]: [text] };
    const written = Buffer.from([...jsonParts(document)].join('')).toString();
    assert.deepEqual(JSON.parse(written), document);
  }
});

// sax and markdown-it come with the tool that packs the extension. They have no types.
const require = createRequire(import.meta.url);
interface XmlTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}
interface XmlParser {
  onerror: (error: Error) => void;
  onopentag: (tag: XmlTag) => void;
  ontext: (text: string) => void;
  write(text: string): XmlParser;
  close(): void;
}
const sax: { parser(strict: boolean): XmlParser } = require('sax');
interface MarkdownToken {
  readonly type: string;
  readonly content: string;
  readonly children: readonly MarkdownToken[] | null;
}
interface MarkdownIt {
  enable(rule: string): MarkdownIt;
  readonly linkify: { set(options: { fuzzyLink: boolean }): void };
  parse(text: string, env: object): readonly MarkdownToken[];
}
const markdownIt: (options: { linkify: boolean; html: boolean }) => MarkdownIt = require('markdown-it');

/** Tags and texts of a document that a strict parser accepts. */
function xmlOf(document: string): { tags: XmlTag[]; texts: string[] } {
  // What no XML may hold, even escaped; the parser does not look.
  assert.doesNotMatch(document, /[^\n\t\P{Cc}]|[\ufffe\uffff]|\p{Cs}/u);
  const tags: XmlTag[] = [];
  const texts: string[] = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = (tag) => void tags.push(tag);
  parser.ontext = (text) => void texts.push(text);
  parser.write(document).close();
  return { tags, texts };
}

test('SVG: well-formed, only our elements and attributes, the name in the tooltip', () => {
  for (const name of texts) {
    const { profile, costs, measured } = hostileProfile(name);
    const tree = callTree(profile, costs.nodes(), measured.weights);
    const format = { sampleUnit: 'nanoseconds', outputUnit: 'auto', ratio: 1 };
    const { tags, texts } = xmlOf(flameSvg(tree, `${name} · cpu`, measured.total, format));
    assert.deepEqual(
      [...new Set(tags.map((tag) => tag.name))].sort(),
      ['g', 'rect', 'style', 'svg', 'text', 'title'],
      JSON.stringify(name),
    );
    const attributes = new Set(tags.flatMap((tag) => Object.keys(tag.attributes)));
    for (const attribute of attributes) assert.doesNotMatch(attribute, /^on|href/i);
    // The parser removes line ends around a text; XML itself makes CR LF one line end.
    const shown = escapeXml(`f${whole(name)}`);
    const readable = texts.map((text) => escapeXml(text));
    assert.ok(
      readable.some((text) => text.startsWith(shown)),
      JSON.stringify(name),
    );
  }
});

interface GraphvizJson {
  readonly objects?: readonly Readonly<Record<string, unknown>>[];
  readonly edges?: readonly unknown[];
}

test('DOT: Graphviz finds one node with the text as its label, and draws well-formed SVG', async () => {
  const graphviz = await Graphviz.load();
  for (const name of texts) {
    const label = escapeForDot(whole(name));
    const dot = drawableDot(`digraph "${label}" { N1 [label="${label}" tooltip="${label}" shape=box] }`);
    const { objects = [], edges = [] }: GraphvizJson = JSON.parse(graphviz.dot(dot, 'json'));
    assert.deepEqual([objects.length, edges.length], [1, 0], JSON.stringify(name));
    for (const key of Object.keys(objects[0] ?? {})) assert.doesNotMatch(key, /url|href|target|image/i);
    // Each line of the label is a text of its own. Spaces around it are not kept.
    const shown = pictureTexts(graphviz.dot(dot, 'svg')).replace(/\s+/g, ' ');
    const printed = whole(name).replace(/[^\n\t\P{Cc}]|[\ufffe\uffff]/gu, '\ufffd');
    for (const line of printed.split('\n')) {
      assert.ok(shown.includes(line.replace(/\s+/g, ' ').trim()), JSON.stringify([name, shown]));
    }
  }
});

/** The texts of Graphviz's picture, which must have only its own elements and no link but its tooltips. */
function pictureTexts(svg: string): string {
  const { tags, texts } = xmlOf(svg);
  for (const { name: tag, attributes } of tags) {
    assert.match(tag, /^(svg|g|title|polygon|polyline|path|text|a)$/);
    for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /href|^on/);
  }
  return texts.join('\n');
}

test('the call graph of a profile is drawn whatever is in its names, labels and comments', async () => {
  for (const name of texts) {
    const spec = {
      binary: '/bin/HOSTILE',
      comments: ['HOSTILE'],
      samples: [
        {
          values: [98],
          stack: ['leafHOSTILE a.go:1', 'HOSTILE HOSTILE.go:2'],
          labels: { HOSTILE: 'HOSTILE' },
        },
      ],
    };
    const context = reportContext(profileWithText(spec, 'HOSTILE', whole(name)), {}, '');
    assert.ok(context.ok);
    const drawn = await drawGraph(graphInDot(context.value));
    assert.ok(drawn.ok, `${JSON.stringify(name)}: ${drawn.ok || sentence(drawn.problem)}`);
    pictureTexts(drawn.value);
  }
});

test('a graph that Graphviz does not understand is not called too large', async () => {
  const drawn = await drawGraph('digraph { N1 [label="a" b" c] }');
  assert.ok(!drawn.ok);
  assert.match(sentence(drawn.problem), /does not understand.*syntax error/);
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

/** Reads RFC 4180. */
function csvFields(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  for (
    let match = field.exec(text);
    match !== null && field.lastIndex <= text.length;
    match = field.exec(text)
  ) {
    rows.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] !== ',') rows.push([]);
    if (field.lastIndex === text.length) break;
  }
  return rows.filter((row) => row.length > 0);
}

/** A sign may begin a number. */
function assertNoFormula(field: string): void {
  assert.doesNotMatch(field, /^[=@\t\r＝＋－＠]/, JSON.stringify(field));
  if (/^[+-]/.test(field))
    assert.match(field, /^[+-](?:\d[\d.,]*(?:e[+-]?\d+)?%?|Inf|∞)?$/, JSON.stringify(field));
}

test('CSV: each text is one field, and no field is a formula', () => {
  for (const name of texts) {
    const rows = csvFields(
      csv([
        ['benchmark', 'sec/op'],
        [name, '-2.5%'],
      ]),
    );
    assert.deepEqual(
      rows,
      [
        ['benchmark', 'sec/op'],
        [notFormula(name), '-2.5%'],
      ],
      JSON.stringify(name),
    );
    const [field = ''] = rows[1]!;
    assert.ok(field === name || field === `'${name}`);
    assertNoFormula(field);
  }
});

test('numbers and changes are no formulas', () => {
  for (const text of ['-5', '+19%', '-2.3%', '-1.5e-05', '+Inf', '-', '+12.3% (p=0.001 n=10)', '~', '']) {
    assert.equal(notFormula(text), text);
  }
});

/** All tokens, also those within lines. */
function tokens(text: string): MarkdownToken[] {
  const reader = markdownIt({ linkify: true, html: true }).enable('table');
  // GitHub makes no links of mere hosts.
  reader.linkify.set({ fuzzyLink: false });
  return reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

test('Markdown: a table with the text in its cell; no link, picture, mention, or element', () => {
  for (const name of texts) {
    const found = tokens(
      markdown([
        ['benchmark', 'sec/op'],
        [name, '1'],
      ]),
    );
    assert.equal(found.filter(({ type }) => type === 'td_open').length, 2, JSON.stringify(name));
    for (const { type, content } of found) {
      assert.doesNotMatch(
        type,
        /link|image|html_block|code|em_|strong|s_open|heading|list|hr/,
        JSON.stringify(name),
      );
      if (type === 'html_inline') assert.equal(content, '<!-- -->');
      // GitHub and GitLab look for these in each piece of text.
      if (type === 'text') assert.doesNotMatch(content, /[@#!]\w|https?:\/\/|(?<!\w)www\.\w|(?<!\w)GH-\d/);
    }
    const cell = found.filter(({ type }) => type === 'inline')[2]!;
    const shown = (cell.children ?? []).filter(({ type }) => type !== 'html_inline');
    const text = shown.map(({ content }) => content).join('');
    const expected = name
      .replace(/[\r\n]+/g, ' ')
      .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
      .trim();
    assert.equal(text, expected, JSON.stringify(name));
  }
});

test('Markdown: alone in a line, too', () => {
  for (const name of texts) {
    for (const { type } of tokens(`key: ${escapeForgeMarkdown(name)}<br>\n`)) {
      assert.doesNotMatch(
        type,
        /link|image|html_block|code|em_|strong|heading|list|table|hr/,
        JSON.stringify(name),
      );
    }
  }
});

test('benchstat tables: names, units, keys and files of others are no formulas and no markup', () => {
  const compare = comparer({ ...defaultCompareOptions, table: '.config' });
  assert.ok(compare.ok);
  for (const name of texts.filter((text) => !/\s|[\0\u0085]/u.test(text))) {
    const text = `pkg: ${name}\nBenchmark${name} 1 5 ns/op 6 ${name}\n`.repeat(6);
    const { tables } = compare.value([
      { label: name, path: 'a', text },
      { label: 'new', path: 'b', text },
    ]);
    for (const row of csvFields(tablesCsv(tables).csv)) {
      for (const field of row) assertNoFormula(field);
    }
    for (const { type } of tokens(tablesMarkdown(tables))) {
      assert.doesNotMatch(type, /link|image|html_block|code|em_|heading|list|hr/, JSON.stringify(name));
    }
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
