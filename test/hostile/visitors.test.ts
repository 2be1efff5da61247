/** What other users and pages of the web can send to `pprof-lens http`: nobody gets the page, and it is served all the same. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { PageServer } from '../../src/cli/http/pageServer.ts';
import { within } from '../eventually.ts';
import { succeeded } from '../why.ts';

const canary = 'CANARY of the page';
let server: PageServer;
let address: URL;
before(async () => {
  const started = succeeded(await PageServer.start(0));
  server = started;
  address = new URL(server.add(`<!DOCTYPE html>${canary}`));
});
after(() => server.close());

const host = () => `Host: ${address.host}\r\n`;
const get = (target: string, headers = host()) =>
  `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

/** What is sent, byte for byte. */
const questions: Readonly<Record<string, () => string>> = {
  'no host': () => get(address.pathname, ''),
  'an empty host': () => get(address.pathname, 'Host: \r\n'),
  'another host first': () => get(address.pathname, `Host: evil.example\r\n${host()}`),
  'the host without its port': () => get(address.pathname, 'Host: 127.0.0.1\r\n'),
  'another port': () => get(address.pathname, 'Host: 127.0.0.1:1\r\n'),
  'a host that begins as ours': () => get(address.pathname, `Host: ${address.host}.evil.example\r\n`),
  'a host with a name': () => get(address.pathname, `Host: evil@${address.host}\r\n`),
  'a host that is ours in other digits': () => get(address.pathname, `Host: 2130706433:${address.port}\r\n`),
  'a host with a point': () => get(address.pathname, `Host: localhost.:${address.port}\r\n`),
  'a whole address of another host': () =>
    get(`http://evil.example${address.pathname}`, 'Host: evil.example\r\n'),
  'a whole address behind our host': () => get(`http://evil.example${address.pathname}`),
  'a path above': () => get(`${address.pathname}../`),
  'a path above and back': () => get(`/x/..${address.pathname}`),
  'a path in other letters': () =>
    get(address.pathname.toUpperCase() === address.pathname ? '/' : address.pathname.toUpperCase()),
  'a path with escapes': () =>
    get(address.pathname.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)),
  'two slashes': () => get(`/${address.pathname}`),
  'the path without its end': () => get(address.pathname.slice(0, -1)),
  'the beginning of the path': () => get(address.pathname.slice(0, 12)),
  'a file of the system': () => get('/../../../../etc/passwd'),
  'names of all objects': () => get('/__proto__'),
  'a star': () => get('*'),
  'no path': () => get('//'),
  'a question of scripts': () =>
    `OPTIONS ${address.pathname} HTTP/1.1\r\n${host()}Origin: http://evil.example\r\nConnection: close\r\n\r\n`,
  'a tunnel': () => `CONNECT evil.example:443 HTTP/1.1\r\n${host()}\r\n`,
  'an upgrade': () =>
    `POST ${address.pathname} HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'a body without end': () =>
    `POST ${address.pathname} HTTP/1.1\r\n${host()}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nx`,
  'a body behind a length': () =>
    `POST /x HTTP/1.1\r\n${host()}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a header without end': () => `GET ${address.pathname} HTTP/1.1\r\n${host()}A: ${'x'.repeat(100_000)}`,
  'ten thousand headers': () => get(address.pathname, `${host()}${'A: b\r\n'.repeat(10_000)}`),
  'a header with a line in it': () => get(address.pathname, `Host: evil.example\nHost: ${address.host}\r\n`),
  'no HTTP': () => '\u0016\u0003\u0001\0\0',
  'HTTP of long ago': () => `GET ${address.pathname}\r\n\r\n`,
  'HTTP to come': () => `GET ${address.pathname} HTTP/9.9\r\n${host()}\r\n`,
};

/** All that the server says until it closes. */
function answerTo(question: string): Promise<string> {
  return within(
    'the end of the connection',
    new Promise((resolve) => {
      let said = '';
      const socket = connect(Number(address.port), '127.0.0.1', () => socket.write(question, 'latin1'));
      socket.setEncoding('latin1').on('data', (text: string) => {
        said += text;
      });
      socket.on('error', () => undefined).on('close', () => resolve(said));
    }),
  );
}

describe('pprof-lens http', () => {
  for (const [what, question] of Object.entries(questions)) {
    test(`${what}: no page`, async () => {
      const said = await answerTo(question());
      assert.ok(!said.includes(canary), said);
      assert.doesNotMatch(said, /^HTTP\/1\.1 [23]/);
      assert.doesNotMatch(said, /^access-control-|^location:/im);
      assert.ok(!said.includes(address.pathname), 'tells the path');
    });
  }

  test('the page is served afterwards', async () => {
    assert.match(await answerTo(get(address.pathname)), new RegExp(`^HTTP/1\\.1 200 [^]*${canary}`));
  });
});
