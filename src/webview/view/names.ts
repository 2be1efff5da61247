import type { CodeOrigin } from '../../analysis/names/codeOrigin.ts';
import { packageOf, shortNames } from '../../analysis/names/functionName.ts';
import type { Picture } from '../engine/questions.ts';

/** What the page knows of the entries and files that pictures mention: learnt from each picture, for good. */
export class Names {
  readonly #names: string[] = [];
  readonly #packages: string[] = [];
  readonly #origins: CodeOrigin[] = [];
  readonly #files: string[] = [''];

  learn({ newNames, newFiles }: Picture): void {
    for (const [entry, name, origin] of newNames) {
      this.#names[entry] = name;
      this.#origins[entry] = origin;
      this.#packages[entry] = packageOf(name);
    }
    for (const [file, name] of newFiles) this.#files[file] = name;
  }

  /** `root` for the root's entry, -1. */
  name(entry: number): string {
    return this.#names[entry] ?? 'root';
  }

  packageName(entry: number): string {
    return this.#packages[entry] ?? '';
  }

  origin(entry: number): CodeOrigin {
    return this.#origins[entry] ?? 'unknown';
  }

  /** Longest first. */
  shortNames(entry: number): readonly string[] {
    return shortNames(this.name(entry));
  }

  file(file: number): string {
    return this.#files[file] ?? '';
  }
}
