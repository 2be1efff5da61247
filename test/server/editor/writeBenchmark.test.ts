// Code actions that write Go, over the wire.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { goModule } from '../../go/goModule.ts';
import { Client } from '../client.ts';

const source = `package m

// Parse parses.
func Parse(text string) int { return len(text) }

func main() {}
`;

test('the file is made by the editor, with what an open test says; a refusal is said', async (t) => {
  const module = goModule({ 'm.go': source, 'm_test.go': 'package m\n' });
  const client = await Client.start({ folder: module.directory });
  t.after(() => client.stop());
  const uri = await client.open(`${module.directory}/m.go`);
  const tests = await client.open(`${module.directory}/m_test.go`);
  const text = 'package m\n\nimport "testing"\n\nfunc TestParse(t *testing.T) { Parse("not saved") }\n';
  await client.change(tests, text);
  assert.deepEqual(await client.actionTitles(uri, 3), ['Write a benchmark for Parse']);
  assert.deepEqual(await client.actionTitles(uri, 2), []);
  assert.deepEqual(await client.actionTitles(uri, 5), []);
  assert.equal(await client.execute('writeBenchmark', { uri, line: 3, character: 0 }), false);
  assert.deepEqual(client.messages, ['This editor makes no new file for others.']);
  client.appliesEdits = true;
  assert.equal(await client.execute('writeBenchmark', { uri, line: 3, character: 0 }), true);
  const [create, edit] = client.edits.at(-1)?.documentChanges ?? [];
  assert.match(
    JSON.stringify(create),
    /"kind":"create","uri":"[^"]*\/m_bench_test\.go","options":\{"overwrite":false/,
  );
  assert.match(JSON.stringify(edit), /func BenchmarkParse.*not saved/);
});

test('serving profiles is an edit of the open text, which is taken back the same way', async (t) => {
  const text = 'package main\n\nfunc main() {\n\tselect {}\n}\n';
  const module = goModule({ 'main.go': 'package main\n' });
  const client = await Client.start({ folder: module.directory });
  t.after(() => client.stop());
  const uri = await client.open(`${module.directory}/main.go`);
  await client.change(uri, text);
  const [serve] = (await client.actions(uri, 2)).filter(({ edit }) => edit !== undefined);
  assert.equal(serve?.title, 'Serve profiles at localhost:6060 (Profile Program… needs no change)');
  const served = TextDocument.applyEdits(
    TextDocument.create(uri, 'go', 1, text),
    serve?.edit?.changes?.[uri] ?? [],
  );
  assert.match(served, /^import _ "net\/http\/pprof"$/m);
  await client.change(uri, served);
  const line = served.split('\n').indexOf('func main() {');
  const [stop] = (await client.actions(uri, line)).filter(({ edit }) => edit !== undefined);
  assert.equal(stop?.title, 'Stop serving profiles here');
  const stopped = TextDocument.applyEdits(
    TextDocument.create(uri, 'go', 2, served),
    stop?.edit?.changes?.[uri] ?? [],
  );
  assert.equal(stopped, text);
});
