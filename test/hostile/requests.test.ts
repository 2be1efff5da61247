/** Servers that repeat what they were sent, in any spelling, or send us elsewhere: no secret is said, and nobody else is asked. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { escapeHtml } from '../../src/base/escape.ts';
import { type Problem, sentence } from '../../src/base/result.ts';
import { profileAddress } from '../../src/go/profiles/fetchAddress.ts';
import { fetchProfile } from '../../src/go/profiles/fetchProfile.ts';
import { sentSecrets } from '../../src/go/profiles/sentSecrets.ts';
import { type StrangeServer, strangeServer } from '../go/profiles/strangeServer.ts';
import { profileBytes } from '../pprof/builder.ts';
import { why } from '../why.ts';
import { controlSigns } from './signs.ts';

const user = 'Zq&north';
const password = `Kx"7<3&\\s/w o+d%9'y`;
const token = 'Tv/3+signs=and.more==';
const key = 'Wm/qu3ry&key';
const secrets = [user, password, token, key];

const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const asPercent = (text: string) => encodeURIComponent(text);
const basic = Buffer.from(`${user}:${password}`).toString('base64');

/** How programs write what they were sent. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'as JSON': asJson,
  'as JSON of Go': (text) =>
    asJson(text).replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  'as JSON of PHP': (text) => asJson(text).replaceAll('/', '\\/'),
  'as HTML': escapeHtml,
  'as HTML of Go': (text) => escapeHtml(text).replaceAll('&quot;', '&#34;'),
  'as HTML of Python': (text) => escapeHtml(text).replaceAll('&#39;', '&#x27;'),
  'in an address': asPercent,
  'in an address, in small letters': (text) =>
    asPercent(text).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  'in a form': (text) => asPercent(text).replaceAll('%20', '+'),
  'in an address of a browser': (text) => {
    const url = new URL('http://a');
    url.password = text;
    return url.password;
  },
  'in quotes': (text) => JSON.stringify(text),
};

/** So much of a secret is enough to guess the rest. */
const telling = 6;

