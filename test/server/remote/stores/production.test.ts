/** Profiles of production in the editor: from a store to the lines, by the version that ran. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { type StoreKind, storeKinds } from '../../../../src/go/stores/storeKinds.ts';
import type { Answer, Question } from '../../../../src/protocol.ts';
import { gitEnvironment, goRepository } from '../../../go/git/repository.ts';
import { cpuProfile } from '../../../go/stores/production.ts';
import { noStore, push, type StoreServer, startStore } from '../../../go/stores/storeServers.ts';
import { Client } from '../../client.ts';

const service: Readonly<Record<StoreKind, string>> = { pyroscope: 'service_name', parca: 'job' };
const version: Readonly<Record<StoreKind, string>> = { pyroscope: 'service_git_ref', parca: 'version' };

const firstRelease = `package shop

func Price(n int) int {
	total := 0
	for i := range n {
		total += i * i
	}
	return total
}
`;
/** The loop has moved down, and what it does is another. */
const secondRelease = firstRelease
  .replace('	total := 0', '	// Squares.\n	//\n	total := 0')
  .replace('i * i', 'i * (i + 1)');

const benchmarks = `package shop

import "testing"

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		Price(1000)
	}
}
`;

const editor = {
  asks: true,
  decorations: true,
  trusted: true,
  clientCommands: ['pprofLens.showFlameGraph'],
};

interface Shop {
  readonly client: Client;
  readonly uri: string;
  stop(): Promise<void>;
}

