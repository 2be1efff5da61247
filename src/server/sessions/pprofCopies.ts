import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fail, ok, type Result } from '../../base/result.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder, temporaryRoot } from '../../go/toolchain/ownFolders.ts';
import { encode } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';

/** A file can be open by itself and in comparisons, and a program may write it again and again. */
const mostCopies = 4;

/**
 * Profiles as pprof files of our own, in a temporary folder: those that no file of the user holds as they are, because it is
 * in another format, or because they are merged from several. Pages read them, and so does the server, when it needs one
 * again that it has let go.
 */
export class PprofCopies {
  #folder: string | null = null;
  /** By what they were made of, oldest first. */
  readonly #copies = new Map<string, string[]>();
  #next = 1;

  /**
   * Writes a profile, and answers the path. Old ones with this key are removed. Problem: `cannot-copy`.
   *
   * @param key what it is made of
   */
  async write(key: string, profile: Profile): Promise<Result<string>> {
    try {
      this.#folder ??= makeOwnFolder(folderKinds.server, temporaryRoot());
      const name = createHash('sha256').update(key).digest('hex').slice(0, 16);
      const file = path.join(this.#folder, `${name}-${this.#next++}.pb.gz`);
      await writeFile(`${file}.part`, await promisify(gzip)(encode(profile), { level: 3 }), { flag: 'wx' });
      await rename(`${file}.part`, file);
      const copies = [...(this.#copies.get(key) ?? []), file];
      this.#copies.set(key, copies.slice(-mostCopies));
      for (const former of copies.slice(0, -mostCopies)) await rm(former, { force: true });
      return ok(file);
    } catch (error) {
      return fail(
        'cannot-copy',
        'The profile is of another format, and cannot be written as a pprof file to {0}. Make room there.',
        [temporaryRoot()],
        String(error),
      );
    }
  }

  async dispose(): Promise<void> {
    if (this.#folder !== null) await removeOwnFolder(this.#folder);
  }
}
