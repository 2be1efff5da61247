/** Stores that answer too much, numbers that nothing can hold, or what they were sent: a sentence, and no exception of ours. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { type Result, sentence } from '../../src/base/result.ts';
import { coveredSeconds, profiledSeconds } from '../../src/go/stores/recordedTime.ts';
import type { Series, Store, StoreType } from '../../src/go/stores/store.ts';
import { type StoreKind, storeKinds, writtenStore } from '../../src/go/stores/storeKinds.ts';
import { storeProfile } from '../../src/go/stores/storeProfile.ts';
import { answerQuestion, storeQuestion } from '../../src/go/stores/storeQuery.ts';
import { runVersions, versionsIn } from '../../src/go/stores/versions.ts';
import { strangeServer } from '../go/profiles/strangeServer.ts';
import { profileBytes } from '../pprof/builder.ts';
import { succeeded, why } from '../why.ts';
import { growthProblem } from './linear/cost.ts';
import { controlSigns } from './signs.ts';

/** What is asked of a store; a test says what it answers. */
type Asked = 'types' | 'labelNames' | 'labelValues' | 'series' | 'merged';

const paths: Readonly<Record<Asked, RegExp>> = {
  types: /ProfileTypes|profiles\/types/,
  labelNames: /LabelNames|profiles\/labels\?/,
  labelValues: /LabelValues|\/values\?/,
  series: /SelectSeries|query_range/,
  merged: /SelectMergeProfile|profiles\/query\?/,
};

const keys: Readonly<Record<StoreKind, Readonly<Record<Exclude<Asked, 'merged'>, string>>>> = {
  pyroscope: { types: 'profileTypes', labelNames: 'names', labelValues: 'names', series: 'series' },
  parca: { types: 'types', labelNames: 'labelNames', labelValues: 'labelValues', series: 'series' },
};

const typeOf = (name: string, sampleType: string) =>
  JSON.stringify({ ID: `${name}:${sampleType}:count::`, name, sampleType, sampleUnit: 'count' });

const many = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join();

const asList = (kind: StoreKind, asked: Exclude<Asked, 'merged'>, items: string) =>
  `{"${keys[kind][asked]}":[${items}]}`;

const usual: Readonly<Record<Exclude<Asked, 'merged'>, string>> = {
  types: typeOf('process_cpu', 'cpu'),
  labelNames: '"version","job"',
  labelValues: '"shop"',
  series: '',
};

const access = { headers: { authorization: 'Bearer my-token', 'x-key': 'my-key' }, tenant: 'north' };
const range = { start: Date.now() - 3_600_000, end: Date.now() };
const selection = { selector: '{job="shop"}', range };
const type: StoreType = {
  id: 'a:b:c:d:e',
  name: 'a',
  sampleType: 'b',
  sampleUnit: 'c',
  periodType: 'd',
  periodUnit: 'e',
};

/** A store with one answer of its own, and the usual ones. */
async function storeWith(kind: StoreKind, asked: Asked, body: string | ((response: ServerResponse) => void)) {
  const server = await strangeServer((request, response) => {
    const found = (Object.keys(paths) as Asked[]).find((each) => paths[each].test(request.url ?? ''));
    response.setHeader('content-type', 'application/json');
    if (found === asked && typeof body === 'function') body(response);
    else if (found === asked && typeof body === 'string') response.end(body);
    else if (found === undefined || found === 'merged') response.writeHead(500).end();
    else response.end(asList(kind, found, usual[found]));
  });
  const address = `http://my-name:my-password@${server.host}`;
  const written = writtenStore(address, kind, access);
  assert.ok(written);
  return { server, address, store: written.store };
}

/** Everything that asks a store. */
const questions: Readonly<Record<string, (store: Store) => Promise<Result<unknown>>>> = {
  types: (store) => store.types(range, {}),
  labelNames: (store) => store.labelNames(range, {}),
  labelValues: (store) => store.labelValues('job', selection, {}),
  series: (store) => store.series(type, selection, { by: [], step: 15 }, {}),
  versions: (store) => runVersions(store, type, selection, {}),
  'covered time': (store) => coveredSeconds(store, type, selection, {}),
};

