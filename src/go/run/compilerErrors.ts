/** The Go toolchain's messages about places in source. */
import { resolve } from 'node:path';

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

/** `./p.go:12:3: undefined: x`. A drive letter's colon is part of the path. */
const place = /^((?:[A-Za-z]:)?[^:\s][^:]*\.(?:go|s|S|c|cc|cpp|h|mod|work)):(\d+)(?::(\d+))?: (.+)$/;

/**
 * The messages in the output of `go build` or `go test -c` run in `directory`, in order, each once (a
 * package and its test variant are compiled separately and say the same). Indented lines continue the
 * message above them.
 */
export function parseCompilerErrors(output: string, directory: string): CompilerError[] {
  const errors = new Map<string, CompilerError>();
  let last: string | null = null;
  for (const line of output.split(/\r?\n/)) {
    const match = place.exec(line);
    const [, file, lineNumber, column, message] = match ?? [];
    if (file !== undefined && message !== undefined) {
      last = errors.has(line) ? null : line;
      if (last === null) continue;
      errors.set(line, {
        file: resolve(directory, file),
        line: Number(lineNumber),
        column: Number(column ?? 0),
        message,
      });
    } else if (last !== null && line.startsWith('\t')) {
      const error = errors.get(last);
      if (error) errors.set(last, { ...error, message: `${error.message}\n${line.trim()}` });
    } else last = null;
  }
  return [...errors.values()];
}
