/** Which go command a run uses: the client is asked for it, and arguments of the command, which a link can have, say nothing. It is known before the click. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigurationRequest, WorkDoneProgressCreateRequest } from 'vscode-languageserver/node';
import { goCommandMethod, serverCommandId } from '../../../../src/protocol.ts';
import { eventually } from '../../../eventually.ts';
import { goModule } from '../../../go/goModule.ts';
import { testFolder } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

const folder = testFolder();

const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();

/** A go command that writes down what it is asked, then does its work. */
function markingGo(name: string, flags = '') {
  const [command, log] = [path.join(folder, name), path.join(folder, `${name}.log`)];
  const lines = ['#!/bin/sh', `echo "$1 $2" >> '${log}'`, flags, `exec '${goroot}/bin/go' "$@"`];
  writeFileSync(command, lines.join('\n'), { mode: 0o755 });
  return { command, asked: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) };
}

test('the client’s answer chooses the go command, an argument does not; if it is exchanged, the next run notices', async (t) => {
  const [answered, given] = [markingGo('answered'), markingGo('given')];
  const text = 'package m\n\nimport "testing"\n\nfunc BenchmarkF(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n';
  const module = goModule({ 'm_test.go': text });
  const settings = { count: 1, benchtime: '1x', kinds: ['mem'] };
  const client = await startedServer(t, {
    folder: module.directory,
    initializationOptions: { storagePath: path.dirname(module.output), goCommand: true },
    settings,
  });
  const asked: unknown[] = [];
  let whenAsked: () => unknown = () => null;
  client.connection.onRequest(goCommandMethod, async (params: unknown) => {
    asked.push(params);
    await whenAsked();
    return answered.command;
  });
  const uri = await client.open(path.join(module.directory, 'm_test.go'));
  const run = async () => {
    const outcome: unknown = await client.connection.sendRequest('workspace/executeCommand', {
      command: serverCommandId('run'),
      arguments: [{ uri, benchmark: 'BenchmarkF', goCommand: given.command }],
    });
    assert.match(JSON.stringify(outcome), /"status":"done"/, client.messages.join());
  };
  await client.lensTitles(uri);
  await eventually('Go is asked', () => answered.asked().includes('list -test'));
  await client.lensTitles(uri);
  // The client has told everything already: it answers nothing more before Go builds.
  const builds = () => eventually('Go builds', () => answered.asked().includes('test -c'));
  whenAsked = builds;
  client.connection.onRequest(WorkDoneProgressCreateRequest.type, async () => void (await builds()));
  client.connection.onRequest(ConfigurationRequest.type, async ({ items }) => {
    await builds();
    return items.map(({ section }) => (section === 'pprofLens' ? settings : null));
  });
  await run();
  assert.deepEqual(asked, [{ uri }, { uri }]);
  // Go is asked again while it builds.
  assert.deepEqual(answered.asked().slice(0, 2), ['env -json', 'list -test']);
  assert.deepEqual(answered.asked().slice(2, 4).sort(), ['env -json', 'test -c']);
  assert.deepEqual(given.asked(), []);

  rmSync(path.join(folder, 'answered.log'));
  // It answers only when it builds: the run begins with what was known, and then again.
  const waits = `[ "$1" = env ] && until grep -q '^test' '${folder}/answered.log'; do sleep 0.05; done`;
  markingGo('answered', `export GOFLAGS=-cover\n${waits}`);
  await run();
  const commands = [...client.output.matchAll(/^\$ .* test -c .*$/gm)].map(([command]) => command);
  assert.match(commands.at(-1) ?? '', / -cover=false /);
  assert.equal(client.history.runs.length, 2);
});
