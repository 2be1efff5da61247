/** The files that a run has written, so that a run that fails or is cancelled can remove all of them. */

import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { FileNames } from '../../base/fileName.ts';
import type { ProfileKind } from '../../base/profileKinds.ts';
import { fail, type Problem } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';

export interface WrittenProfile {
  readonly kind: ProfileKind;
  readonly path: string;
  readonly profile: Profile;
}

/**
 * Runs `work`, which writes to a folder, and removes all of that unless it ends well. What the file system refuses (no space, no
 * permission, a file in the folder's place) becomes a problem `no-folder`; other errors are bugs and are thrown.
 */
export async function withWrittenFiles<T extends { readonly ok: boolean }>(
  folder: string,
  work: (written: WrittenFiles) => Promise<T>,
): Promise<T | { readonly ok: false; readonly problem: Problem }> {
  const written = new WrittenFiles(folder);
  let isKept = false;
  try {
    await written.makeDirectory();
    const outcome = await work(written);
    isKept = outcome.ok;
    return outcome;
  } catch (error) {
    return { ok: false, problem: folderProblem(folder, error) };
  } finally {
    if (!isKept) await written.removeAll();
  }
}

export class WrittenFiles {
  readonly #paths = new Set<string>();
  readonly #names = new FileNames();
  /** The outermost folder that was made for `directory`; `undefined` if it existed already. */
  #madeFrom: string | undefined;

  constructor(readonly directory: string) {}

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

/** Why a folder cannot be written to. An error that is not the file system's is thrown again. */
export function folderProblem(folder: string, error: unknown): Problem {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
  const code = String(error.code);
  const why = Object.hasOwn(reasons, code) ? l10n.t(reasons[code]!) : code;
  return fail('no-folder', 'Nothing can be written to {0}: {1}.', [folder, why], error.message).problem;
}

/** What the codes that users meet mean. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EROFS: 'it is read-only',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'it is no longer there',
};
