/** One message of the Go toolchain about a place in source. */
export interface CompilerError {
  /** Absolute path. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes as Go counts; 0 when the message has none. */
  readonly column: number;
  readonly message: string;
}
