/** On which ports a process listens, as Linux says it; other systems need a program of their own for that. */
import { linkTarget, listFolder, readText } from '../machine/machineFiles.ts';

/** The state of a socket that listens, in `/proc/net/tcp`. */
const listens = '0A';

/** `127.0.0.1:8080`, by the order in which the process has opened them. What listens everywhere is asked on this machine. */
export function listeningAddresses(pid: number): string[] {
  const folder = `/proc/${pid}`;
  const sockets = new Map<string, string>();
  for (const file of ['tcp', 'tcp6']) {
    for (const [inode, address] of readListening(readText(`${folder}/net/${file}`)))
      sockets.set(inode, address);
  }
  const descriptors = listFolder(`${folder}/fd`).sort((a, b) => Number(a) - Number(b));
  const found = descriptors.flatMap((descriptor) => {
    const [, inode = ''] = /^socket:\[(\d+)\]$/.exec(linkTarget(`${folder}/fd/${descriptor}`)) ?? [];
    return sockets.get(inode) ?? [];
  });
  return [...new Set(found)];
}

/** Reads `/proc/net/tcp` and `/proc/net/tcp6`: the addresses of the sockets that listen, by inode. */
export function readListening(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split('\n').slice(1)) {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const [, host = '', port = ''] = /^([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4})$/.exec(local) ?? [];
    if (state === listens && inode !== undefined && host !== '') {
      found.set(inode, `${hostOf(host)}:${Number.parseInt(port, 16)}`);
    }
  }
  return found;
}

/** Addresses are words of four bytes, each in the order of the machine, the least significant byte first. */
function hostOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)),
  );
  if (bytes.every((byte) => byte === 0)) return '127.0.0.1';
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
  if (bytes.length === 4 || isMapped) return bytes.slice(-4).join('.');
  const groups = Array.from({ length: 8 }, (_, at) =>
    (bytes[2 * at]! * 256 + bytes[2 * at + 1]!).toString(16),
  );
  return `[${groups.join(':')}]`;
}
