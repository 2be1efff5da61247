/** Whose program is at the other end of a connection over loopback. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

const table = '/proc/net/tcp';

/** Whether this system says whose connections are. Linux does. */
export function saysUsers(): boolean {
  return process.getuid !== undefined && tableText() !== '';
}

/** Whether a program of our own user is at the other end; false where the system does not say that. */
export function isOfOurUser({ localPort = 0, remotePort = 0 }: Socket): boolean {
  return process.getuid !== undefined && userIn(tableText(), remotePort, localPort) === process.getuid();
}

/** The user who has a connection from one port of 127.0.0.1 to another, in Linux's table of connections; `null`: it has none. */
export function userIn(connections: string, from: number, to: number): number | null {
  const [own, other] = [from, to].map(
    (port) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  for (const line of connections.split('\n')) {
    // sl, local_address, rem_address, st, tx_queue:rx_queue, tr:tm->when, retrnsmt, uid
    const [, local, remote, state, , , , user = ''] = line.trim().split(/ +/);
    const isEstablished = state === '01';
    if (local === own && remote === other && isEstablished && /^\d+$/.test(user)) return Number(user);
  }
  return null;
}

function tableText(): string {
  try {
    return readFileSync(table, 'latin1');
  } catch {
    return '';
  }
}
