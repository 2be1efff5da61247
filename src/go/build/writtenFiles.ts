/** The files that a run has written, so that a run that fails or is cancelled can remove all of them. */
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileNames } from '../../fileName.ts';

/** Runs `work`, which writes files, and removes all of them unless it ends well: also if it throws. */
export async function keptIfOk<T extends { readonly ok: boolean }>(
  written: readonly WrittenFiles[],
  work: () => Promise<T>,
): Promise<T> {
  let isKept = false;
  try {
    const outcome = await work();
    isKept = outcome.ok;
    return outcome;
  } finally {
    if (!isKept) for (const each of written) await each.removeAll();
  }
}

export class WrittenFiles {
  readonly directory: string;
  readonly #paths = new Set<string>();
  readonly #names = new FileNames();
  /** The outermost folder that was made for `directory`; `undefined` if it existed already. */
  #madeFrom: string | undefined;

  constructor(directory: string) {
    this.directory = directory;
  }

  async makeDirectory(): Promise<void> {
    this.#madeFrom = await mkdir(this.directory, { recursive: true });
  }

  /** A path for a new file. If the name is taken already, it gets a number. */
  claim(stem: string, extension: string): string {
    const path = join(this.directory, this.#names.claim(stem, extension));
    this.#paths.add(path);
    return path;
  }

  /** Remembers a file or folder whose name was chosen elsewhere. */
  add(path: string): void {
    this.#paths.add(path);
  }

  /** Removes a file or folder. It need not exist. */
  async remove(path: string): Promise<void> {
    this.#paths.delete(path);
    await rm(path, { recursive: true, force: true });
  }

  /**
   * Removes everything, and the folders that were made for it, unless they have other files by now. What the file system does
   * not remove stays: it has refused before, and that has been reported.
   */
  async removeAll(): Promise<void> {
    for (const path of [...this.#paths]) await this.remove(path).catch(() => undefined);
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
