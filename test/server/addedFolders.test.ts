/** A folder that is added to the workspace, or taken from it, counts at once. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { DidChangeWorkspaceFoldersNotification } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { profileBytes } from '../pprof/builder.ts';
import { testFolder, writeFiles } from '../testFolder.ts';
import { startedServer } from './client.ts';

const benchmark = 'package m\n\nimport "testing"\n\nfunc BenchmarkA(b *testing.B) {\n}\n';

test('what may be run and read follows the folders of the workspace', async (t) => {
  const root = testFolder();
  const [first, second] = ['first', 'second'].map((name) => path.join(root, name)) as [string, string];
  let folders = [first];
  for (const folder of [first, second]) {
    writeFiles(folder, { 'go.mod': 'module example.com/m\n', 'a_test.go': benchmark, 'a.go': 'package m\n' });
  }
  const file = path.join(first, 'a.pprof');
  writeFileSync(file, profileBytes({ samples: [{ values: [1], stack: [`m.A ${second}/a.go:1`] }] }));
  const client = await startedServer(t, {
    folder: first,
    folders: () => folders,
    initializationOptions: { trusted: false, translations: { 'profile this benchmark': '分析此基准测试' } },
  });
  const outside = await client.open(path.join(second, 'a_test.go'));
  const inside = await client.open(path.join(first, 'a_test.go'));
  const actions = async () => (await client.actionTitles(outside, 4))?.length;
  assert.ok((await client.lensTitles(inside)).includes('分析此基准测试'), "in the client's language");
  assert.deepEqual(await client.lensTitles(outside), [], 'a click on it would be refused');
  assert.equal(await actions(), 0);
  const opened = await client.execute('openProfile', { path: file, forPage: true });
  assert.ok(opened.status === 'opened');
  const source = { sessionId: opened.sessionId, file: path.join(second, 'a.go'), line: 1 };
  assert.ok('refused' in (await client.execute('frameText', source)));

  folders = [first, second];
  const added = [{ uri: URI.file(second).toString(), name: 'second' }];
  const seen = client.lensRefreshes;
  await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, {
    event: { added, removed: [] },
  });
  await client.until('the lenses are asked for again', () => client.lensRefreshes > seen);
  assert.notEqual((await client.lensTitles(outside)).length, 0);
  assert.notEqual(await actions(), 0);
  // It is looked at now; whether it is what was profiled is another question.
  assert.ok(!('refused' in (await client.execute('frameText', source))));
});
