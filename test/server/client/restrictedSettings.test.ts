// What the settings of a workspace decide before its user trusts it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Connection } from 'vscode-languageserver';
import { dictionary, list, object, property, text } from '../../../src/base/outsideValues.ts';
import { Settings } from '../../../src/server/client/settings.ts';

const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
const at = (...names: readonly string[]) => names.reduce(property, manifest);

/** Settings that a workspace may have in any case, and why it can do no harm with them. */
const harmless = {
  'pprofLens.kinds': 'one of a few words, for a run',
  'pprofLens.count': 'a number, for a run',
  'pprofLens.benchtime': 'a duration, for a run',
  'pprofLens.counters': 'checked names of events, for a run',
  'pprofLens.page': 'one of a few words, for what is shown',
  'pprofLens.annotations': 'one of a few words, for what is shown',
  'pprofLens.threshold': 'a number, for what is shown',
  'pprofLens.codeLens': 'one of a few words, for what is shown',
  'pprofLens.benchmarkHints': 'yes or no',
};

test('each setting is restricted, or has a reason why not', () => {
  const configuration = at('contributes', 'configuration');
  const groups = Array.isArray(configuration) ? configuration : [configuration];
  const names = groups.flatMap((group) =>
    Object.keys(dictionary(object({}))(property(group, 'properties')) ?? {}),
  );
  assert.ok(names.length > 15);
  const restricted = list(text)(at('capabilities', 'untrustedWorkspaces', 'restrictedConfigurations')) ?? [];
  const sorted = [...restricted, ...Object.keys(harmless)].sort();
  assert.deepEqual(sorted, [...names].sort(), 'programs, flags, paths and limits are restricted');
});

/** The server's settings, of a client that does not restrict any, and the sections that it was asked for. */
async function settingsOf(isTrusted: boolean) {
  const asked: string[] = [];
  const sections: Record<string, object> = {
    pprofLens: {
      goPath: '/evil/go',
      env: { GOFLAGS: '-toolexec=/evil' },
      flags: ['-exec=/evil'],
      tags: 'x',
      count: 3,
    },
    go: {
      alternateTools: { go: '/evil/go' },
      goroot: '/evil',
      toolsEnvVars: { GOFLAGS: '-toolexec=/evil' },
      testEnvFile: '/etc/passwd',
      testFlags: ['-exec=/evil'],
    },
  };
  const workspace = {
    getConfiguration: async (items: readonly { section: string }[]) =>
      items.map(({ section }) => {
        asked.push(section);
        return sections[section];
      }),
  };
  const connection = { workspace } as unknown as Connection;
  const client = { configuration: true, folders: [], listsFolders: false };
  const settings = new Settings(connection, client, () => isTrusted);
  return { all: await settings.forFile('file:///w/a.go'), asked };
}

test('a workspace that is not trusted names no program, environment or flags, and nothing of the Go extension is read', async () => {
  const { all, asked } = await settingsOf(false);
  const { goPath, env, flags, tags, count } = all.lens;
  assert.deepEqual(
    { goPath, env, flags, tags, count },
    { goPath: '', env: {}, flags: null, tags: '', count: 3 },
  );
  assert.deepEqual(asked, ['pprofLens']);
  const { alternateTools, goroot, toolsEnvVars, testEnvFile, testFlags } = all.go;
  assert.deepEqual([alternateTools, goroot, toolsEnvVars, testEnvFile, testFlags], [{}, '', {}, '', null]);
});

test('a trusted one does', async () => {
  const { all, asked } = await settingsOf(true);
  assert.deepEqual([all.lens.goPath, all.go.goroot, asked], ['/evil/go', '/evil', ['pprofLens', 'go']]);
});