function saidOf(result: Result<unknown>): { readonly code: string; readonly text: string } {
  assert.ok(!result.ok, why(result));
  const text = sentence(result.problem);
  assert.deepEqual(controlSigns(text), []);
  assert.ok(text.length < 1000, `${text.length} characters`);
  assert.doesNotMatch(`${text} ${result.problem.details}`, /my-(?:token|key|name|password)/);
  return { code: result.problem.code, text };
}

/** More than any store answers, as the items of a list. */
const tooMuch: Readonly<Record<Exclude<Asked, 'merged'>, readonly [what: string, items: () => string][]>> = {
  types: [
    ['types', () => many(10_001, (i) => typeOf(`t${i}`, 'x'))],
    ['objects', () => many(1_000_001, () => '{}')],
    ['lists in lists', () => `${'['.repeat(1_000_000)}`],
    ['lists in lists that end', () => `${'['.repeat(40)}${']'.repeat(40)}`],
    ['objects in objects', () => '{"a":'.repeat(100_000)],
    ['lists behind a text', () => `"\\"]",${'['.repeat(1000)}`],
  ],
  labelNames: [['labels', () => many(10_001, (i) => `"l${i}"`)]],
  labelValues: [['values', () => many(200_001, (i) => `"v${i}"`)]],
  series: [['series', () => many(100_001, () => '{}')]],
};

/** As JSON has them, or as texts. */
const numbers =
  '1e300 1e308 -1e308 1e309 -1e309 9.3e18 "1e300" "1e309" "NaN" "Infinity" "-Infinity" "x"'.split(' ');

