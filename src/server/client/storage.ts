import path from 'node:path';
import { folderKinds, makeOwnFolder, removeOwnFolder, temporaryRoot } from '../../go/toolchain/ownFolders.ts';

/** The folder that binaries and profiles are written to. It is never inside a workspace. */
export class Storage {
  readonly path: string;
  readonly #temporary: boolean;

  /** @param given the client's folder; `null` for a temporary folder that is removed when the server ends */
  constructor(given: string | null) {
    this.#temporary = given === null;
    this.path = given ?? makeOwnFolder(folderKinds.server, temporaryRoot());
  }

  /** The folder of all runs. */
  get runs(): string {
    return path.join(this.path, 'runs');
  }

  /** The folder of one run. */
  runFolder(id: string): string {
    return path.join(this.runs, id);
  }

  async dispose(): Promise<void> {
    if (this.#temporary) await removeOwnFolder(this.path);
  }
}
