/** Whatever is in names, flame graphs and call graphs are well-formed SVG with our elements only, and show the names as they are. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { drawableDot, escapeForDot } from '../../src/analysis/callGraph/dotEscape.ts';
import { callTree } from '../../src/analysis/callTree/callTree.ts';
import { flameSvg } from '../../src/analysis/callTree/flameSvg.ts';
import { escapeXml } from '../../src/base/escape.ts';
import { sentence } from '../../src/base/result.ts';
import { graphInDot } from '../../src/cli/reports/dot.ts';
import { drawGraph } from '../../src/cli/reports/drawGraph.ts';
import { reportContext } from '../../src/cli/reports/reportContext.ts';
import { profileWithText } from '../pprof/hostileNames.ts';
import { refused, succeeded } from '../why.ts';
import { hostileProfile, texts, whole } from './hostileProfile.ts';

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

// It has no types.
const sax: { parser(strict: boolean): XmlParser } = createRequire(import.meta.url)('sax');

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
    const { tags, texts } = xmlOf(flameSvg(tree, { title: `${name} · cpu`, total: measured.total, format }));
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
    const context = succeeded(reportContext(profileWithText(spec, 'HOSTILE', whole(name)), {}, ''));
    const drawn = succeeded(await drawGraph(graphInDot(context)));
    pictureTexts(drawn);
  }
});

test('a graph that Graphviz does not understand is not called too large', async () => {
  const drawn = refused(await drawGraph('digraph { N1 [label="a" b" c] }'));
  assert.match(sentence(drawn), /does not understand.*syntax error/);
});
