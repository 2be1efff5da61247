/** `pprof-lens compare-store`, and stores that have nothing to list: asked of a server that speaks Pyroscope's protocol. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { profileBytes } from '../pprof/builder.ts';
import { runCli } from './runCli.ts';
import { runHere } from './runHere.ts';

type Stacks = readonly (readonly [count: number, leaf: string])[];

/** Of samples, or of CPU time: a store answers one type at a time. */
const cpu = (stacks: Stacks) => (type: 'samples/count' | 'cpu/nanoseconds') =>
  profileBytes({
    sampleTypes: [type],
    samples: stacks.map(([count, leaf]) => ({
      values: [type === 'samples/count' ? count : count * 10_000_000],
      stack: [leaf, 'main.main main.go:5'],
    })),
  });

/** The versions differ by 40% of `shop.Offer`; by 6 samples of `shop.Price`, as equal code does. */
const versions: Readonly<Record<string, ReturnType<typeof cpu>>> = {
  v1: cpu([
    [61, 'shop.Price shop.go:7'],
    [39, 'shop.List shop.go:20'],
  ]),
  v2: cpu([
    [35, 'shop.Price shop.go:7'],
    [25, 'shop.List shop.go:20'],
    [40, 'shop.Offer shop.go:30'],
  ]),
  v3: cpu([
    [55, 'shop.Price shop.go:7'],
    [45, 'shop.List shop.go:20'],
  ]),
};

/** A store with these labels. */
function store(labels: readonly string[], isEmpty = false) {
  return strangeServer((request, response) => void answer(request, response, labels, isEmpty));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  labels: readonly string[],
  isEmpty: boolean,
): Promise<void> {
  let asked = '';
  for await (const part of request) asked += String(part);
  const method = request.url?.split('/').at(-1);
  if (method === 'SelectMergeProfile') {
    const [, version = ''] = /version="(v\d)"/.exec(asked) ?? [];
    response
      .writeHead(200, { 'content-type': 'application/proto' })
      .end(versions[version]?.(asked.includes(':samples:count:') ? 'samples/count' : 'cpu/nanoseconds'));
    return;
  }
  const types = ['samples:count', 'cpu:nanoseconds'].map((each) => {
    const [sampleType, sampleUnit] = each.split(':');
    return { ID: `process_cpu:${each}:cpu:nanoseconds`, name: 'process_cpu', sampleType, sampleUnit };
  });
  const answers: Readonly<Record<string, object>> = {
    ProfileTypes: { profileTypes: isEmpty ? [] : types },
    LabelNames: { names: labels },
    SelectSeries: { series: [] },
  };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(answers[method ?? ''] ?? {}));
}

interface Row {
  readonly name: string;
  readonly verdict: string;
  readonly base: { readonly share: number };
}

test('what the samples bear is a change; six samples more or less are none', async () => {
  const { host } = await store(['service_name', 'version']);
  const asked = ['compare-store', `--store=pyroscope+http://${host}`, '--query={service_name="shop"}'];
  const changed = await runCli(...asked, '--json', 'v1', 'v2');
  assert.equal(changed.status, 0, changed.stderr);
  const { functions, per, sampleType }: { functions: Row[]; per: string; sampleType: object } = JSON.parse(
    changed.stdout,
  );
  assert.deepEqual([per, sampleType], ['totals', { type: 'cpu', unit: 'nanoseconds' }]);
  const row = (name: string) => functions.find((each) => each.name === name);
  assert.equal(row('shop.Offer')?.verdict, 'changed');
  assert.equal(row('main.main')?.verdict, 'same');
  assert.equal(row('shop.Price')?.base.share, 0.61);
  const noise = await runHere(...asked, 'v1', 'v3');
  assert.match(
    noise.stdout,
    /^cpu, cum as a share of all: 0 of 3 functions changed for certain\n/,
    noise.stderr,
  );
  assert.match(noise.stdout, /^ *61% +→ +55% +~ +shop\.Price$/m);
});

test('what cannot be compared is said in a sentence', async () => {
  const unnamed = await store(['service_name']);
  const none = await runHere('compare-store', `--store=pyroscope+http://${unnamed.host}`, 'v1', 'v2');
  assert.deepEqual([none.status, none.stdout], [1, '']);
  assert.match(none.stderr, /has no label that says which version ran\. Compare times instead/);
  const bare = await runHere('compare-store', 'v1', 'v2');
  assert.equal(bare.status, 2);
  assert.match(bare.stderr, /v1 is a version or a time of which store\? Say it with --store=ADDRESS\./);
});

test('an empty store, and one without versions, list a sentence', async () => {
  const list = async (host: string, what: string) =>
    runHere('fetch', '--from=pyroscope', host, `--list=${what}`);
  const empty = await store([], true);
  for (const what of ['types', 'services', 'labels', 'versions']) {
    const { status, stdout, stderr } = await list(empty.host, what);
    assert.deepEqual([status, stdout], [1, ''], what);
    assert.match(stderr, /^pprof-lens: http:\S+ has no profiles in this time\. [^\n]*\n$/, what);
  }
  const unnamed = await list((await store(['service_name'])).host, 'versions');
  assert.match(unnamed.stderr, /has no label that says which version ran\. --list=labels/);
  const unseen = await list((await store(['service_name', 'version'])).host, 'versions');
  assert.deepEqual([unseen.status, unseen.stdout], [1, '']);
  assert.match(unseen.stderr, /has no profiles in this time/);
});
