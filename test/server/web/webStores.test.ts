/** What VS Code for the Web keeps of stores, and when it asks none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationToken } from 'vscode-languageserver';
import type { Problem } from '../../../src/base/result.ts';
import { KeptStores } from '../../../src/server/remote/stores/keptStores.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import type { ClientFiles } from '../../../src/server/web/clientFiles.ts';
import type { WebAccess } from '../../../src/server/web/webAccess.ts';
import { ClientText, WebProfiles, WebStores } from '../../../src/server/web/webStores.ts';
import { profileOf } from '../../pprof/builder.ts';
import { provenanceOf } from '../builders.ts';

/** A client that keeps texts, and counts what it is given for pages. */
function client() {
  const texts = new Map<string, string>();
  const files: string[] = [];
  const clientFiles = {
    recall: async (name: string) => texts.get(name) ?? null,
    remember: async (name: string, text: string) => void texts.set(name, text),
    keep: async (file: string) => void files.push(file),
  } as unknown as ClientFiles;
  return { texts, files, clientFiles };
}

test('in a workspace that is not trusted nobody is asked', async () => {
  const problems: Problem[] = [];
  const asked = () => assert.fail('asked');
  const context = {
    ask: { pick: asked, choose: asked, input: asked },
    messages: { problem: (problem: Problem) => problems.push(problem) },
    settings: {},
    sessions: new SessionStore(),
    isTrusted: () => false,
  } as unknown as ConstructorParameters<typeof WebStores>[0];
  const stores = new WebStores(context, client().clientFiles, {} as WebAccess);
  assert.equal(await stores.act({ action: 'fetch' }, CancellationToken.None), null);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['untrusted'],
  );
  assert.equal(await stores.open('/vscode-vfs:github/me/shop/cpu.pprof'), null);
  const lost = await stores.open('/pprof-lens-store:/of-a-former-window.pb');
  assert.equal(lost?.ok === false && lost.problem.code, 'lost');
});

test('the list is the same in the next window', async () => {
  const { clientFiles, texts } = client();
  const one = new KeptStores(await ClientText.of(clientFiles, 'stores'));
  const store = one.at('https://profiles.example', '');
  await one.keep({ ...store, kind: 'parca' });
  const next = new KeptStores(await ClientText.of(clientFiles, 'stores'));
  assert.deepEqual(
    next.all.map(({ id, address }) => ({ id, address })),
    [{ id: store.id, address: 'https://profiles.example' }],
  );
  await next.forget(store.id);
  assert.doesNotMatch([...texts.values()].join(), /example/);
});

test('a fetched profile stays while a session shows it, and old ones go', async () => {
  const { clientFiles, files } = client();
  const profiles = new WebProfiles(clientFiles);
  const profile = profileOf({ samples: [{ values: [7], stack: ['p.F /p/f.go:1'] }] });
  const first = await profiles.keep(profile, provenanceOf({ title: 'first' }), new Set());
  for (let i = 0; i < 8; i++) await profiles.keep(profile, provenanceOf(), new Set([first]));
  assert.equal(profiles.provenanceOf(first)?.title, 'first');
  const again = profiles.readAgain(first);
  assert.ok(again.ok && again.value.samples.count === 1);
  assert.equal(new Set(files).size, 9);
  const isKnown = files.map((file) => profiles.readAgain(file).ok);
  assert.deepEqual(isKnown, [true, false, false, false, true, true, true, true, true]);
});
