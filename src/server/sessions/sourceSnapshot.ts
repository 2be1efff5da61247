import { readFileSync, statSync } from 'node:fs';

/** Says whether a source text fits what a profile says of it, where the text's age cannot. */
export type SourceCheck = (file: string, text: string) => boolean;

/**
 * What source files said when a profile was taken. Line numbers of a profile mean these texts, whatever
 * the files say now.
 */
export class SourceSnapshot {
  readonly #takenAt: number;
  /** Files read at that time, then those found unchanged since. `null`: it is not known what it said. */
  readonly #texts: Map<string, string | null>;
  readonly #check: SourceCheck;

  /**
   * @param takenAt milliseconds since the epoch
   * @param texts by absolute path, as read at that time
   * @param check decides about files that are newer than the profile (a checkout touches files that say
   *   the same as before)
   */
  constructor(takenAt: number, texts: ReadonlyMap<string, string>, check: SourceCheck) {
    this.#takenAt = takenAt;
    this.#texts = new Map(texts);
    this.#check = check;
  }

  /** The text of `file` when the profile was taken; `null` where that is not known any more. */
  textOf(file: string): string | null {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = this.#readIfUnchanged(file);
    this.#texts.set(file, text);
    return text;
  }

  #readIfUnchanged(file: string): string | null {
    try {
      const { mtimeMs } = statSync(file);
      const text = readFileSync(file, 'utf8');
      return mtimeMs <= this.#takenAt || this.#check(file, text) ? text : null;
    } catch {
      return null;
    }
  }
}
