/** The ports of a process, from what Linux says of its sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { listeningAddresses, readListening } from '../../../src/go/inTurns/listening.ts';

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, state: string, inode: number) =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000000000000000 100\n`;

test('addresses of sockets that listen, by inode; what listens everywhere is asked here', () => {
  const text = [
    head,
    row('0100007F:1F90', '0A', 11),
    row('00000000:0050', '0A', 12),
    row('0100007F:D431', '01', 13),
    row('00000000000000000000000000000000:1F91', '0A', 14),
    row('00000000000000000000000001000000:1F92', '0A', 15),
    row('0000000000000000FFFF00000100007F:1F93', '0A', 16),
    row('nothing', '0A', 17),
    '\n',
  ].join('');
  assert.deepEqual(
    [...readListening(text)],
    [
      ['11', '127.0.0.1:8080'],
      ['12', '127.0.0.1:80'],
      ['14', '127.0.0.1:8081'],
      ['15', '[0:0:0:0:0:0:0:1]:8082'],
      ['16', '127.0.0.1:8083'],
    ],
  );
});

test('the ports of a real process', { skip: process.platform !== 'linux' }, async () => {
  const server = createServer();
  after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  assert.ok(listeningAddresses(process.pid).includes(`127.0.0.1:${address.port}`));
});
