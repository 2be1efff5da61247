import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { readMcpOptions } from '../../../src/cli/mcp/mcpOptions.ts';
import { serverArguments, serverEnvironment } from '../../../src/extension/runs/agentServer.ts';

test('the command line reads what the editor gives it: in an untrusted workspace it runs nothing', () => {
  for (const isTrusted of [true, false]) {
    const [program, command, ...options] = serverArguments('/ext/dist/cli.js', '/home/me/a b', isTrusted);
    assert.deepEqual([program, command], ['/ext/dist/cli.js', 'mcp']);
    const read = readMcpOptions(options, {});
    assert.deepEqual(read, { ok: true, value: { root: '/home/me/a b', 'read-only': !isTrusted } });
  }
});

test("the user's Go is the first one on its path", () => {
  assert.equal(serverEnvironment('/bin', '/go/bin').PATH, `/go/bin${delimiter}/bin`);
  assert.deepEqual(serverEnvironment('/bin', undefined), { ELECTRON_RUN_AS_NODE: '1' });
});
