/** Real Pyroscope and Parca: what is pushed is found, merged and read as `go tool pprof` reads it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { selectorOf, serviceLabel } from '../../../src/go/stores/store.ts';
import { type StoreKind, storeKinds } from '../../../src/go/stores/storeKinds.ts';
import { answerQuestion, storeQuestion, type WrittenQuery } from '../../../src/go/stores/storeQuery.ts';
import { runVersions } from '../../../src/go/stores/versions.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { profileBytes } from '../../pprof/builder.ts';
import { refused, succeeded } from '../../why.ts';
import { goModule } from '../goModule.ts';
import { cpuProfile, goTop } from './production.ts';
import { noStore, push, type StoreServer, startStore } from './storeServers.ts';

const service: Readonly<Record<StoreKind, string>> = { pyroscope: 'service_name', parca: 'job' };
const version: Readonly<Record<StoreKind, string>> = { pyroscope: 'service_git_ref', parca: 'version' };

const older = cpuProfile([
  { count: 30, stack: ['shop.Price shop.go:7', 'main.main main.go:5'] },
  { count: 3, stack: [['strings.Index strings.go:9', 'shop.Find shop.go:20'], 'main.main main.go:6'] },
]);
const newer = cpuProfile([
  { count: 12, stack: ['shop.Price shop.go:7', 'main.main main.go:5'] },
  { count: 8, stack: ['shop.Offer shop.go:30', 'main.main main.go:8'] },
]);

const heapProfile = profileBytes({
  sampleTypes: ['inuse_space/bytes'],
  samples: [{ values: [4096], stack: ['shop.Cache shop.go:50'] }],
  period: 524_288n,
  periodType: 'space/bytes',
  timeNanos: 1n,
});

for (const kind of storeKinds) {
  describe(kind, { skip: noStore(kind) }, () => {
    const flags = kind === 'pyroscope' ? ['-auth.multitenancy-enabled=true'] : [];
    const tenant = kind === 'pyroscope' ? 'north' : undefined;
    let started: Promise<StoreServer> | null = null;
    const filled = () => {
      started ??= fill();
      return started;
    };
    after(async () => (await started)?.stop());

    async function fill(): Promise<StoreServer> {
      const server = await startStore(kind, flags);
      const labels = (name: string, ran: string) => ({
        [service[kind]]: name,
        [version[kind]]: ran,
        env: 'prod',
      });
      const own = tenant === undefined ? {} : { tenant };
      await push(server, { profile: older, labels: labels('shop', 'abc123'), ago: 40 * 60_000, ...own });
      await push(server, { profile: newer, labels: labels('shop', 'def456'), ago: 5 * 60_000, ...own });
      await push(server, { profile: realProfile(), labels: labels('real', 'abc123'), ...own });
      return server;
    }

    function question(server: StoreServer, query: WrittenQuery) {
      const asked = { ...(tenant === undefined ? {} : { tenant }), ...query };
      return succeeded(storeQuestion(`${kind}+${server.url}`, asked, Date.now()));
    }

    async function answer(server: StoreServer, query: WrittenQuery): Promise<Profile> {
      const answered = succeeded(await answerQuestion(question(server, query), {}));
      return answered.profile;
    }

    async function refusal(server: StoreServer, query: WrittenQuery) {
      const answered = refused(await answerQuestion(question(server, query), {}));
      return { code: answered.code, text: sentence(answered) };
    }

    /** The versions of a service that ran in a time, by one of its sample types. */
    async function versionsOf(server: StoreServer, name: string, type: string, since: string) {
      const { store, range } = question(server, { since });
      const types = succeeded(await store.types(range, {}));
      const asked = types.find(({ sampleType }) => sampleType === type);
      assert.ok(asked);
      return succeeded(await runVersions(store, asked, { selector: of(name), range }, {}));
    }

    const of = (name: string) => selectorOf({ [service[kind]]: name });

    test('services, types, labels and their values are listed', async () => {
      const server = await filled();
      const { store, range } = question(server, { since: '2h' });
      const types = succeeded(await store.types(range, {}));
      const found = types.map(({ name, sampleType }) => `${name} ${sampleType}`).sort();
      // Parca has samples, too, but answers with their time.
      assert.deepEqual(found, ['process_cpu cpu', ...(kind === 'parca' ? [] : ['process_cpu samples'])]);
      const names = succeeded(await store.labelNames(range, {}));
      assert.equal(serviceLabel(names), service[kind]);
      assert.ok(names.includes('env') && !names.some((name) => name.startsWith('__')));
      const values = await store.labelValues(service[kind], { selector: '{}', range }, {});
      assert.deepEqual(values, { ok: true, value: ['real', 'shop'] });
    });

    test('a profile of Go has the numbers of go tool pprof, all sample types, its period and its duration', async () => {
      const server = await filled();
      const profile = await answer(server, { query: of('real'), since: '30m' });
      const isPyroscope = kind === 'pyroscope';
      const reports = [[], ['-lines', '-cum'], ...(isPyroscope ? [['-sample_index=samples']] : [])];
      const expected = isPyroscope ? withoutTypeArguments(realProfile()) : realProfile();
      for (const options of reports) {
        assert.equal(goTop([profile], ...options), goTop([expected], ...options));
      }
      assert.deepEqual(
        profile.sampleTypes.map(({ type }) => type),
        isPyroscope ? ['samples', 'cpu'] : ['cpu'],
      );
      assert.equal(profile.period, 10_000_000n);
      // Only Parca knows how long was recorded, and Go has written it into the profile.
      const recorded = readProfile(realProfile());
      assert.equal(profile.durationNanos, isPyroscope || !recorded.ok ? 0n : recorded.value.durationNanos);
      assert.ok(Math.abs(Number(profile.timeNanos / 1_000_000n) - (Date.now() - 1_800_000)) < 600_000);
    });

    test('profiles of a time are merged; a shorter time and labels select', async () => {
      const server = await filled();
      const all = await answer(server, { query: of('shop'), since: '55m' });
      assert.equal(goTop([all]), goTop([older, newer]));
      const late = await answer(server, { query: of('shop'), since: '20m' });
      assert.equal(goTop([late]), goTop([newer]));
      const early = { query: of('shop'), start: 'now-55m', end: 'now-20m' };
      assert.equal(goTop([await answer(server, early)]), goTop([older]));
      for (const matcher of [
        `${version[kind]}="def456"`,
        `${version[kind]}=~"def.*"`,
        `${version[kind]}!="abc123"`,
      ]) {
        const query = `process_cpu{${service[kind]}="shop", ${matcher}}`;
        assert.equal(goTop([await answer(server, { query, since: '55m' })]), goTop([newer]), matcher);
      }
    });

    test('one type alone, by its whole id', async () => {
      const server = await filled();
      const type = kind === 'pyroscope' ? 'samples:count' : 'cpu:nanoseconds';
      const query = { query: `process_cpu:${type}:cpu:nanoseconds${of('shop')}`, since: '20m' };
      const profile = await answer(server, query);
      assert.deepEqual(
        profile.sampleTypes.map((each) => `${each.type}:${each.unit}`),
        [type],
      );
      assert.equal(goTop([profile]), goTop([newer], `-sample_index=${type.split(':')[0]}`));
    });

    test('which versions ran, the newest first, how much of it and since when', async () => {
      const server = await filled();
      const { label, versions } = await versionsOf(server, 'shop', 'cpu', '55m');
      assert.equal(label, version[kind]);
      assert.deepEqual(
        versions.map(({ name, share }) => [name, Math.round(share * 53)]),
        [
          ['def456', 20],
          ['abc123', 33],
        ],
      );
      const [first, second] = versions;
      assert.ok(first && second);
      const minutesAgo = (time: number) => Math.round((Date.now() - time) / 60_000);
      assert.ok(minutesAgo(first.firstSeen) <= 7, `${minutesAgo(first.firstSeen)} minutes`);
      assert.ok(minutesAgo(second.firstSeen) >= 38, `${minutesAgo(second.firstSeen)} minutes`);
    });

    test('processes that ran at the same time: seconds of all of them, and one version', async () => {
      const server = await filled();
      const heap = { profile: heapProfile, name: 'memory' };
      for (const pod of ['a', 'b']) {
        const labels = { [service[kind]]: 'twins', [version[kind]]: 'abc123', pod };
        const at = { labels, ago: 120_000, ...(tenant === undefined ? {} : { tenant }) };
        await push(server, { profile: newer, ...at });
        await push(server, { ...heap, ...at });
      }
      const profile = await answer(server, { query: of('twins'), since: '30m' });
      assert.equal(Number(profile.durationNanos) / 1e9, kind === 'parca' ? 20 : 0);
      const { versions } = await versionsOf(server, 'twins', 'inuse_space', '30m');
      assert.deepEqual(
        versions.map(({ name, share }) => [name, share]),
        [['abc123', 1]],
      );
    });

    test('nothing found, a wrong selector, a wrong type: one sentence each', async () => {
      const server = await filled();
      const nothing = await refusal(server, { query: of('nobody'), since: '55m' });
      assert.equal(nothing.code, 'nothing-found');
      assert.match(nothing.text, /has no profiles of process_cpu.*nobody"\} in this time\. /);
      const bad = await refusal(server, { query: `{${service[kind]}=shop}`, since: '55m' });
      assert.equal(bad.code, 'bad-query');
      assert.match(bad.text, /does not understand the query: .*pars/);
      const type = await refusal(server, { query: `goats${of('shop')}`, since: '55m' });
      assert.equal(type.code, 'no-such-type');
      assert.match(type.text, /no profile type goats .*process_cpu/);
      const early = await refusal(server, { query: of('shop'), start: '2020-01-01', end: '2020-01-02' });
      assert.ok(['nothing-found', 'no-such-type'].includes(early.code), early.code);
    });

    test('a large answer is refused at the limit', async () => {
      const server = await filled();
      const asked = question(server, { query: of('real'), since: '30m' });
      assert.equal(refused(await answerQuestion(asked, { maxBytes: 100 })).code, 'too-large');
    });

    test('each tenant sees its own profiles, and nobody sees any without one', {
      skip: kind === 'parca' ? 'Parca has no tenants' : false,
    }, async () => {
      const server = await filled();
      await push(server, { profile: newer, labels: { [service[kind]]: 'shop' }, tenant: 'south' });
      const query = { query: of('shop'), since: '55m' };
      assert.equal(goTop([await answer(server, { ...query, tenant: 'south' })]), goTop([newer]));
      assert.equal(goTop([await answer(server, query)]), goTop([older, newer]));
      const none = await refusal(server, { ...query, tenant: '' });
      assert.equal(none.code, 'no-tenant');
    });
  });
}

