/** A store that is gone, slow, huge or none at all, or that sends us elsewhere: one sentence, and no secret in it. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { sentence } from '../../../src/base/result.ts';
import { type StoreKind, storeKinds, writtenStore } from '../../../src/go/stores/storeKinds.ts';
import { answerQuestion, storeQuestion } from '../../../src/go/stores/storeQuery.ts';
import type { StoreLimits } from '../../../src/go/stores/storeRequest.ts';
import { timeRange } from '../../../src/go/stores/timeRange.ts';
import { why } from '../../why.ts';
import { strangeServer } from '../profiles/strangeServer.ts';

const secrets = /myname|mysecret|mytoken|bXluYW1l/;
const hour = { start: Date.now() - 3_600_000, end: Date.now() };

async function problemOf(kind: StoreKind, host: string, limits: StoreLimits = {}) {
  const access = { headers: { authorization: 'Bearer mytoken' }, tenant: 'north' };
  const asked = storeQuestion(`http://${host}`, { query: '{job="shop"}' }, Date.now(), kind, access);
  assert.ok(asked.ok, why(asked));
  const answered = await answerQuestion(asked.value, limits);
  assert.ok(!answered.ok, why(answered));
  assert.doesNotMatch(inspect([answered, asked], { depth: 9 }), secrets);
  return { code: answered.problem.code, text: sentence(answered.problem) };
}

for (const kind of storeKinds) {
  const types =
    kind === 'pyroscope'
      ? {
          profileTypes: [
            {
              ID: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds',
              name: 'process_cpu',
              sampleType: 'cpu',
              sampleUnit: 'nanoseconds',
            },
          ],
        }
      : { types: [{ name: 'process_cpu', sampleType: 'cpu', sampleUnit: 'nanoseconds' }] };
  /** A store that lists its types as it should, and answers a query for a profile like this. */
  const storeThat = (answer: (response: ServerResponse) => void) =>
    strangeServer((request, response) => {
      if (/ProfileTypes|profiles\/types/.test(request.url ?? '')) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(types));
      } else answer(response);
    });

  test(`${kind}: gone`, async () => {
    const { code, text } = await problemOf(kind, '127.0.0.1:1');
    assert.equal(code, 'server-unreachable');
    assert.match(text, /^Nothing answers at 127\.0\.0\.1:1\. /);
  });

  test(`${kind}: slow`, async () => {
    const silent = await storeThat(() => undefined);
    const { code, text } = await problemOf(kind, silent.host, { timeout: 0.3 });
    assert.equal(code, 'server-silent');
    assert.match(text, /did not answer within 0\.3 seconds\. Take a shorter range/);
    const timers: NodeJS.Timeout[] = [];
    const trickling = await storeThat((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      timers.push(setInterval(() => response.write(' '), 20));
    });
    const slow = await problemOf(kind, trickling.host, { timeout: 10, maxTime: 0.5 });
    for (const timer of timers) clearInterval(timer);
    assert.equal(slow.code, 'server-slow');
  });

  test(`${kind}: an answer without end is not read to its end`, async () => {
    let sent = 0;
    const huge = await storeThat((response) => {
      response.writeHead(200, {
        'content-type': kind === 'parca' ? 'application/json' : 'application/proto',
      });
      const piece = Buffer.alloc(64 * 1024, 'A');
      const send = () => {
        if (response.destroyed) return;
        sent += piece.length;
        response.write(piece, () => setImmediate(send));
      };
      send();
    });
    const { code, text } = await problemOf(kind, huge.host, { maxBytes: 1_000_000 });
    assert.equal(code, 'too-large');
    assert.match(text, /more than 1000000 bytes\. Take a shorter range/);
    assert.ok(sent < 50_000_000, `${sent} bytes`);
  });

  test(`${kind}: not one`, async () => {
    const page = await strangeServer((_, response) => response.end('<html></html>'));
    assert.equal((await problemOf(kind, page.host)).code, 'not-a-store');
    const nothing = await strangeServer((_, response) => response.writeHead(404).end());
    const { code, text } = await problemOf(kind, nothing.host);
    assert.equal(code, 'not-a-store');
    assert.match(text, /answered 404 Not Found: there is no (Pyroscope|Parca) here\. /);
    const odd = await storeThat((response) => response.setHeader('content-type', 'text/plain').end('hello'));
    assert.equal((await problemOf(kind, odd.host)).code, 'not-a-store');
  });

  test(`${kind}: redirects are not followed`, async () => {
    const other = await strangeServer((_, response) => response.end());
    const away = await strangeServer((_, response) =>
      response.writeHead(302, { location: `http://${other.host}/` }).end(),
    );
    const { code, text } = await problemOf(kind, away.host);
    assert.equal(code, 'redirected');
    assert.ok(text.includes(other.host));
    assert.deepEqual(other.requests, []);
  });

  test(`${kind}: credentials go with the request, and a refusal says so`, async () => {
    const locked = await strangeServer((_, response) =>
      response.writeHead(401).end('{"message":"who are you"}'),
    );
    const { code, text } = await problemOf(kind, locked.host);
    assert.equal(code, 'not-allowed');
    assert.match(text, /does not accept these credentials/);
    assert.ok(locked.requests.every((request) => request.endsWith(' Bearer mytoken')));
    const basic = writtenStore(`${kind}+http://myname:mysecret@${locked.host}/prefix`);
    assert.ok(basic);
    assert.equal(basic.store.address.shown, `http://${locked.host}/prefix`);
    const asked = await basic.store.types(hour, {});
    assert.ok(!asked.ok, why(asked));
    assert.doesNotMatch(inspect([asked, basic.store]), secrets);
    const last = locked.requests.at(-1) ?? '';
    assert.ok(last.startsWith('/prefix/'), last);
    assert.ok(last.endsWith(`Basic ${Buffer.from('myname:mysecret').toString('base64')}`));
  });

  test(`${kind}: what the store writes is one line of a sentence`, async () => {
    const rude = await storeThat((response) =>
      response.writeHead(400).end(JSON.stringify({ message: `bad\n\u001b[31m ${'x'.repeat(900)}` })),
    );
    const { code, text } = await problemOf(kind, rude.host);
    assert.equal(code, 'bad-query');
    assert.ok(text.length < 500 && !text.includes('\n') && !text.includes('\u001b'), text);
  });
}

