import path from 'node:path';
import { pathList, trimmedPath } from '../../analysis/filters/trimPaths.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type NamedFiles, namedFilesAt } from '../../go/sources/namedFiles.ts';
import type { RegularFile } from '../../go/sources/regularFile.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import type { ReportOptions } from './reportOptions.ts';

/** A source file that was found. */
export interface FoundSource extends RegularFile {
  readonly path: string;
  /** It is in a folder that the user has named as one with the sources. */
  readonly isGiven: boolean;
}

/** The functions of a file come one after the other: so many files are kept. */
const mostKept = 20;

/**
 * Finds source files as pprof does: an absolute path as it is, other paths below the source path and its parents. Reads
 * what `NamedFiles` allows.
 */
export class SourceReader {
  readonly #trimPath: string;
  readonly #sourcePath: string;
  readonly #given: readonly string[];
  readonly #files: NamedFiles;
  readonly #found = new RecentlyUsed<Result<FoundSource>>(mostKept);

  constructor(options: ReportOptions) {
    this.#trimPath = options['trim-path'] ?? '';
    this.#sourcePath = options['source-path'] ?? process.cwd();
    this.#given = pathList(options['source-path'] ?? '').map((folder) => path.resolve(folder));
    this.#files = namedFilesAt([process.cwd(), ...this.#given]);
  }

  /** The file with this path in the profile. Problems: those of `NamedFiles.read`; `file-absent` if it is not found. */
  read(file: string): Result<FoundSource> {
    let found = this.#found.get(file);
    if (found === undefined) {
      found = this.#find(file);
      this.#found.set(file, found);
    }
    return found;
  }

  #find(file: string): Result<FoundSource> {
    let refused: Result<never> | null = null;
    for (const candidate of this.#candidates(file)) {
      const read = this.#files.read(candidate);
      if (read.ok) {
        const isGiven = this.#given.some((folder) => isBelow(path.resolve(candidate), folder));
        return ok({ ...read.value, path: candidate, isGiven });
      }
      // Most candidates do not exist.
      if (read.problem.code !== 'file-absent') refused ??= read;
    }
    return refused ?? fail('file-absent', 'There is no file {0} on this machine.', [file]);
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
