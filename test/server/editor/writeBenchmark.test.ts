/** *Write a benchmark* over the wire: offered at the head of a function, makes a new file in the editor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