test('ranges of time as users write them', () => {
  const now = Date.UTC(2026, 7, 2, 12);
  const range = (written: Parameters<typeof timeRange>[0]) => {
    const read = timeRange(written, now);
    return read.ok
      ? [new Date(read.value.start).toISOString(), new Date(read.value.end).toISOString()]
      : read.problem.code;
  };
  assert.deepEqual(range({}), ['2026-08-02T11:00:00.000Z', '2026-08-02T12:00:00.000Z']);
  assert.deepEqual(range({ since: '1h30m' }), ['2026-08-02T10:30:00.000Z', '2026-08-02T12:00:00.000Z']);
  assert.deepEqual(range({ since: '2d', end: 'now-1d' }), [
    '2026-07-30T12:00:00.000Z',
    '2026-08-01T12:00:00.000Z',
  ]);
  assert.deepEqual(range({ start: '2026-08-01T00:00Z', end: '1785600000' }), [
    '2026-08-01T00:00:00.000Z',
    '2026-08-01T16:00:00.000Z',
  ]);
  assert.deepEqual(range({ since: '999999999w' }), ['1970-01-01T00:00:00.000Z', '2026-08-02T12:00:00.000Z']);
  for (const wrong of [
    { since: 'x' },
    { since: '0s' },
    { start: 'x' },
    { start: 'now', end: 'now-1h' },
    { since: '1h', start: 'now-1h' },
    { end: 'now-999999999w' },
    { start: '1969-12-31' },
    { start: '0001-01-01', end: '0001-01-02' },
    { end: '99999999999999' },
    { end: '9999-12-31' },
  ]) {
    assert.equal(range(wrong), 'wrong-range', JSON.stringify(wrong));
  }
});
