/** Profiles of production in the editor: from a store to the lines, by the version that ran. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import {
  type KeptPrediction,
  keepPrediction,
  keptPredictions,
  predictionToKeep,
} from '../../../../src/go/results/keptPredictions.ts';
import { type StoreKind, storeKinds } from '../../../../src/go/stores/storeKinds.ts';
import { projectRuns } from '../../../../src/go/toolchain/cacheFolder.ts';
import type { Answer, Question } from '../../../../src/protocol.ts';
import { gitEnvironment, goRepository } from '../../../go/git/repository.ts';
import { cpuProfile } from '../../../go/stores/production.ts';
import { noStore, push, type StoreServer, startStore } from '../../../go/stores/storeServers.ts';
import { testFolder } from '../../../testFolder.ts';
import { type Client, startedServer } from '../../client.ts';

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

const goCache = execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim();
const environment = { ...gitEnvironment, GOCACHE: goCache, XDG_CACHE_HOME: testFolder() };

/** A repository with two releases of a shop, and a store with profiles of both. */
interface Shop {
  readonly folder: string;
  readonly url: string;
  readonly first: string;
  readonly second: string;
}

/** Answers the dialogs in their order: an item by the beginning of its label, or a text. Answers what is left of them. */
function answer(client: Client, ...answers: readonly string[]): string[] {
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

for (const kind of storeKinds) {
  describe(kind, { skip: noStore(kind) }, () => {
    let made: Promise<Shop> | null = null;
    let server: StoreServer | null = null;
    after(() => server?.stop());

    async function make(): Promise<Shop> {
      const repository = goRepository({ 'price.go': firstRelease });
      const first = repository.git('rev-parse', 'HEAD').trim();
      const second = repository.commit({ 'price.go': secondRelease, 'price_test.go': benchmarks });
      const store = await startStore(kind);
      server = store;
      // With -trimpath, and in a folder of another machine.
      const built = kind === 'pyroscope' ? 'example.com/m' : '/build/m';
      const pushed = (name: string, ran: string, shift: number, counts: readonly number[], ago: number) => {
        const [loop = 0, sum = 0, other = 0] = counts;
        const samples = [
          { count: sum, stack: [`example.com/m.Price ${built}/price.go:${6 + shift}`] },
          { count: loop, stack: [`example.com/m.Price ${built}/price.go:${5 + shift}`] },
          { count: other, stack: ['example.com/other.Serve /build/other/serve.go:9'] },
        ];
        const labels = { [service[kind]]: name, [version[kind]]: ran };
        return push(store, { profile: cpuProfile(samples, 3), labels, ago: ago * 60_000 });
      };
      await pushed('shop', first, 0, [200, 299, 501], 40);
      await pushed('shop', second, 2, [600, 199, 201], 5);
      await pushed('lost', 'abcdef1234567890', 2, [50, 30, 20], 1);
      return {
        folder: repository.directory,
        url: store.url,
        first: first.slice(0, 7),
        second: second.slice(0, 7),
      };
    }

    /** An editor with `price.go` open, whose user gives these answers while connecting to the store. */
    async function connected(t: TestContext, answers: (shop: Shop) => readonly string[]) {
      made ??= make();
      const shop = await made;
      const storagePath = testFolder();
      const client = await startedServer(t, {
        folder: shop.folder,
        initializationOptions: { ...editor, storagePath },
        settings: { count: 1, benchtime: '300ms', kinds: ['cpu'] },
        env: environment,
      });
      const uri = await client.open(path.join(shop.folder, 'price.go'));
      const left = answer(client, shop.url, ...answers(shop));
      const sessionId = await client.execute('profileStore', { action: 'connect' });
      assert.ok(sessionId !== null, client.messages.join('\n') + client.output);
      assert.deepEqual(left, []);
      return {
        ...shop,
        storagePath,
        client,
        uri,
        sessionId,
        session: (id: string | null) => client.session(id),
        texts: () =>
          client.costs(uri).map(({ line, text }) => `${line + 1}: ${text.replaceAll('\u00a0', ' ')}`),
        hoverAt: (file: string, line: number) => client.hover(file, line, 6),
      };
    }

    const ofFirst = ({ first }: Shop) => ['shop', 'Last hour', first];
    const ofSecond = ({ second }: Shop) => ['shop', 'Last hour', second];

    /** Parca knows that ten seconds were profiled. Line 5 of the first release is now line 7; line 6 has changed. */
    const costs =
      kind === 'parca' ? ['7: 200ms/s flat · 20%', '8: was 299ms/s'] : ['7: 2s flat · 20%', '8: was 2.99s'];

    test('the version that ran is carried to what is open: unchanged lines cost, changed ones do not', async (t) => {
      const { client, first, sessionId, session, texts } = await connected(t, ofFirst);
      assert.equal(session(sessionId)?.title, `shop · CPU · last hour · ${first}`);
      await client.until('the costs', () => texts().length > 0);
      assert.deepEqual(texts(), costs);
      const age = () => session(sessionId)?.age?.sentence ?? '';
      if (kind === 'pyroscope')
        await client.until('what has changed since', () => age().startsWith('The code has changed'));
    });

    test('another release is compared on the lines, as shares, with what the samples bear', async (t) => {
      const { client, uri, first, session, texts, hoverAt } = await connected(t, ofSecond);
      answer(client, first);
      const compared = session(await client.execute('profileStore', { action: 'compare' }));
      assert.ok(compared?.base !== undefined, client.messages.join('\n') + client.output);
      await client.until('the comparison', () => texts().some((text) => text.includes('was 20%')));
      assert.ok(
        texts().includes(`7: 60% was 20% · ${kind === 'parca' ? '600ms/s' : '6s'} cum`),
        texts().join('\n'),
      );
      assert.match(await hoverAt(uri, 6), /20% in .*shop · CPU .*its share has changed by \+200%/);
      // A page that opens again, after a reload of the window, names both files.
      const again = { path: compared.profilePath, basePath: compared.base.profilePath };
      const opened = await client.execute('openProfile', again);
      assert.ok(opened.status === 'opened');
      assert.equal(session(opened.sessionId)?.title, compared.title);
      for (let i = 0; i < 6; i++) {
        answer(client, first);
        assert.ok(await client.execute('profileStore', { action: 'compare' }));
      }
      // The oldest comparisons are gone, and so is what only they were compared with.
      const { sessions } = client.sessions;
      const bases = sessions.flatMap(({ base }) => base?.profilePath ?? []);
      assert.ok(bases.length <= 4, `${bases.length} comparisons`);
      const files = sessions.flatMap(({ base, profilePath }) => (base === undefined ? profilePath : []));
      assert.deepEqual(new Set(files), new Set([compared.profilePath, ...bases]));
    });

    test('the release that ran first is the base, also where it is the one that is shown', async (t) => {
      const { client, second, session, texts } = await connected(t, ofFirst);
      answer(client, second);
      assert.ok(session(await client.execute('profileStore', { action: 'compare' })));
      await client.until('the comparison', () => texts().some((text) => text.includes('60% was 20%')));
    });

    test('a hot line leads to the benchmarks that reach it, and a benchmark says how much of production it stands for', {
      skip: kind === 'parca' ? 'once is enough' : false,
    }, async (t) => {
      const { client, uri, folder, first, sessionId, hoverAt } = await connected(t, ofSecond);
      assert.match(await hoverAt(uri, 6), /\[Benchmark this\]\(command:pprofLens\.server\.benchmarkLine/);
      const benchmarked = async () => {
        answer(client, 'BenchmarkSum');
        const outcome = await client.execute('benchmarkLine', { uri, line: 6 });
        assert.equal(outcome?.status, 'done', client.messages.join('\n') + client.output);
        const asked = client.questions.at(-1);
        assert.ok(asked?.kind === 'pick');
        return asked.items[0]?.description ?? '';
      };
      assert.equal(await benchmarked(), 'in the same package, not profiled yet');
      const tests = await client.open(path.join(folder, 'price_test.go'));
      // 80% of the second release's samples are in Price.
      assert.match(await hoverAt(tests, 4), /Stands for 80% of `shop · CPU · last hour/);
      await client.execute('show', { sessionId, sampleType: 1 });
      assert.match(await benchmarked(), /^spends \d+% of its CPU time there$/);
      assert.doesNotMatch(await hoverAt(tests, 4), /Predicted/, 'the same code');
      const file = path.join(folder, 'price.go');
      writeFileSync(file, secondRelease.replace('range n', 'range n / 2'));
      t.after(() => writeFileSync(file, secondRelease));
      const target = { uri: tests, benchmark: 'BenchmarkSum' };
      await client.run(target);
      // A busy machine is no reason for another answer then.
      await client.execute('measureInTurns', target);
      // Half of 80%. On a busy machine the interval is wide.
      const predicted =
        /Predicted for the CPU time of .*, at the same load: −[3-5]\d% \(−\d+% … [−+]\d+%\)\.$/m;
      assert.match(await hoverAt(tests, 4), predicted);
      const kept = keptPredictions(projectRuns(folder, environment));
      assert.deepEqual(kept.at(-1) && [kept.at(-1)?.name, kept.at(-1)?.service, kept.at(-1)?.functions], [
        'BenchmarkSum',
        'shop',
        ['price.go Price'],
      ]);
      await client.execute('show', { sessionId, sampleType: 1 });
      answer(client, first);
      assert.ok(await client.execute('profileStore', { action: 'compare' }), client.messages.join('\n'));
      // Other code took half of the time, then a fifth of it.
      assert.match(await hoverAt(tests, 4), /Measured since: \+1[45]\d% \(\+1\d\d% … \+1\d\d%\)\./);
    });

    test('what was predicted for a release stands beside what came of it, also in the next window', async (t) => {
      const { client, uri, folder, first, storagePath, session, hoverAt } = await connected(t, ofSecond);
      const found = { functions: ['price.go Price'], share: 0.5, overlap: 1, change: 1.2, low: 1, high: 1.6 };
      const result = { package: 'm', name: 'BenchmarkSum', procs: 1, codeHash: null };
      const made = predictionToKeep(found, result, { service: 'shop', source: 'shop · CPU' });
      const keep = (part: Partial<KeptPrediction>) =>
        keepPrediction(projectRuns(folder, environment), { ...made, ...part });
      keep({ madeAt: Date.now() - 20 * 60_000 });
      keep({ madeAt: Date.now() - 60_000, change: 9 });
      answer(client, first);
      const compared = session(await client.execute('profileStore', { action: 'compare' }));
      const sentence = (name: string, benchmark: string) =>
        new RegExp(
          String.raw`CPU time of ${name} at the same load: predicted \+120% \(\+100% … \+160%\) by ${benchmark}, 1[345]m before it first ran; measured \+1[45]\d% \(\+1\d\d% … \+1\d\d%\)\.`,
        );
      const said = sentence('shop', 'BenchmarkSum');
      await client.until('the message', () => said.test(client.messages.join('\n')));
      assert.match(await hoverAt(uri, 6), sentence('`shop`', '`BenchmarkSum`'));
      const next = await startedServer(t, {
        folder,
        initializationOptions: { ...editor, storagePath },
        env: environment,
      });
      const again = await next.open(path.join(folder, 'price.go'));
      assert.ok(compared?.base !== undefined);
      const opened = await next.execute('openProfile', {
        path: compared.profilePath,
        basePath: compared.base.profilePath,
      });
      assert.equal(opened.status, 'opened');
      assert.match(await next.hover(again, 6, 6), sentence('`shop`', '`BenchmarkSum`'));
    });

    test('labels narrow a service: chosen with their values, and typed', async (t) => {
      const { client, first, sessionId, session, texts } = await connected(t, (shop) => [
        ...['shop', 'Choose Labels…', version[kind], shop.first, 'Last hour'],
      ]);
      assert.match(
        session(sessionId)?.title ?? '',
        new RegExp(`^shop ${first}\\w+ · CPU · last hour · ${first}$`),
      );
      await client.until('the costs', () => texts().length > 0);
      assert.deepEqual(texts(), costs);
      const typed = `${version[kind]}!~"${first}.*"`;
      const store = kind === 'pyroscope' ? 'Pyroscope' : 'Parca';
      const fetched = (...answers: string[]) => {
        answer(client, store, ...answers);
        return client.execute('profileStore', { action: 'fetch' });
      };
      // What was asked for last comes first, and has no other version: there is nothing, and a message says so.
      assert.equal(await fetched('{', 'Choose Labels…', 'nonsense', typed, 'Last hour'), null);
      assert.match(client.messages.join('\n'), /All processes of .* had the same labels/);
      const other = await fetched('shop', 'Choose Labels…', 'nonsense', typed, 'Last hour');
      assert.match(client.messages.join('\n'), /nonsense is not what labels can match/);
      assert.match(session(other)?.title ?? '', /^shop .*!~.* · CPU · last hour · /);
    });

    test('costs per request, where the user knows how many there were', async (t) => {
      const { client, texts } = await connected(t, ofFirst);
      const perRequest = (typed: string) => {
        answer(client, typed);
        return client.execute('profileStore', { action: 'perRequest' });
      };
      assert.equal(await perRequest('many'), null);
      assert.match(client.messages.join('\n'), /many is no number of requests/);
      // One profile: the store counts in steps of 30 seconds.
      for (const [typed, line] of [
        ['100', '7: 20ms/request flat · 20%'],
        ['10/s', '7: 6.67ms/request flat · 20%'],
      ] as const) {
        assert.ok(await perRequest(typed), client.messages.join('\n'));
        await client.until(line, () => texts()[0] === line);
      }
    });

    test('a commit that is not in this clone is said', async (t) => {
      const { client, sessionId, session } = await connected(t, () => ['lost', 'Last hour']);
      await client.until('the message', () => client.messages.length > 0);
      assert.equal(session(sessionId)?.title, 'lost · CPU · last hour · abcdef1');
      assert.match(client.messages.join('\n'), /Commit abcdef1 is not in this clone: fetch it\./);
    });

    test('a profile from a store opens again by its file', async (t) => {
      const { client, sessionId, session, texts } = await connected(t, ofFirst);
      const file = session(sessionId)?.profilePath ?? '';
      await client.execute('show', null);
      await client.until('no costs', () => texts().length === 0);
      assert.equal((await client.execute('openProfile', { path: file })).status, 'opened');
      await client.until('the costs', () => texts().length > 0);
      assert.deepEqual(texts(), costs);
    });
  });
}