for (const kind of storeKinds) {
  test(`${kind}: more than is read`, async () => {
    for (const [asked, all] of Object.entries(tooMuch)) {
      for (const [what, items] of all) {
        const name = asked as Exclude<Asked, 'merged'>;
        const { store } = await storeWith(kind, name, asList(kind, name, items()));
        const { code, text } = saidOf(await questions[asked]!(store));
        assert.equal(code, 'too-many', what);
        assert.match(text, / more than \d+ | deeper than 32 levels/, what);
      }
    }
  });

  test(`${kind}: what is just allowed is read`, async () => {
    const { store } = await storeWith(
      kind,
      'types',
      asList(
        kind,
        'types',
        many(10_000, (i) => typeOf(`t${i}`, 'x')),
      ),
    );
    const types = await store.types(range, {});
    assert.ok(types.ok && types.value.length === 10_000, why(types));
    // Brackets in texts are no lists.
    const text = `"${'['.repeat(5000)}\\"${'{'.repeat(5000)}"`;
    const { store: other } = await storeWith(kind, 'labelValues', asList(kind, 'labelValues', text));
    assert.ok((await other.labelValues('job', selection, {})).ok);
  });

  test(`${kind}: a profile of many types is not asked for; names without end are cut`, async () => {
    const ask = async (types: string, word: string) => {
      const { server, address } = await storeWith(kind, 'types', asList(kind, 'types', types));
      const asked = succeeded(storeQuestion(address, { query: '{}', type: word }, Date.now(), kind, access));
      const said = saidOf(await answerQuestion(asked, {}));
      assert.equal(server.requests.length, 1);
      return said;
    };
    const one = await ask(
      many(400, (i) => typeOf('heap', `t${i}`)),
      'heap',
    );
    assert.deepEqual(one, {
      code: 'too-many',
      text: 'Profiles of the type heap have more than 16 sample types, which no profile has. Name one of them whole.',
    });
    assert.equal(
      (
        await ask(
          many(9000, (i) => typeOf(`my-token-${i}`, 'x')),
          'cpu',
        )
      ).code,
      'no-such-type',
    );
    assert.equal(
      (
        await ask(
          many(9000, (i) => typeOf(`t${i}`, 'cpu')),
          'cpu',
        )
      ).code,
      'several-types',
    );
    assert.equal((await ask(typeOf('x'.repeat(1_000_000), 'x'), 'cpu')).code, 'no-such-type');
  });

  test(`${kind}: a profile of other sample types than the one that was asked for`, async () => {
    const sampleTypes = Array.from({ length: 9000 }, (_, i) => `t${i}/count`);
    const wide = profileBytes({
      sampleTypes,
      samples: [{ values: sampleTypes.map(() => 1), stack: ['main'] }],
    });
    const { store } = await storeWith(kind, 'merged', (response) => {
      const json = JSON.stringify({ pprof: Buffer.from(wide).toString('base64') });
      if (kind === 'pyroscope') response.setHeader('content-type', 'application/proto');
      response.end(kind === 'pyroscope' ? wide : json);
    });
    const said = saidOf(await storeProfile(store, { ...selection, types: [type, type] }, {}));
    assert.equal(said.code, 'not-a-store');
  });

  test(`${kind}: numbers that no profile can hold`, async () => {
    const point = (value: string, time: string, duration = '1') =>
      kind === 'parca'
        ? `{"labelset":{"labels":[{"name":"version","value":"1"}]},"samples":[{"timestamp":${time},"value":${value},"duration":${duration}}]}`
        : `{"labels":[{"name":"version","value":"1"}],"points":[{"value":${value},"timestamp":${time}}]}`;
    const now = kind === 'parca' ? '"2026-08-01T12:00:00Z"' : '1785600000000';
    const series = numbers.map((number) => point(number, now));
    // A duration below zero says nothing.
    if (kind === 'pyroscope') series.push(...numbers.map((number) => point('1', number)));
    else series.push(...['1e300', '1e308', '1e309', '9.3e18'].map((number) => point('1', now, number)));
    const dates = ['"-271821-04-20T00:00:00Z"', '"+275760-09-13T00:00:00Z"', '"1969-12-31T00:00:00Z"'];
    const times = kind === 'parca' ? dates : ['-1', '8.64e15', '-8.64e15', '1e16'];
    for (const each of [...series, ...times.map((time) => point('1', time))]) {
      const { store } = await storeWith(kind, 'series', asList(kind, 'series', each));
      for (const asked of ['series', 'versions', 'covered time']) {
        const { code, text } = saidOf(await questions[asked]!(store));
        assert.equal(code, 'bad-number', `${asked} of ${each}`);
        assert.match(text, /which no profile can hold/);
      }
      assert.equal(await profiledSeconds(store, type, selection, {}), null);
    }
  });

  test(`${kind}: what was sent is in no sentence, whatever repeats it`, async () => {
    const basic = Buffer.from('my-name:my-password').toString('base64');
    const repeated = `my-token my-key my-name my-password Bearer my-token ${basic} `;
    const refusals: ((response: ServerResponse) => void)[] = [400, 401, 403, 404, 422, 429, 500, 503].flatMap(
      (status) => [
        (response) => response.writeHead(status).end(JSON.stringify({ message: repeated })),
        (response) => response.writeHead(status, repeated).end(repeated.repeat(100)),
        (response) => response.writeHead(status, { 'x-go-pprof': '1' }).end(repeated),
      ],
    );
    refusals.push(
      (response) => response.writeHead(302, { location: `http://my-password.my-token.invalid/my-key` }).end(),
      (response) => response.end(`{"message":"${repeated}"`),
    );
    for (const asked of ['types', 'labelNames', 'series', 'labelValues'] as const) {
      for (const refusal of refusals) {
        const { store } = await storeWith(kind, asked, refusal);
        const { text } = saidOf(await questions[asked]!(store));
        assert.ok(!text.includes(basic), text);
        assert.match(text, /^http:\/\/127\.0\.0\.1:\d+/);
      }
    }
  });
}

test('versions are grouped in time that grows with the series', () => {
  const point = { time: 1, value: 1 };
  for (const versions of [1, 1000, 1_000_000]) {
    const series = (length: number): Series[] =>
      Array.from({ length }, (_, i) => ({
        labels: { version: String(i % versions) },
        points: i % 2 === 0 ? [point] : [],
        total: 1,
        seconds: null,
      }));
    assert.equal(
      growthProblem((all: Series[]) => versionsIn(all, 'version'), series, 40_000),
      null,
    );
  }
});
