/** Ports for servers that must be told one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The first of so many ports in a row that nobody uses. The system gives none of these to whoever wants any. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const ports = Array.from({ length: count }, (_, i) => first + i);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
  assert.fail('there are no free ports');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  await new Promise((closed) => server.close(closed));
  return isListening;
}
