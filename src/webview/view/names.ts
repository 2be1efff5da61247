import type { CodeOrigin } from '../../analysis/names/codeOrigin.ts';
import { packageOf, shortNames } from '../../analysis/names/functionName.ts';
import type { PictureAnswer } from '../engine/questions.ts';

/**
 * The function names and files that pictures refer to by index. Each picture adds those that are new; none is ever
 * removed.
 */
export class Names {
  readonly #names: string[] = [];
  readonly #packages: string[] = [];
  readonly #origins: CodeOrigin[] = [];
  readonly #files: string[] = [''];

  learn({ newNames, newFiles }: PictureAnswer): void {
    for (const [nameIndex, name, origin] of newNames) {
      this.#names[nameIndex] = name;
      this.#origins[nameIndex] = origin;
      this.#packages[nameIndex] = packageOf(name);
    }
    for (const [file, name] of newFiles) this.#files[file] = name;
  }

  /** `root` for the root's index, -1. */
  name(nameIndex: number): string {
    return this.#names[nameIndex] ?? 'root';
  }

  packageName(nameIndex: number): string {
    return this.#packages[nameIndex] ?? '';
  }

  origin(nameIndex: number): CodeOrigin {
    return this.#origins[nameIndex] ?? 'unknown';
  }

  /** Longest first. */
  shortNames(nameIndex: number): readonly string[] {
    return shortNames(this.name(nameIndex));
  }

  file(file: number): string {
    return this.#files[file] ?? '';
  }
}
