import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  folderKinds,
  makeOwnFolder,
  removeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../toolchain/ownFolders.ts';

/**
 * Which programs may be started for a recording that only they read: all, none, or only `go tool trace`. What a server sends
 * would otherwise choose one of them.
 */
export type MayRun = boolean | 'trace';

export interface ForeignOptions {
  /** Of what is read, and of what a program makes of it, in bytes. */
  readonly maxBytes: number;
  /** Recordings that need a program which may not be run are refused. */
  readonly mayRun: MayRun;
  /** The file that the bytes are all of, as they are. A program can then read it itself. */
  readonly path?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** A recording where a program can read it, and a folder of our own that is removed afterwards. */
export interface RecordingFile {
  readonly file: string;
  readonly folder: string;
}

/**
 * Hands a recording to a program, as a file.
 *
 * @param path where it is already; otherwise it is written into the folder
 */
export async function withRecording<T>(
  bytes: Uint8Array,
  path: string | undefined,
  use: (recording: RecordingFile) => Promise<T>,
): Promise<T> {
  await sweepTemporary();
  const folder = makeOwnFolder(folderKinds.convert, temporaryRoot());
  try {
    if (path !== undefined) return await use({ file: resolve(path), folder });
    const file = join(folder, 'recording');
    await writeFile(file, bytes);
    return await use({ file, folder });
  } finally {
    await removeOwnFolder(folder);
  }
}
