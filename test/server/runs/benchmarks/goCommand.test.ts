/** Which go command a run uses: the client is asked for it, and arguments of the command, which a link can have, say nothing. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { goCommandMethod, serverCommandId } from '../../../../src/protocol.ts';
import { goModule } from '../../../go/goModule.ts';
import { testFolder } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

const folder = testFolder();

const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();

/** A go command that leaves a mark, then does its work. */
function markingGo(name: string): { readonly command: string; readonly isUsed: () => boolean } {
  const [command, mark] = [path.join(folder, name), path.join(folder, `${name}.used`)];
  writeFileSync(command, `#!/bin/sh\ntouch '${mark}'\nexec '${goroot}/bin/go' "$@"\n`, { mode: 0o755 });
  return { command, isUsed: () => existsSync(mark) };
}

test('the client’s answer chooses the go command, an argument does not', async (t) => {
  const [answered, given] = [markingGo('answered'), markingGo('given')];
  const text = 'package m\n\nimport "testing"\n\nfunc BenchmarkF(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n';
  const module = goModule({ 'm_test.go': text });
  const client = await startedServer(t, {
    folder: module.directory,
    initializationOptions: { storagePath: path.dirname(module.output), goCommand: true },
    settings: { count: 1, benchtime: '1x', kinds: ['mem'] },
  });
  const asked: unknown[] = [];
  client.connection.onRequest(goCommandMethod, (params: unknown) => {
    asked.push(params);
    return answered.command;
  });
  const uri = await client.open(path.join(module.directory, 'm_test.go'));
  const outcome: unknown = await client.connection.sendRequest('workspace/executeCommand', {
    command: serverCommandId('run'),
    arguments: [{ uri, benchmark: 'BenchmarkF', goCommand: given.command }],
  });
  assert.match(JSON.stringify(outcome), /"status":"done"/, client.messages.join());
  assert.deepEqual(asked, [{ uri }]);
  assert.ok(answered.isUsed());
  assert.equal(given.isUsed(), false);
});
