// What the server asks the editor's settings, and what those of a workspace decide before its user trusts it.
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

/** The settings of the server, whose client answers so. */
function settingsOf(
  getConfiguration: (items: readonly { section: string }[]) => Promise<unknown>,
  isTrusted: boolean,
  dynamicConfiguration = true,
) {
  const connection = { workspace: { getConfiguration } } as unknown as Connection;
  const client = { configuration: true, dynamicConfiguration, folders: [], listsFolders: false };
  return new Settings(connection, client, () => isTrusted);
}

/** Settings of a workspace that would run another program. */
const evil: Readonly<Record<string, object>> = {
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

/** What is read of them, and the sections that were asked for. */
async function readEvil(isTrusted: boolean) {
  const asked: string[] = [];
  const settings = settingsOf(async (items) => {
    asked.push(...items.map(({ section }) => section));
    return items.map(({ section }) => evil[section]);
  }, isTrusted);
  return { all: await settings.forFile('file:///w/a.go'), asked };
}

test('a workspace that is not trusted names no program, environment or flags, and nothing of the Go extension is read', async () => {
  const { all, asked } = await readEvil(false);
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
  const { all, asked } = await readEvil(true);
  assert.deepEqual([all.lens.goPath, all.go.goroot, asked], ['/evil/go', '/evil', ['pprofLens', 'go']]);
});

test('settings that the editor could not give are asked for again', async () => {
  let isFirst = true;
  const settings = settingsOf(async () => {
    if (!isFirst) return [{ count: 3 }, null];
    isFirst = false;
    throw new Error('not now');
  }, true);
  await assert.rejects(settings.general(), /not now/);
  assert.equal((await settings.general()).lens.count, 3);
  assert.equal(settings.general(), settings.general(), 'they are kept');
});

test('those of a file are kept until they change, where the client says when they do', async () => {
  for (const isTold of [true, false]) {
    let count = 3;
    const settings = settingsOf(async () => [{ count }, null], true, isTold);
    const read = async () => (await settings.forFile('file:///w/a.go')).lens.count;
    assert.equal(await read(), 3);
    count = 4;
    assert.equal(await read(), isTold ? 3 : 4);
    settings.forget();
    assert.equal(await read(), 4);
  }
});
