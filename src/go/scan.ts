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
  /** The body that runs, braces included. */
  readonly bodyRange: SourceRange;
  /** The loops of this very body, not those of sub-benchmarks inside it. */
  readonly loops: readonly TimedLoop[];
}

export interface ScannedFile {
  readonly packageName: string;
  /** In source order; a sub-benchmark follows its parent. */
  readonly benchmarks: readonly ScannedBenchmark[];
}

export interface GoScanner {
  /** Benchmarks of one Go source text. Broken text gives what can still be recognised. */
  scan(text: string): ScannedFile;
}

/** Where the two WebAssembly files are: paths, or their bytes. */
export interface ScannerFiles {
  /** `web-tree-sitter.wasm` */
  readonly runtime: string | Uint8Array;
  /** `tree-sitter-go.wasm` */
  readonly grammar: string | Uint8Array;
}

/** Loads the grammar. Rejects when the files are not there: a broken installation, not a user's error. */
export async function createScanner(files: ScannerFiles): Promise<GoScanner> {
  void files;
  return { scan: () => ({ packageName: '', benchmarks: [] }) };
}
