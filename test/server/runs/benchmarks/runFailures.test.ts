/** What stands on the screen of a run that has failed, and when it goes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { servedModule } from '../../servedModule.ts';

const source = `package m

import "testing"

func BenchmarkGood(b *testing.B) {
	for b.Loop() {
	}
}

func BenchmarkBad(b *testing.B) {
	b.Fatal("no good")
}
`;

test('the lens says that a benchmark has failed, and why when it is clicked, until it runs again', async (t) => {
  const served = await servedModule(
    t,
    { 'm_test.go': source },
    { count: 1, benchtime: '10x', kinds: ['mem'] },
  );
  const { client, uri, directory } = served;
  const failedLines = async () =>
    (await client.allLenses(uri)).flatMap(({ command, range }) =>
      command?.command === 'pprofLens.server.explainFailure' ? range.start.line + 1 : [],
    );
  const why = async (benchmark: string) => {
    const before = client.messages.length;
    if (!(await client.execute('explainFailure', { uri, benchmark }))) return null;
    await client.until('the message', () => client.messages.length > before);
    return client.messages.at(-1);
  };
  assert.equal((await client.execute('run', { uri, benchmark: 'BenchmarkBad' })).status, 'failed');
  assert.deepEqual(await failedLines(), [10]);
  assert.equal(await why('BenchmarkBad'), 'BenchmarkBad failed: no good');
  assert.equal(await why('BenchmarkGood'), null);

  await client.execute('run', { uri, benchmark: null });
  assert.deepEqual(await failedLines(), [10], 'one of several');
  assert.equal(await why('BenchmarkBad'), 'BenchmarkBad failed: no good');

  const file = path.join(directory, 'm_test.go');
  const mended = readFileSync(file, 'utf8').replace('b.Fatal("no good")', 'for b.Loop() {\n\t}');
  writeFileSync(file, mended);
  await client.change(uri, mended);
  await served.profile('BenchmarkBad');
  assert.deepEqual(await failedLines(), []);
  assert.equal(await why('BenchmarkBad'), null);
});
