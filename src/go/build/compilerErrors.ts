/** Messages of the go command about places in source, as builds print them. */
import { resolve } from 'node:path';
import type { Problem } from '../../base/result.ts';

/** A `Result` of work that begins with a build. If the build has failed, the compiler's messages come with the problem. */
export type BuildResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly problem: Problem;
      readonly compilerErrors?: readonly CompilerError[];
    };

export interface CompilerError {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes as Go counts; 0 if the message has none. */
  readonly column: number;
  readonly message: string;
}

/** `./p.go:12:3: undefined: x`. The path may begin with a drive letter and its colon. */
const place = /^((?:[A-Za-z]:)?[^:\s][^:]*\.(?:go|s|S|c|cc|cpp|h|mod|work)):(\d+)(?::(\d+))?: (.+)$/;

/**
 * The messages in the output of `go build` or `go test -c`, in order. Each appears once, although a package is compiled
 * twice, the second time for its tests. An indented line belongs to the message above it.
 *
 * @param directory where the command was run
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
