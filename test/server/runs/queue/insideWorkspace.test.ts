/** A link can ask for any benchmark. Only those of the workspace are run. */
import assert from 'node:assert/strict';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { URI } from 'vscode-uri';
import { outsideProblem } from '../../../../src/server/runs/queue/insideWorkspace.ts';
import { testFolder } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

const root = testFolder({
  'work/sub/a.go': '',
  'workshop/a.go': '',
  'stranger/go.mod': 'module example.com/stranger\n\ngo 1.22\n',
  'stranger/s_test.go':
    'package s\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc BenchmarkS(b *testing.B) {\n\tos.WriteFile("ran", nil, 0o600)\n}\n',
});
const at = (...parts: string[]) => path.join(root, ...parts);
symlinkSync(at('work'), at('linked'), 'dir');

describe('a folder', () => {
  const runs = (directory: string, folders: readonly string[], open: readonly string[] = []) =>
    outsideProblem(directory, { folders, open }) === null;

  test('of the workspace, or below one of its folders', () => {
    assert.ok(runs(at('work'), [at('work')]));
    assert.ok(runs(at('work/sub'), [at('stranger'), at('work')]));
    assert.ok(runs(at('work/not/there/yet'), [at('work')]));
    assert.ok(runs(at('linked/sub'), [at('work')]), 'it has another name');
    assert.ok(runs(at('work/sub'), [at('linked')]), 'the workspace has another name');
  });

  test('outside', () => {
    assert.equal(
      outsideProblem(at('stranger'), { folders: [at('work')], open: [] })?.code,
      'outside-workspace',
    );
    assert.ok(!runs(at('workshop'), [at('work')]), 'a name that begins alike');
    assert.ok(!runs(at('work/../stranger'), [at('work')]));
    assert.ok(!runs(at('stranger'), [at('work')], [at('stranger/s_test.go')]), 'an open file is not enough');
  });

  test('of an open file, where the editor has no folder', () => {
    assert.ok(runs(at('stranger'), [], [at('stranger/s_test.go')]));
    assert.ok(!runs(at('work'), [], [at('stranger/s_test.go')]));
  });
});

test('a benchmark outside the workspace is refused with a sentence, and nothing of it runs', async (t) => {
  const client = await startedServer(t, {
    folder: at('work'),
    initializationOptions: { storagePath: at('storage') },
  });
  const uri = URI.file(at('stranger/s_test.go')).toString();
  for (const benchmark of ['BenchmarkS', null]) {
    assert.equal((await client.execute('run', { uri, benchmark })).status, 'failed');
  }
  await client.until('a message', () => client.messages.length === 2);
  assert.match(client.messages[0] ?? '', /stranger is outside the folders of this workspace/);
  assert.ok(!existsSync(at('stranger/ran')));
  assert.equal(client.progressTokens.length, 0);
});
