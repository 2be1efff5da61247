import type { PageHost } from './host.ts';

let isPainted = false;

/** The first picture stands: told once, to the host and, as a performance mark, to whoever measures. */
export function markPainted(host: PageHost): void {
  if (isPainted) return;
  isPainted = true;
  performance.mark('pprof-lens:painted');
  host.send({ type: 'painted' });
}

/** The profile has been read, or what is wrong with it: for whoever measures. */
export function markRead(): void {
  performance.mark('pprof-lens:read');
}
