/** One result line: one measurement of one benchmark. */
export interface BenchmarkResult {
  /** Full name without the procs suffix: `BenchmarkTable/n=1/x-y`. */
  readonly name: string;
  /** GOMAXPROCS of the run. */
  readonly procs: number;
  /** Configuration lines in force above the result: `goos`, `goarch`, `pkg`, `cpu`, any other key. */
  readonly config: Readonly<Record<string, string>>;
  readonly iterations: number;
  /** Value by unit: `ns/op`, `B/op`, `allocs/op`, `MB/s`, whatever the benchmark reports. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** A `--- FAIL: BenchmarkX` header and the log lines under it. */
export interface BenchmarkBlock {
  readonly outcome: 'FAIL' | 'SKIP' | 'BENCH';
  /** As printed; FAIL and BENCH may carry a procs suffix. */
  readonly name: string;
  /** The log lines, joined by newlines, indentation kept. */
  readonly log: string;
}

export interface BenchmarkText {
  readonly results: readonly BenchmarkResult[];
  readonly blocks: readonly BenchmarkBlock[];
  /** A benchmark that was announced and never reported: where a crash happened. As printed. */
  readonly unfinished: string | null;
}
