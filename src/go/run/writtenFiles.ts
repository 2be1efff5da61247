/** What a run has written, so that a cancelled one leaves nothing behind. */
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export class WrittenFiles {
  readonly directory: string;
  readonly #paths = new Set<string>();
  /** The outermost folder that had to be made for `directory`, if any. */
  #madeFrom: string | undefined;

  constructor(directory: string) {
    this.directory = directory;
  }

  async makeDirectory(): Promise<void> {
    this.#madeFrom = await mkdir(this.directory, { recursive: true });
  }

  /** A path for a file that is about to be written; a second one of the same name gets a number. */
  claim(stem: string, extension: string): string {
    for (let i = 1; ; i++) {
      const path = join(this.directory, `${i === 1 ? stem : `${stem}~${i}`}${extension}`);
      if (this.#paths.has(path)) continue;
      this.#paths.add(path);
      return path;
    }
  }

  /** Notes a file or folder that is somebody else's to name. */
  add(path: string): void {
    this.#paths.add(path);
  }

  /** Removes one file or folder, whether it was written in the end or not. */
  async remove(path: string): Promise<void> {
    this.#paths.delete(path);
    await rm(path, { recursive: true, force: true });
  }

  /** Removes everything, and the folders made for it as far as nobody else uses them. */
  async removeAll(): Promise<void> {
    for (const path of [...this.#paths]) await this.remove(path);
    if (this.#madeFrom === undefined) return;
    for (let folder = this.directory; ; folder = dirname(folder)) {
      const isEmpty = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!isEmpty || folder === this.#madeFrom) return;
    }
  }
}
