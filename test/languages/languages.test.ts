/** Every text of the editor is translated, and its translations keep what the code puts into it and what is no prose. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { property } from '../../src/base/outsideValues.ts';
import { textWidth } from '../../src/base/textWidth.ts';
import { findTexts } from './texts.ts';

const folder = 'media/l10n';

/** Languages for which there is a file, by its name. */
function languages(inside: string, file: RegExp): string[] {
  return readdirSync(inside).flatMap((name) => file.exec(name)?.[1] ?? []);
}

const translated = languages(folder, /^bundle\.l10n\.(.+)\.json$/);

function textsIn(file: string): Map<string, string> {
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
}

/** What a translation has as the text has it: placeholders, links, icons, code and flags, emphasis, line ends. */
const kept = [
  /\{\d+\}/g,
  /\]\((?:command|https?):[^)]*\)/g,
  /\$\([\w~-]+\)/g,
  /``.*?``|`[^`]*`/g,
  /--[a-z][\w-]*/g,
  /\*+/g,
  /\n/g,
];

/** Words of ours that stand as code. They are translated as everywhere. */
const ownWords = /`profile this benchmark`/;

/** What is wrong with translations, a line for each fault. @param texts the English ones by key */
function faults(texts: ReadonlyMap<string, string>, translations: ReadonlyMap<string, string>): string[] {
  const wrong = [...texts].flatMap(([key, text]) => {
    const translation = translations.get(key);
    if (translation === undefined) return [`missing: ${key}`];
    if (translation.trim() === '') return [`empty: ${key}`];
    const lost = kept.some(
      (pattern) => parts(text.replace(ownWords, ''), pattern) !== parts(translation, pattern),
    );
    return lost ? [`differs: ${key} => ${translation}`] : [];
  });
  return [
    ...wrong,
    ...[...translations.keys()].filter((key) => !texts.has(key)).map((key) => `superfluous: ${key}`),
  ];
}

function parts(text: string, pattern: RegExp): string {
  return (text.match(pattern) ?? []).sort().join(' ');
}

test('each fault of a translation is named, and only faults are', () => {
  const of = (text: string, ...translations: string[]) =>
    faults(new Map([[text, text]]), new Map(translations.map((each) => [text, each])));
  assert.deepEqual(of('line'), ['missing: line']);
  assert.deepEqual(of('line', ' '), ['empty: line']);
  assert.deepEqual(faults(new Map(), new Map([['line', '行']])), ['superfluous: line']);
  assert.deepEqual(of('{0} of {1}', '{1} 中的 {0}'), []);
  for (const [text, translation] of [
    ['{0} of {1}', '{1} 中'],
    ['{0} lines', '{0} {1} 行'],
    ['[Run](command:a.run)', '[运行](command:a.stop)'],
    ['$(flame) hot', '$(fire) 热'],
    ['as `go test`', '如 go test'],
    ['use --col', '请用 --column'],
    ['a **bold** word', '一个*粗体*词'],
    ['two\nlines', '两行'],
  ] as const)
    assert.deepEqual(of(text, translation), [`differs: ${text} => ${translation}`]);
});

test('texts are found in each way in which code hands them over; what cannot be found is named', () => {
  const { texts, unclear } = findTexts(['test/languages/handedOn.ts']);
  const expected = [
    'line',
    'one sample',
    'more',
    'show/of pprof',
    'passed on',
    'handed on',
    'noted',
    'slower',
    'faster',
    'said',
  ];
  const ofProblems = [
    'There is none of {0}.',
    'There are none of {0}.',
    '{0} waits.',
    '{0} wait.',
    'Nothing {0}',
  ];
  assert.deepEqual(
    [...texts.keys()].sort(),
    [...expected, ...ofProblems, 'A sentence of a table.', 'There is none.'].sort(),
  );
  assert.equal(unclear.length, 1);
  assert.match(unclear[0] ?? '', /handedOver\.ts:\d+$/);
});

test('the editor has its texts in every language', () => {
  // The command line is English.
  const { texts, unclear } = findTexts([
    'src/server/main.ts',
    'src/server/web/main.ts',
    'src/go/profiles/httpRequest.web.ts',
    'src/extension/main.ts',
    'src/extension/web.ts',
    'src/webview/main.tsx',
  ]);
  assert.deepEqual(unclear, [], 'l10n.t and fail take literals, also those of a table');
  for (const language of translated)
    assert.deepEqual(faults(texts, textsIn(`${folder}/bundle.l10n.${language}.json`)), [], language);
});

test('a tab begins with its short title, and marks fit into the gutter', () => {
  for (const language of translated) {
    const texts = textsIn(`${folder}/bundle.l10n.${language}.json`);
    const marks = [...texts].filter(([key]) => /^was$|As wide as three letters/.test(key));
    assert.equal(marks.length, 3);
    for (const [key, mark] of marks) assert.ok(textWidth(mark) <= 4, `${language}: ${key}`);
    assert.ok(texts.get('Callers and callees')?.startsWith(texts.get('Callers') ?? '?'), language);
  }
});

test('the manifest has its texts in the same languages', () => {
  const english = textsIn('package.nls.json');
  assert.deepEqual(languages('.', /^package\.nls\.(.+)\.json$/).sort(), translated.sort());
  for (const language of translated)
    assert.deepEqual(faults(english, textsIn(`package.nls.${language}.json`)), [], language);
});

test('VS Code finds the translations: where the manifest says, by the names of its languages', () => {
  assert.equal(property(JSON.parse(readFileSync('package.json', 'utf8')), 'l10n'), `./${folder}`);
  assert.deepEqual(translated.sort(), ['ja', 'zh-cn']);
});
