import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { goCommandOf } from '../../../src/extension/server/goExtension.ts';

/** The go command of a Go extension that exports `api`, and the warnings in the log. */
async function goCommand(activate: () => Promise<unknown>): Promise<[string | undefined, string[]]> {
  const warnings: string[] = [];
  const extensions = {
    getExtension: (id: string) => (id === 'golang.go' ? { activate } : undefined),
  } as unknown as typeof vscode.extensions;
  const uri = {} as vscode.Uri;
  return [await goCommandOf(extensions, uri, { warn: (text) => warnings.push(text) }), warnings];
}

test("the Go extension's go command", async () => {
  const settings = {
    path: '/usr/local/go/bin/',
    getExecutionCommand(tool: string) {
      return { binPath: this.path + tool };
    },
  };
  assert.deepEqual(await goCommand(async () => ({ settings })), ['/usr/local/go/bin/go', []]);
});

test('a Go extension of another form has none', async () => {
  for (const api of [
    { settings: { getExecutionCommand: () => undefined } },
    { settings: { getExecutionCommand: () => ({ binPath: '' }) } },
    { settings: {} },
    undefined,
  ]) {
    assert.deepEqual(await goCommand(async () => api), [undefined, []]);
  }
});

test('a Go extension that fails is a warning in the log, no more', async () => {
  const [command, warnings] = await goCommand(() => Promise.reject(new Error('no toolchain')));
  assert.equal(command, undefined);
  assert.match(warnings.join(), /no toolchain/);
});
