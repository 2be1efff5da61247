import { type Profiler, Session } from 'node:inspector';

/** Which parts of the engine have run, by V8's counters. A part is a block of code with the magnitude of its count. */
export class Coverage {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The parts that have run since the last call. */
  take(): string[] {
    const parts: string[] = [];
    // A session in the same process answers before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      for (const script of result) addParts(parts, script);
    });
    return parts;
  }
}

function addParts(parts: string[], { url, scriptId, functions }: Profiler.ScriptCoverage): void {
  if (!/\/src\/(pprof|analysis)\//.test(url)) return;
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) {
      if (count > 0) parts.push(`${scriptId}:${startOffset}-${endOffset}:${32 - Math.clz32(count)}`);
    }
  }
}

/** All parts so far. */
export class Parts {
  readonly #met = new Set<string>();

  get count(): number {
    return this.#met.size;
  }

  /** Adds parts. Returns whether some of them are new. */
  add(parts: readonly string[]): boolean {
    const before = this.#met.size;
    for (const part of parts) this.#met.add(part);
    return this.#met.size > before;
  }
}
