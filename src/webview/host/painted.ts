import type { PageHost } from './host.ts';

let isPainted = false;

/** The first picture is drawn. Says so once: to the host, and as a performance mark that benchmarks read. */
export function markPainted(host: PageHost): void {
  if (isPainted) return;
  isPainted = true;
  performance.mark('pprof-lens:painted');
  host.send({ type: 'painted' });
}

/** The profile has been read, or its problem is known: a performance mark that tests and benchmarks wait for. */
export function markRead(): void {
  performance.mark('pprof-lens:read');
}
