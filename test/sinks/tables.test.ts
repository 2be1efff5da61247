/** Names in tables stay text in their cells: no formula of a spreadsheet, no markup of Markdown. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { escapeForgeMarkdown, notFormula } from '../../src/base/escape.ts';
import { csv, markdown } from '../../src/base/tableText.ts';
import { comparer, defaultCompareOptions } from '../../src/bench/benchstat/compareFiles.ts';
import { tablesCsv } from '../../src/bench/benchstat/tablesCsv.ts';
import { tablesMarkdown } from '../../src/bench/benchstat/tablesMarkdown.ts';
import { succeeded } from '../why.ts';
import { texts } from './hostileProfile.ts';

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

// It has no types.
const markdownIt: (options: { linkify: boolean; html: boolean }) => MarkdownIt = createRequire(
  import.meta.url,
)('markdown-it');

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
  const compare = succeeded(comparer({ ...defaultCompareOptions, table: '.config' }));
  for (const name of texts.filter((text) => !/\s|[\0\u0085]/u.test(text))) {
    const text = `pkg: ${name}\nBenchmark${name} 1 5 ns/op 6 ${name}\n`.repeat(6);
    const { tables } = compare([
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
