import type { PageHost } from './host.ts';

let isPainted = false;

/** The first picture stands: told once, to the host and, as a performance mark, to whoever measures. */
export function markPainted(host: PageHost): void {
  if (isPainted) return;
  isPainted = true;
  performance.mark('pprof-lens:painted');
  host.send({ type: 'painted' });
}
