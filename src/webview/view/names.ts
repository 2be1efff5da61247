import type { CodeOrigin } from '../../analysis/names/codeOrigin.ts';
import { packageOf } from '../../analysis/names/functionName.ts';
import { NameSet, type ShortName } from '../../analysis/names/nameSet.ts';
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
  readonly #shown = new NameSet();

  learn({ newNames, newFiles }: PictureAnswer): void {
    for (const [nameIndex, name, origin] of newNames) {
      this.#names[nameIndex] = name;
      this.#origins[nameIndex] = origin;
      this.#packages[nameIndex] = packageOf(name);
      this.#shown.add(name);
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

  /** Number of names learnt so far. With more names, fewer short forms are those of one function only. */
  get count(): number {
    return this.#names.length;
  }

  /** The forms that are those of no other name learnt so far, longest first. */
  forms(nameIndex: number): readonly string[] {
    return this.#shown.forms(this.name(nameIndex));
  }

  /** @param name a function's, for its path above a picture */
  short(name: string): ShortName {
    return this.#shown.short(name);
  }

  file(file: number): string {
    return this.#files[file] ?? '';
  }
}