let real: Uint8Array | null = null;

/** What a program writes that works for half a second. */
function realProfile(): Uint8Array {
  if (real !== null) return real;
  const module = goModule({
    'main.go': `package main

import (
	"os"
	"runtime/pprof"
	"strings"
	"time"
)

type numbers[T int | float64] struct{ all [4096]T }

func (n *numbers[T]) sum() (sum T) {
	for _, each := range n.all {
		sum += each
	}
	return sum
}

func main() {
	f, _ := os.Create("cpu.pb.gz")
	pprof.StartCPUProfile(f)
	n := 0
	ints, floats := &numbers[int]{}, &numbers[float64]{}
	for start := time.Now(); time.Since(start) < 700*time.Millisecond; {
		n += strings.Count(strings.ToUpper("banana and apple"), "A")
		n += ints.sum() + int(floats.sum())
	}
	pprof.StopCPUProfile()
	f.Close()
}
`,
  });
  execFileSync('go', ['run', '.'], { cwd: module.directory });
  real = new Uint8Array(readFileSync(`${module.directory}/cpu.pb.gz`));
  return real;
}

/** As Pyroscope keeps it: functions that differ only in their type arguments become one. */
function withoutTypeArguments(bytes: Uint8Array): Profile {
  const profile = succeeded(readProfile(bytes));
  const { strings } = profile;
  const text = (index: number) => strings.get(index).replace(/\[go\.shape\..*\]/, '');
  assert.ok(Array.from({ length: strings.length }, (_, i) => text(i)).includes('main.(*numbers).sum'));
  const raw = (index: number) => new TextEncoder().encode(text(index));
  return { ...profile, strings: { length: strings.length, get: text, raw } };
}