function assertNoSecret({ details = '', ...problem }: Problem): void {
  const said = sentence(problem);
  assert.deepEqual(controlSigns(said), []);
  for (const secret of [...secrets, basic]) {
    for (const spelling of Object.values(spellings)) {
      const beginning = spelling(secret).replace(/^"/, '').slice(0, telling);
      assert.ok(!`${said}\n${details}`.includes(beginning), `says ${beginning}: ${said}\n${details}`);
    }
  }
}

let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
const server = await strangeServer((request, response) => answer(request, response));
const other = await strangeServer((_, response) => response.end('other'));

/** What is said of an answer to a request with all secrets. */
async function refused(reply: (response: ServerResponse) => void): Promise<Problem> {
  answer = (_, response) => reply(response);
  const written = `http://${asPercent(user)}:${asPercent(password)}@${server.host}/heap?key=${asPercent(key)}`;
  const address = profileAddress(written);
  assert.ok(address !== null);
  const fetched = await fetchProfile(address, { access: { headers: { authorization: `Bearer ${token}` } } });
  assert.ok(!fetched.ok);
  return fetched.problem;
}

describe('what was sent is in no message, however it is spelt', () => {
  for (const [how, spelling] of Object.entries(spellings)) {
    const body = [...secrets, basic].map(spelling).join(' and ');
    test(`${how}, in a refusal`, async () => {
      assertNoSecret(await refused((response) => response.writeHead(403).end(body)));
    });
    test(`${how}, in Go's words`, async () => {
      assertNoSecret(await refused((response) => response.writeHead(500, { 'x-go-pprof': '1' }).end(body)));
    });
    test(`${how}, in an answer that is no profile`, async () => {
      assertNoSecret(await refused((response) => response.end(spelling(token).repeat(2))));
    });
  }
});

test('what is shorter than three characters is cut out of nothing: it is in many words', () => {
  const address = profileAddress('http://ab:xyz@127.0.0.1/heap?key=1');
  assert.ok(address !== null);
  const cut = sentSecrets(address, { 'x-id': '7' });
  assert.ok(cut.includes('xyz'));
  assert.deepEqual(
    cut.filter((each) => ['ab', '1', '7'].includes(each)),
    [],
  );
});

describe('the beginning of what was sent is in no message that was cut off', () => {
  // Beside the places where words of a server are cut.
  for (const before of [40, 45, 50, 55, 180, 190, 285, 290, 295, 485, 495, 1985, 1990, 1995]) {
    test(`behind ${before} characters`, async () => {
      const body = `${'x'.repeat(before)} ${token} ${'y'.repeat(3000)}`;
      assertNoSecret(await refused((response) => response.writeHead(403).end(body)));
      assertNoSecret(await refused((response) => response.writeHead(500, { 'x-go-pprof': '1' }).end(body)));
      assertNoSecret(await refused((response) => response.writeHead(500, body).end(body)));
      assertNoSecret(await refused((response) => response.end(body)));
    });
  }
});

describe('a redirect', () => {
  const profile = profileBytes({ samples: [{ values: [1], stack: ['main'] }] });
  const port = server.host.replace(/^.*:/, '');
  const otherPort = other.host.replace(/^.*:/, '');

  /** Where the server sends us, and whether that is the server itself. */
  const redirects: readonly (readonly [location: string, isFollowed: boolean])[] = [
    ['/profile', true],
    ['profile', true],
    ['?key=other', true],
    ['//127.0.0.1:PORT/profile', true],
    [`http://127.0.0.1:PORT/profile#fragment`, true],
    ['http://evil:word@127.0.0.1:PORT/profile', true],
    // The same address in other words.
    ['http://2130706433:PORT/profile', true],
    ['http://0x7f.1:PORT/profile', true],
    ['http://127.0.0.1.:PORT/profile', true],
    ['http:\\\\127.0.0.1:PORT\\profile', true],
    ['\t/profile', true],
    ['http://127.0.0.1:OTHER/profile', false],
    ['//127.0.0.1:OTHER/profile', false],
    ['\\\\127.0.0.1:OTHER\\profile', false],
    ['http:\\\\127.0.0.1:OTHER', false],
    ['http://localhost:PORT/profile', false],
    ['http://[::1]:PORT/profile', false],
    ['http://[::ffff:127.0.0.1]:PORT/profile', false],
    ['http://0.0.0.0:PORT/profile', false],
    ['http://127.0.0.2:PORT/profile', false],
    ['http://127.0.0.1:PORT@127.0.0.1:OTHER/profile', false],
    ['http://127.0.0.1%2F@127.0.0.1:OTHER/', false],
    ['http://evil.invalid/', false],
    ['//evil.invalid:PORT/', false],
    ['http://169.254.169.254/latest/meta-data/', false],
    ['https://127.0.0.1/profile', false],
    ['https://127.0.0.1:OTHER/profile', false],
    ['unix:/run/shop.sock', false],
    ['unix:///run/shop.sock:/profile', false],
    ['file:///etc/passwd', false],
    ['ftp://127.0.0.1:OTHER/', false],
    ['gopher://127.0.0.1:OTHER/', false],
    ['ws://127.0.0.1:OTHER/', false],
    ['javascript:evil()', false],
    ['data:application/octet-stream;base64,AA==', false],
    ['command:evil.run', false],
    ['blob:http://127.0.0.1:OTHER/1', false],
    ['http://127.0.0.1:99999/', false],
    ['http://', false],
    ['http://[', false],
  ];

  const sentBy = ({ requests }: StrangeServer, act: () => Promise<unknown>) => {
    const before = requests.length;
    return act().then(() => requests.slice(before));
  };

  for (const [written, isFollowed] of redirects) {
    const location = written.replaceAll('PORT', port).replaceAll('OTHER', otherPort);
    test(`to ${written}`, async () => {
      answer = ({ url = '' }, response) => {
        if (url === '/index?debug=0') response.writeHead(302, { location }).end();
        else response.end(profile);
      };
      const start = profileAddress(`http://me:my-word@${server.host}/index?debug=0`);
      assert.ok(start !== null);
      const asked = await sentBy(server, async () => {
        const elsewhere = await sentBy(other, async () => {
          const fetched = await fetchProfile(start);
          assert.equal(fetched.ok, isFollowed, why(fetched));
          if (!fetched.ok) {
            assertNoSecret(fetched.problem);
            assert.ok(sentence(fetched.problem).includes(server.host));
          }
        });
        assert.deepEqual(elsewhere, []);
      });
      assert.equal(asked.length, isFollowed ? 2 : 1);
      // Only what the user has written is sent on.
      assert.equal(new Set(asked.map((line) => line.split(' ').slice(1).join(' '))).size, 1);
    });
  }

  for (const status of [300, 304, 305, 306]) {
    test(`that is none: ${status}`, async () => {
      answer = (_, response) => response.writeHead(status, { location: `http://${other.host}/` }).end();
      const start = profileAddress(`http://${server.host}/x`);
      assert.ok(start !== null);
      const asked = await sentBy(other, async () => assert.ok(!(await fetchProfile(start)).ok));
      assert.deepEqual(asked, []);
    });
  }

  test('without end', async () => {
    answer = ({ url = '' }, response) => response.writeHead(307, { location: `${url}x` }).end();
    const start = profileAddress(`http://${server.host}/x`);
    assert.ok(start !== null);
    const asked = await sentBy(server, async () => {
      const fetched = await fetchProfile(start);
      assert.equal(fetched.ok ? '' : fetched.problem.code, 'too-many-redirects');
    });
    assert.equal(asked.length, 11);
  });
});
