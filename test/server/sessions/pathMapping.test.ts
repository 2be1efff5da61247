/** Files of a profile that are not found: what is said of them, and what the user's answer does; over JSON-RPC. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  type AddMappingParams,
  addMappingMethod,
  clientCommands,
  type FindFilesParams,
  findFilesMethod,
  type Question,
} from '../../../src/protocol.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { testFolder, writeFiles } from '../../testFolder.ts';
import { type Client, type Ending, startedServer } from '../client.ts';

const source = 'package p\n\nfunc F() {\n\tF()\n}\n';

interface Place {
  readonly client: Client;
  readonly folder: string;
  readonly mappings: Record<string, string>;
  readonly open: (...stacks: string[]) => Promise<string>;
}

/** A workspace with these files; its editor finds them by name, and writes mappings into the settings. */
async function workspaceWith(t: Ending, ...files: string[]): Promise<Place> {
  const folder = testFolder();
  writeFiles(folder, Object.fromEntries(files.map((file) => [file, source])));
  const mappings: Record<string, string> = {};
  const client = await startedServer(t, {
    folder,
    settings: { pathMappings: mappings },
    initializationOptions: { clientCommands, decorations: true, asks: true, finds: true, trusted: true },
  });
  client.connection.onRequest(findFilesMethod, ({ names }: FindFilesParams) =>
    files.filter((file) => names.includes(path.basename(file))).map((file) => path.join(folder, file)),
  );
  client.connection.onRequest(addMappingMethod, ({ from, to }: AddMappingParams) => {
    mappings[from] = to;
    return true;
  });
  client.connection.onRequest('window/showDocument', () => ({ success: true }));
  const open = async (...stacks: string[]) => {
    const file = path.join(folder, 'cpu.pprof');
    writeFileSync(file, profileBytes({ samples: stacks.map((stack) => ({ values: [5], stack: [stack] })) }));
    const outcome = await client.execute('openProfile', { path: file });
    assert.equal(outcome.status, 'opened');
    return outcome.sessionId;
  };
  return { client, folder, mappings, open };
}

function isPick(question: Question): question is Extract<Question, { kind: 'pick' }> {
  return question.kind === 'pick';
}

async function annotated(client: Client, uri: string): Promise<void> {
  await client.until('a cost', () => client.annotations.get(uri)?.annotations[0]?.line === 3);
}

test('the only file of the workspace with the end of the path is it, without a question', async (t) => {
  const { client, folder, open } = await workspaceWith(t, 'p/f.go');
  const sessionId = await open('p.F /ci/7f3a/p/f.go:4');
  const frame = await client.execute('resolveFrame', { sessionId, file: '/ci/7f3a/p/f.go', line: 4 });
  assert.ok('uri' in frame && frame.uri.endsWith('/p/f.go'));
  await annotated(client, await client.open(path.join(folder, 'p/f.go')));
  assert.deepEqual(client.messages, []);
});

test('files that are not found are told and mapped, and costs come at once', async (t) => {
  const { client, folder, mappings, open } = await workspaceWith(t, 'p/f.go');
  const uri = await client.open(path.join(folder, 'p/f.go'));
  const sessionId = await open('p.F /ci/7f3a/f.go:4');
  await client.until('a message', () => client.messages.length > 0);
  assert.match(client.messages[0]!, /^cpu\.pprof: 1 of 1 files of this profile were not found here/);
  assert.deepEqual(client.offered, ['Map This Path…']);
  assert.match(
    await client.hover(uri, 3, 1),
    /may be this file.*\[Map this path…\]\(command:pprofLens\.server\.mapPath/,
  );
  assert.equal(await client.hover(uri, 2, 1), '');
  const frame = { sessionId, file: '/ci/7f3a/f.go', line: 4 };
  assert.deepEqual(await client.execute('frameText', frame), { missing: 'absent', canMap: true });
  const asked: Question[] = client.questions;
  assert.equal(await client.execute('mapPath', { sessionId }), false, 'the user gives up');
  assert.deepEqual(mappings, {});
  client.answer = (question) => (isPick(question) ? { chosen: [question.items[0]!.id] } : null);
  assert.equal(await client.execute('mapPath', { sessionId }), true);
  assert.deepEqual(mappings, { '/ci/7f3a': `$\{workspaceFolder}/p` });
  const [, question] = asked;
  assert.ok(question !== undefined && isPick(question));
  assert.deepEqual(
    question.items.map(({ label, detail }) => [label, detail]),
    [
      [path.join('p', 'f.go'), `/ci/7f3a → $\{workspaceFolder}/p`],
      ['Choose a File…', undefined],
      ['Choose a Folder…', undefined],
    ],
  );
  await annotated(client, uri);
  assert.deepEqual(await client.execute('frameText', frame), { text: source });
});

test('of files that fit equally well, none shows the costs until the user has chosen', async (t) => {
  const { client, folder, open } = await workspaceWith(t, 'a/p/f.go', 'b/p/f.go');
  const [a, b] = [
    await client.open(path.join(folder, 'a/p/f.go')),
    await client.open(path.join(folder, 'b/p/f.go')),
  ];
  const sessionId = await open('p.F /ci/p/f.go:4');
  await client.until('a message', () =>
    client.messages.some((text) => /Several files here could be/.test(text)),
  );
  const frame = await client.execute('resolveFrame', { sessionId, file: '/ci/p/f.go', line: 4 });
  assert.ok('problem' in frame && frame.canMap && /Several files here can be/.test(frame.problem));
  assert.equal(client.annotations.get(a), undefined);
  assert.equal(client.annotations.get(b), undefined);
  client.answer = (question) =>
    isPick(question) ? { chosen: [question.items.find(({ label }) => label.startsWith('b'))!.id] } : null;
  assert.equal(await client.execute('mapPath', { sessionId, file: '/ci/p/f.go' }), true);
  await annotated(client, b);
  assert.equal(client.annotations.get(a), undefined);
});

test('of names that could be the open file, the user says which one it is', async (t) => {
  const { client, folder, mappings, open } = await workspaceWith(t, 'p/f.go');
  const uri = await client.open(path.join(folder, 'p/f.go'));
  const sessionId = await open('p.F /one/p/f.go:4', 'p.F /two/p/f.go:4');
  await client.until('a message', () =>
    client.messages.some((text) => /several files that could be/.test(text)),
  );
  client.answer = (question) =>
    isPick(question)
      ? { chosen: [(question.items.find(({ id }) => id.startsWith('/two')) ?? question.items[0]!).id] }
      : null;
  assert.equal(await client.execute('mapPath', { sessionId, uri }), true);
  assert.deepEqual(mappings, { '/two': `$\{workspaceFolder}` });
  await annotated(client, uri);
  assert.equal(client.messages.length, 1, 'a file of which nobody knows which one it is has been found');
});
