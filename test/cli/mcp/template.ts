/** What an agent does with the sample of templates. It knows nothing but what the tools say, and Go. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Agent } from './agent.ts';

const catalogue = { benchmarks: '^BenchmarkCatalogue$', benchtime: '50x' };

/** The hottest line, what is said of it, and the verdict on the time after an edit: the hot call is made once. */
export async function fasterCatalogue({ call }: Agent, root: string) {
  const listed = await call('list_benchmarks', { match: 'Catalogue' });
  assert.ok(listed.document.benchmarks.some(({ name }) => name === 'BenchmarkCatalogue'));
  const { run } = (await call('profile', { ...catalogue, profiles: ['cpu', 'mem'] })).document;
  const lines = (await call('hot_lines', { run, metric: 'B/op' })).document.benchmarks[0]?.lines ?? [];
  const hot = lines.find(({ file }) => file.startsWith(root) && !file.endsWith('_test.go'));
  assert.ok(hot?.text !== undefined, 'a line of the code itself');
  const explained = await call('explain_line', { run, file: hot.file, line: hot.line });
  makeOnce(hot.file, hot.line);
  const compared = await call('compare', { ...catalogue, count: 5, against: run });
  const time = compared.document.verdicts.find(({ unit }) => unit === 'ns/op') ?? {};
  return { hot: hot.text, reasons: explained.text, time };
}

/** `a, err := f(s.Views...)` of a method becomes the answer of a function that asks once for each folder. */
function makeOnce(file: string, line: number): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.indexOf('\t)', line - 1);
  const statement = lines.slice(line - 1, end + 1);
  const [, left = '', call = ''] = /^\t(.*) := (.*)$/.exec(statement[0] ?? '') ?? [];
  lines.splice(line - 1, statement.length, `\t${left} := viewsIn(s.Views)`);
  const kept = `
var kept sync.Map

func viewsIn(folder string) (*template.Template, error) {
\tif views, isKept := kept.Load(folder); isKept {
\t\treturn views.(*template.Template), nil
\t}
\tviews, err := ${[call, ...statement.slice(1)].join('\n').replaceAll('s.Views', 'folder')}
\tif err == nil {
\t\tkept.Store(folder, views)
\t}
\treturn views, err
}
`;
  const text = `${lines.join('\n').trimEnd()}\n${kept}`;
  writeFileSync(file, text.replace('\t"slices"\n', '\t"slices"\n\t"sync"\n'));
}
