import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathList, trimmedPath } from '../../analysis/filters/trimPaths.ts';
import type { ReportOptions } from './reportOptions.ts';

/** A source file that was found. */
export interface FoundSource {
  readonly text: string;
  /** When it was written last, in milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** Finds source files as pprof does: an absolute path as it is, other paths below the source path and its parents. */
export class SourceReader {
  readonly #trimPath: string;
  readonly #sourcePath: string;

  constructor(options: ReportOptions) {
    this.#trimPath = options['trim-path'] ?? '';
    this.#sourcePath = options['source-path'] ?? process.cwd();
  }

  /** The file with this path in the profile; `null` if it is not found. */
  read(file: string): FoundSource | null {
    for (const candidate of this.#candidates(file)) {
      try {
        return { text: readFileSync(candidate, 'utf8'), modifiedAt: statSync(candidate).mtimeMs };
      } catch {
        // Most candidates do not exist: try the next one.
      }
    }
    return null;
  }

  /** The lines of this file; `null` if it is not found. */
  lines(file: string): string[] | null {
    return this.read(file)?.text.replace(/\n$/, '').split(/\r?\n/) ?? null;
  }

  *#candidates(file: string): Generator<string> {
    const trimmed = trimmedPath(file, this.#trimPath, this.#sourcePath);
    if (path.isAbsolute(trimmed)) {
      yield trimmed;
      return;
    }
    for (const start of pathList(this.#sourcePath)) {
      for (let folder = start; ; folder = path.dirname(folder)) {
        yield path.join(folder, trimmed);
        if (path.dirname(folder) === folder) break;
      }
    }
  }
}
