/** 0-based lines and UTF-16 columns, end exclusive, as LSP has them. */
export interface SourceRange {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** A loop whose iterations the benchmark counts. Lines are 0-based, both are included. */
export interface TimedLoop {
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
  /** The body with its braces. For `b.Run("x", benchX)` it is the call. */
  readonly bodyRange: SourceRange;
  /** The timed loops of the body, without those of sub-benchmarks inside it. */
  readonly loops: readonly TimedLoop[];
}