for (const kind of storeKinds) {
  describe(kind, { skip: noStore(kind) }, () => {
    let repository: ReturnType<typeof goRepository> | null = null;
    let started: Promise<StoreServer> | null = null;
    const commits: string[] = [];
    after(async () => {
      (await started)?.stop();
      repository?.remove();
    });

    const filled = () => {
      started ??= fill();
      return started;
    };

    async function fill(): Promise<StoreServer> {
      repository = goRepository({ 'price.go': firstRelease });
      commits.push(repository.git('rev-parse', 'HEAD').trim());
      commits.push(repository.commit({ 'price.go': secondRelease, 'price_test.go': benchmarks }));
      const server = await startStore(kind);
      const [first = '', second = ''] = commits;
      // With -trimpath, and in a folder of another machine.
      const built = kind === 'pyroscope' ? 'example.com/m' : '/build/m';
      const labels = (name: string, ran: string) => ({ [service[kind]]: name, [version[kind]]: ran });
      const samples = (loop: number, sum: number, other: number, shift: number) =>
        cpuProfile(
          [
            { count: sum, stack: [`example.com/m.Price ${built}/price.go:${6 + shift}`] },
            { count: loop, stack: [`example.com/m.Price ${built}/price.go:${5 + shift}`] },
            { count: other, stack: ['example.com/other.Serve /build/other/serve.go:9'] },
          ],
          3,
        );
      await push(server, {
        profile: samples(200, 299, 501, 0),
        labels: labels('shop', first),
        ago: 40 * 60_000,
      });
      await push(server, {
        profile: samples(600, 199, 201, 2),
        labels: labels('shop', second),
        ago: 5 * 60_000,
      });
      await push(server, { profile: samples(50, 30, 20, 2), labels: labels('lost', 'abcdef1234567890') });
      return server;
    }

    async function shop(): Promise<Shop> {
      await filled();
      const storage = mkdtempSync(path.join(tmpdir(), 'stores-server-'));
      const folder = repository?.directory ?? '';
      const client = await Client.start({
        folder,
        initializationOptions: { ...editor, storagePath: storage },
        settings: { count: 1, benchtime: '300ms', kinds: ['cpu'] },
        env: gitEnvironment,
      });
      const uri = await client.open(path.join(folder, 'price.go'));
      return {
        client,
        uri,
        async stop() {
          await client.stop();
          rmSync(storage, { recursive: true, force: true });
        },
      };
    }

    /** Answers the dialogs in their order: an item by the beginning of its label, or a text. */
    function user(client: Client, ...answers: readonly string[]): string[] {
      const left = [...answers];
      client.answer = (question: Question): Answer => {
        const next = left.shift();
        if (next === undefined) return null;
        if (question.kind === 'input') return { chosen: [next] };
        if (question.kind !== 'pick') return null;
        const item = question.items.find(({ label }) => label.startsWith(next));
        return item === undefined ? { chosen: [], typed: next } : { chosen: [item.id] };
      };
      return left;
    }

    /** Parca knows that ten seconds were profiled. Line 5 of the first release is now line 7; line 6 has changed. */
    const costs =
      kind === 'parca' ? ['7: 200ms/s flat · 20%', '8: was 299ms/s'] : ['7: 2s flat · 20%', '8: was 2.99s'];

    const textsOf = (client: Client, uri: string) =>
      (client.annotations.get(uri)?.annotations ?? []).map(
        ({ line, text }) => `${line + 1}: ${text.replaceAll('\u00a0', ' ')}`,
      );

    test('the version that ran is carried to what is open: unchanged lines cost, changed ones do not', async () => {
      const { client, uri, stop } = await shop();
      const server = await filled();
      const [first = ''] = commits;
      const left = user(client, server.url, 'shop', 'Last hour', first.slice(0, 7));
      const sessionId = await client.execute('profileStore', { action: 'connect' });
      assert.ok(sessionId !== null, client.messages.join('\n') + client.output);
      assert.deepEqual(left, []);
      const session = client.sessions.sessions.find(({ id }) => id === sessionId);
      assert.equal(session?.title, `shop · CPU · last hour · ${first.slice(0, 7)}`);
      await client.until('the costs', () => textsOf(client, uri).length > 0);
      assert.deepEqual(textsOf(client, uri), costs);
      const age = () => client.sessions.sessions.find(({ id }) => id === sessionId)?.age?.sentence ?? '';
      if (kind === 'pyroscope')
        await client.until('what has changed since', () => age().startsWith('The code has changed'));
      await stop();
    });

    test('another release is compared on the lines, as shares, with what the samples bear', async () => {
      const { client, uri, stop } = await shop();
      const server = await filled();
      const [first = '', second = ''] = commits;
      user(client, server.url, 'shop', 'Last hour', second.slice(0, 7));
      assert.ok(await client.execute('profileStore', { action: 'connect' }));
      user(client, first.slice(0, 7));
      const compared = await client.execute('profileStore', { action: 'compare' });
      assert.ok(compared !== null, client.messages.join('\n') + client.output);
      const session = client.sessions.sessions.find(({ id }) => id === compared);
      assert.ok(session?.base !== undefined);
      await client.until('the comparison', () =>
        textsOf(client, uri).some((text) => text.includes('was 20%')),
      );
      assert.ok(
        textsOf(client, uri).includes(`7: was 20% · 60% · ${kind === 'parca' ? '600ms/s' : '6s'} cum`),
        textsOf(client, uri).join('\n'),
      );
      const position = { textDocument: { uri }, position: { line: 6, character: 1 } };
      const hover = JSON.stringify(await client.connection.sendRequest('textDocument/hover', position));
      assert.match(hover, /20% in .*shop · CPU .*its share has changed by \+200%/);
      // A page that opens again, after a reload of the window, names both files.
      const again = { path: session.profilePath, basePath: session.base.profilePath };
      const opened = await client.execute('openProfile', again);
      assert.ok(opened.status === 'opened');
      assert.equal(client.sessions.sessions.find(({ id }) => id === opened.sessionId)?.title, session.title);
      for (let i = 0; i < 6; i++) {
        user(client, first.slice(0, 7));
        assert.ok(await client.execute('profileStore', { action: 'compare' }));
      }
      // The oldest comparisons are gone, and so is what only they were compared with.
      const { sessions } = client.sessions;
      const bases = sessions.flatMap(({ base }) => base?.profilePath ?? []);
      assert.ok(bases.length <= 4, `${bases.length} comparisons`);
      const files = sessions.flatMap(({ base, profilePath }) => (base === undefined ? profilePath : []));
      assert.deepEqual(new Set(files), new Set([session.profilePath, ...bases]));
      await stop();
    });

    test('a hot line leads to the benchmarks that reach it, and a benchmark says how much of production it stands for', {
      skip: kind === 'parca' ? 'once is enough' : false,
    }, async () => {
      const { client, uri, stop } = await shop();
      const server = await filled();
      user(client, server.url, 'shop', 'Last hour', commits[1]?.slice(0, 7) ?? '');
      assert.ok(await client.execute('profileStore', { action: 'connect' }));
      const hoverAt = async (file: string, line: number) => {
        const position = { textDocument: { uri: file }, position: { line, character: 6 } };
        return JSON.stringify(await client.connection.sendRequest('textDocument/hover', position));
      };
      assert.match(await hoverAt(uri, 6), /\[Benchmark this\]\(command:pprofLens\.server\.benchmarkLine/);
      user(client, 'BenchmarkSum');
      const outcome = await client.execute('benchmarkLine', { uri, line: 6 });
      assert.equal(outcome?.status, 'done', client.messages.join('\n') + client.output);
      const asked = client.questions.at(-1);
      assert.ok(asked?.kind === 'pick');
      assert.equal(asked.items[0]?.description, 'in the same package, not profiled yet');
      const tests = await client.open(path.join(repository?.directory ?? '', 'price_test.go'));
      // 80% of the second release's samples are in Price.
      assert.match(await hoverAt(tests, 4), /Stands for 80% of `shop · CPU · last hour/);
      const production = client.sessions.sessions.find(({ title }) => title.startsWith('shop'));
      await client.execute('show', { sessionId: production?.id ?? '', sampleType: 1 });
      user(client, 'BenchmarkSum');
      await client.execute('benchmarkLine', { uri, line: 6 });
      const again = client.questions.at(-1);
      assert.ok(again?.kind === 'pick');
      assert.match(again.items[0]?.description ?? '', /^spends \d+% of its CPU time there$/);
      await stop();
    });

    test('labels narrow a service: chosen with their values, and typed', async () => {
      const { client, uri, stop } = await shop();
      const server = await filled();
      const [first = ''] = commits;
      const labels = [version[kind], first, 'Last hour'];
      const left = user(client, server.url, 'shop', 'Choose Labels…', ...labels);
      const chosen = await client.execute('profileStore', { action: 'connect' });
      assert.deepEqual(left, [], client.messages.join('\n') + client.output);
      const titleOf = (id: string | null) => client.sessions.sessions.find((each) => each.id === id)?.title;
      assert.equal(titleOf(chosen), `shop ${first} · CPU · last hour · ${first.slice(0, 7)}`);
      await client.until('the costs', () => textsOf(client, uri).length > 0);
      assert.deepEqual(textsOf(client, uri), costs);
      const typed = `${version[kind]}!="${first}"`;
      const stores = kind === 'pyroscope' ? 'Pyroscope' : 'Parca';
      user(client, stores, '{', 'Choose Labels…', 'nonsense', typed, 'Last hour');
      // What was asked for last comes first, and has no other version: there is nothing, and a message says so.
      assert.equal(await client.execute('profileStore', { action: 'fetch' }), null);
      assert.match(client.messages.join('\n'), /All processes of .* had the same labels/);
      user(client, stores, 'shop', 'Choose Labels…', 'nonsense', typed, 'Last hour');
      const other = await client.execute('profileStore', { action: 'fetch' });
      assert.match(client.messages.join('\n'), /nonsense is not what labels can match/);
      assert.match(titleOf(other) ?? '', /^shop .*!=.* · CPU · last hour · /);
      await stop();
    });

    test('costs per request, where the user knows how many there were', async () => {
      const { client, uri, stop } = await shop();
      const server = await filled();
      const [first = ''] = commits;
      user(client, server.url, 'shop', 'Last hour', first.slice(0, 7));
      assert.ok(await client.execute('profileStore', { action: 'connect' }));
      const perRequest = async (typed: string) => {
        user(client, typed);
        return client.execute('profileStore', { action: 'perRequest' });
      };
      assert.equal(await perRequest('many'), null);
      assert.match(client.messages.join('\n'), /many is no number of requests/);
      assert.ok(await perRequest('100'));
      await client.until('costs per request', () => textsOf(client, uri).join().includes('/request'));
      assert.equal(textsOf(client, uri)[0], '7: 20ms/request flat · 20%');
      // One profile: the store counts in steps of 30 seconds.
      assert.ok(await perRequest('10/s'), client.messages.join('\n'));
      const tenASecond = '7: 6.67ms/request flat · 20%';
      await client.until(tenASecond, () => textsOf(client, uri)[0] === tenASecond);
      await stop();
    });

    test('a commit that is not in this clone is said', async () => {
      const { client, stop } = await shop();
      const server = await filled();
      user(client, server.url, 'lost', 'Last hour');
      assert.ok(await client.execute('profileStore', { action: 'connect' }));
      await client.until('the message', () => client.messages.length > 0);
      assert.match(client.messages.join('\n'), /Commit abcdef1234567890 is not in this clone: fetch it\./);
      await stop();
    });

    test('a profile from a store opens again by its file', async () => {
      const { client, uri, stop } = await shop();
      const server = await filled();
      const [first = ''] = commits;
      user(client, server.url, 'shop', 'Last hour', first.slice(0, 7));
      assert.ok(await client.execute('profileStore', { action: 'connect' }));
      const file = client.sessions.sessions[0]?.profilePath ?? '';
      await client.execute('show', null);
      await client.until('no costs', () => textsOf(client, uri).length === 0);
      const opened = await client.execute('openProfile', { path: file });
      assert.equal(opened.status, 'opened');
      await client.until('the costs', () => textsOf(client, uri).length > 0);
      assert.deepEqual(textsOf(client, uri), costs);
      await stop();
    });
  });
}
