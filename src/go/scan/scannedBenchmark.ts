/** 0-based lines and UTF-16 columns, end exclusive, as LSP has them. */
export interface SourceRange {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** How a loop counts its operations. */
export type TimedLoopStyle = 'Loop' | 'N' | 'RangeN' | 'Parallel';

/** A loop whose iterations the benchmark counts. Lines are 0-based and inclusive. */
export interface TimedLoop {
  readonly style: TimedLoopStyle;
  readonly startLine: number;
  readonly endLine: number;
}

export interface ScannedBenchmark {
  /** As `go test` prints it, without the procs suffix: `BenchmarkX`, `BenchmarkX/sub`. */
  readonly name: string;
  /** The function's name, or the `b.Run` call's name argument. */
  readonly nameRange: SourceRange;
  /** The whole declaration, or the whole `b.Run` call. */
  readonly range: SourceRange;
  /** The body that runs, braces included; the call itself where the body stands elsewhere. */
  readonly bodyRange: SourceRange;
  /** The loops of this very body, not those of sub-benchmarks inside it. */
  readonly loops: readonly TimedLoop[];
}
