/** A store's question wherever a PROFILE is named, and `fetch --from`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { keepPrediction, predictionToKeep } from '../../src/go/results/keptPredictions.ts';
import { type StoreKind, storeKinds } from '../../src/go/stores/storeKinds.ts';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { cpuProfile, goTop } from '../go/stores/production.ts';
import { noStore, push, type StoreServer, startStore } from '../go/stores/storeServers.ts';
import { runCli, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = temporaryFolder();
const service: Readonly<Record<StoreKind, string>> = { pyroscope: 'service_name', parca: 'job' };
const older = cpuProfile([{ count: 30, stack: ['shop.Price shop.go:7', 'main.main main.go:5'] }]);
const newer = cpuProfile([
  { count: 12, stack: ['shop.Price shop.go:7', 'main.main main.go:5'] },
  { count: 8, stack: ['shop.Offer shop.go:30', 'main.main main.go:8'] },
]);

for (const kind of storeKinds) {
  describe(kind, { skip: noStore(kind) }, () => {
    let started: Promise<StoreServer> | null = null;
    const filled = () => {
      started ??= fill();
      return started;
    };
    after(async () => (await started)?.stop());

    async function fill(): Promise<StoreServer> {
      const server = await startStore(kind);
      const label = service[kind];
      await push(server, { profile: older, labels: { [label]: 'shop', version: 'v1' }, ago: 40 * 60_000 });
      await push(server, { profile: newer, labels: { [label]: 'shop', version: 'v2' }, ago: 5 * 60_000 });
      return server;
    }

    const selector = `{${service[kind]}="shop"}`;

    test('reports, and a comparison with a base', async () => {
      const { url } = await filled();
      const store = (query: string) => `${kind}+${url}/?query=${encodeURIComponent(selector)}&${query}`;
      const { status, stdout, stderr } = await runCli('top', '--json', store('since=55m'));
      assert.equal(status, 0, stderr);
      const { profile, rows } = JSON.parse(stdout);
      assert.equal(profile.total, 500_000_000);
      assert.deepEqual(
        rows.map(({ name, flat }: { name: string; flat: number }) => [name, flat]),
        [
          ['shop.Price', 420_000_000],
          ['shop.Offer', 80_000_000],
          ['main.main', 0],
        ],
      );
      const base = `--base=${store('start=now-55m&end=now-20m')}`;
      const difference = await runHere(
        'top',
        '--json',
        base,
        '--query',
        selector,
        '--since=20m',
        `${kind}+${url}`,
      );
      assert.equal(difference.status, 0, difference.stderr);
      assert.deepEqual(
        JSON.parse(difference.stdout).rows.map(({ name, flat }: { name: string; flat: number }) => [
          name,
          flat,
        ]),
        [
          ['shop.Price', -180_000_000],
          ['shop.Offer', 80_000_000],
          ['main.main', 0],
        ],
      );
    });

    test('fetch --from saves a file, and says which versions are in it', async () => {
      const { url } = await filled();
      const file = folder.path(`${kind}.pb.gz`);
      const address = url.replace('http://', '');
      const run = await runHere(
        'fetch',
        `--from=${kind}`,
        address,
        '--query',
        selector,
        '--since=55m',
        '-o',
        file,
      );
      assert.equal(run.status, 0, run.stderr);
      assert.match(run.stderr, /2 versions in this time, by label version: v2 \(40%\), v1 \(60%\)\./);
      assert.match(run.stderr, /Saved \d+ samples of .*cpu in /);
      assert.equal(goTop([readFileSync(file)]), goTop([older, newer]));
    });

    test('what was predicted for a release stands beside what was measured', async () => {
      const { url } = await filled();
      const dir = folder.path(`${kind}-runs`);
      const found = {
        functions: ['shop.go Offer'],
        share: 0.1,
        overlap: 1,
        change: 0.6,
        low: 0.5,
        high: 0.7,
      };
      const result = { package: 'shop', name: 'BenchmarkOffer', procs: 1, commit: '1a2b3c4', codeHash: 'x' };
      const made = predictionToKeep(found, result, { service: 'shop', source: 'cpu.pprof' });
      const compared = (...options: string[]) =>
        runHere(
          'compare-store',
          `--store=${kind}+${url}`,
          '--query',
          selector,
          '--since=55m',
          ...options,
          'v1',
          'v2',
        );
      const none = await compared(`--dir=${dir}`, '--json');
      assert.equal(none.status, 0, none.stderr);
      assert.deepEqual(JSON.parse(none.stdout).predictions, []);
      keepPrediction(dir, { ...made, madeAt: Date.now() - 20 * 60_000 });
      // After the release, and of something else.
      keepPrediction(dir, { ...made, madeAt: Date.now() - 60_000, change: 0.9 });
      keepPrediction(dir, { ...made, madeAt: Date.now() - 15 * 60_000, service: 'other' });
      const text = await compared(`--dir=${dir}`);
      assert.equal(text.status, 0, text.stderr);
      assert.match(
        text.stdout,
        /\nCPU time of all, at the same load:\npredicted \+60% \(\+50% … \+70%\) +measured \+67% \([+−][\d.]+% … \+\d+%\) +shop\.go Offer +by BenchmarkOffer, 1[345]m before\n$/,
      );
      const { predictions } = JSON.parse((await compared(`--dir=${dir}`, '--json')).stdout);
      assert.equal(predictions.length, 1);
      const [{ functions, change, commit, ageSeconds, measured }] = predictions;
      assert.deepEqual([functions, change, commit], [['shop.go Offer'], 0.6, '1a2b3c4']);
      assert.ok(ageSeconds > 13 * 60 && ageSeconds < 16 * 60, String(ageSeconds));
      assert.ok(measured.low < 0.66 && measured.high > 0.67, JSON.stringify(measured));
    });

    test('fetch --list', async () => {
      const { url } = await filled();
      const list = async (what: string) => {
        const run = await runHere('fetch', `--from=${kind}`, url, `--list=${what}`);
        assert.equal(run.status, 0, run.stderr);
        return run.stdout;
      };
      assert.equal(await list('services'), `${selector}\n`);
      assert.match(await list('types'), /^process_cpu:cpu:nanoseconds:cpu:nanoseconds(:delta)?$/m);
      assert.match(await list('labels'), /^version$/m);
      assert.equal(await list('version'), 'v1\nv2\n');
      assert.match(await list('versions'), /^v2\t40%\t\S+Z\t\S+Z\nv1\t60%\t/);
    });

    test('nothing found: one sentence, and no file', async () => {
      const { url } = await filled();
      const none = await runHere('top', `${kind}+${url}/?query={${service[kind]}="nobody"}`);
      assert.deepEqual([none.status, none.stdout], [1, '']);
      assert.match(none.stderr, /^pprof-lens: http:\S+ has no profiles of [^\n]*\n$/);
    });
  });
}

test('no secret of a store is told', async () => {
  const locked = await strangeServer((_, response) => response.writeHead(401).end());
  const token = folder.file('token', Buffer.from('mytoken\n'));
  const address = `pyroscope+http://myname:mysecret@${locked.host}`;
  for (const args of [
    ['top', address],
    ['top', `--token-file=${token}`, `parca+http://${locked.host}`],
    ['fetch', '-o', folder.path('never'), address],
    ['fetch', '--from=parca', '--list=types', `http://myname:mysecret@${locked.host}`],
    ['top', `${address}/?key=mysecret`],
    ['top', 'pyroscope+http://myname:mysecret@localhost:99999'],
  ]) {
    const { status, stdout, stderr } = await runHere(...args);
    assert.ok(status === 1 || status === 2, args.join(' '));
    assert.doesNotMatch(stdout + stderr, /myname|mysecret|mytoken/, args.join(' '));
  }
  assert.ok(locked.requests.some((request) => request.endsWith('Bearer mytoken')));
});
