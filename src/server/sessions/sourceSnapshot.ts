import type { Result } from '../../base/result.ts';
import { SourceCode } from '../../go/scan/sourceCode.ts';
import { type RegularFile, readRegularFile } from '../../go/sources/regularFile.ts';

/** Whether a source text can be the one that was profiled. Asked where the age of the file does not say. */
export type SourceCheck = (file: string, text: string) => boolean;

/** The texts of source files when a profile was taken. The line numbers of the profile are lines of these texts. */
export class SourceSnapshot {
  /** The files that were read at that time, and those that were found unchanged later. `null` where the text is lost. */
  readonly #texts: Map<string, string | null>;
  /** The files that were read when the profile was taken: all that it was built from. Empty where they were not read. */
  readonly builtFiles: readonly string[];
  readonly #codes = new Map<string, SourceCode>();

  /**
   * @param takenAt milliseconds since the epoch
   * @param texts by absolute path, as they were read at that time
   * @param check decides about files that are newer than the profile: a git checkout makes unchanged files newer
   * @param read reads the files that are not among the texts
   */
  constructor(
    /** When the texts were read, in milliseconds since the epoch. */
    readonly takenAt: number,
    texts: ReadonlyMap<string, string>,
    private readonly check: SourceCheck,
    private readonly read: (file: string) => Result<RegularFile> = readRegularFile,
  ) {
    this.#texts = new Map(texts);
    this.builtFiles = [...texts.keys()];
  }

  /** The files whose texts are known, by absolute path. */
  get files(): string[] {
    return [...this.#texts].flatMap(([file, text]) => (text === null ? [] : file));
  }

  has(file: string): boolean {
    return typeof this.#texts.get(file) === 'string';
  }

  /** The text of `file` when the profile was taken; `null` where it is lost. */
  textOf(file: string): string | null {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = this.#readIfUnchanged(file);
    this.#texts.set(file, text);
    return text;
  }

  /** Files whose text was another one are looked at again: they may be of other names of the profile now. */
  lookAgain(): void {
    for (const [file, text] of this.#texts) if (text === null) this.#texts.delete(file);
  }

  /** The code of `file` when the profile was taken; `null` where it is lost. */
  codeOf(file: string): SourceCode | null {
    let code = this.#codes.get(file);
    if (code === undefined) {
      const text = this.textOf(file);
      if (text === null) return null;
      code = new SourceCode(text, isGoFile(file));
      this.#codes.set(file, code);
    }
    return code;
  }

  #readIfUnchanged(file: string): string | null {
    const found = this.read(file);
    if (!found.ok) return null;
    const { modifiedAt, text } = found.value;
    return modifiedAt <= this.takenAt || this.check(file, text) ? text : null;
  }
}

export function isGoFile(file: string): boolean {
  return file.endsWith('.go');
}
