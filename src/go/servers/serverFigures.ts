/** What a running server says of itself beside its profiles: how many goroutines it has, and what it has allocated. */
import { number, object } from '../../base/outsideValues.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { ProfileAddress } from '../profiles/fetchAddress.ts';
import { type FetchOptions, fetchBytes } from '../profiles/fetchBytes.ts';
import { askIndex, type ServerIndex } from './serverIndex.ts';

/**
 * What Go spends on a byte of `heap?debug=1`, about half a microsecond, because it looks up every frame: these are 1% of a core. For
 * each second between two answers.
 */
const mostBytesPerSecond = 25_000;
/** Seconds. All is answered from memory. */
const patience = 15;

/** Of `runtime.MemStats`, in bytes. */
export interface MemoryFigures {
  /** `TotalAlloc`: all that was allocated since the program started. */
  readonly allocated: number;
  /** `HeapAlloc`: objects in memory, those among them that the collector has not come to yet. */
  readonly heap: number;
}

export interface ServerFigures {
  /** `null` where the list of profiles does not say it. */
  readonly goroutines: number | null;
  /** Problems: those of `fetchBytes`, `no-memory-figures`, `costly-figures`. */
  readonly memory: Result<MemoryFigures>;
  /** Which page was asked for the memory; `null` if none says it. */
  readonly page: MemoryPage['name'] | null;
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
}

/** A page that has the server's memory. */
interface MemoryPage {
  readonly name: 'debug/vars' | 'heap?debug=1';
  readonly address: ProfileAddress;
  readonly read: (text: string) => MemoryFigures | null;
}

/** Asks one server again and again, at what costs it little. */
export class ServerFigureSource {
  readonly #index: ServerIndex;
  readonly #options: Omit<FetchOptions, 'signal'>;
  /** The pages that may have it. The first is asked; one that does not have it is not asked again. */
  #pages: readonly MemoryPage[];
  #refused: Result<never> = fail('no-memory-figures', 'The server does not say how much memory it has.');

  /** @param every how many seconds are between two questions */
  constructor(index: ServerIndex, access: FetchOptions['access'], every: number) {
    this.#index = index;
    this.#options = { access, timeout: patience, maxBytes: mostBytesPerSecond * every };
    this.#pages = memoryPages(index);
  }

  /**
   * The list of profiles counts goroutines without stopping them. Memory is in `debug/vars`, if the program imports `expvar`, else at the
   * end of `heap?debug=1`, as long as that is short.
   */
  async ask(signal: AbortSignal): Promise<ServerFigures> {
    const options = { ...this.#options, signal };
    const at = Date.now();
    const [list, memory] = await Promise.all([
      askIndex([this.#index.folder], options),
      this.#askMemory(options),
    ]);
    const goroutines = list.ok ? list.value.profiles.find(({ name }) => name === 'goroutine') : undefined;
    return { goroutines: goroutines?.count ?? null, memory, page: this.#pages[0]?.name ?? null, at };
  }

  async #askMemory(options: FetchOptions): Promise<Result<MemoryFigures>> {
    for (const page of this.#pages) {
      const answer = await fetchBytes(page.address, { ...options, mayRedirect: false });
      if (!answer.ok && (isAway(answer.problem) || options.signal?.aborted)) return answer;
      const figures = answer.ok ? page.read(new TextDecoder().decode(answer.value.bytes)) : null;
      if (figures !== null) return ok(figures);
      this.#pages = this.#pages.filter((each) => each !== page);
      if (!answer.ok && answer.problem.code === 'too-large') this.#refused = costly;
    }
    return this.#refused;
  }
}

/** Nobody listens, or the proxy in front of the server says that it has none. */
export function isAway({ code, args }: Problem): boolean {
  if (code === 'server-refused') return /^50[234]\b/.test(String(args[1]));
  return code === 'server-unreachable' || code === 'connection-lost' || code === 'server-silent';
}

const costly = fail(
  'costly-figures',
  'heap?debug=1 is so long that it would cost the server more than 1% of a core. With expvar imported, debug/vars says it.',
);

function memoryPages({ folder }: ServerIndex): readonly MemoryPage[] {
  const vars = /\/debug\/pprof\/$/.test(folder.path)
    ? folder.redirectedTo(folder.path.replace(/pprof\/$/, 'vars'))
    : null;
  const heap = folder.below('./heap', { debug: '1' });
  return [
    ...(vars === null ? [] : [{ name: 'debug/vars', address: vars, read: varsFigures } as const]),
    ...(heap === null ? [] : [{ name: 'heap?debug=1', address: heap, read: heapFigures } as const]),
  ];
}

const vars = object({ memstats: object({ TotalAlloc: number, HeapAlloc: number }) });

/** The numbers in `debug/vars`; `null` for another text. */
export function varsFigures(text: string): MemoryFigures | null {
  try {
    const { TotalAlloc: allocated, HeapAlloc: heap } = vars(JSON.parse(text))?.memstats ?? {};
    return allocated === undefined || heap === undefined ? null : { allocated, heap };
  } catch {
    return null;
  }
}

/** The numbers at the end of `heap?debug=1`; `null` for another text. */
export function heapFigures(text: string): MemoryFigures | null {
  const found = new Map<string, number>();
  for (const [, name = '', digits] of text.matchAll(/^# (TotalAlloc|HeapAlloc) = (\d{1,20})$/gm))
    found.set(name, Number(digits));
  const [allocated, heap] = [found.get('TotalAlloc'), found.get('HeapAlloc')];
  return allocated === undefined || heap === undefined ? null : { allocated, heap };
}
