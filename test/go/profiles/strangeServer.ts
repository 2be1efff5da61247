/** Servers on this machine that answer as a test wants. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface StrangeServer {
  /** Host and port. */
  readonly host: string;
  /** `path authorization` of each request. */
  readonly requests: readonly string[];
}

/** Starts a server. It is stopped after the tests of the file. */
export async function strangeServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<StrangeServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? '-'}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port }: AddressInfo = address;
  return { host: `127.0.0.1:${port}`, requests };
}
