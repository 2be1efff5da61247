import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { errorCode, errorText, fail, type Problem } from '../../base/result.ts';

/** The end of a file's name while the file is being written. */
export const unfinished = '.tmp';

/**
 * Writes a file completely or not at all, even if the program or the machine stops: writes it under another name, waits
 * until it is on the disk, then renames it. Rejects with the errors of `node:fs`, and leaves nothing behind.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}${unfinished}`;
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Why the run of `name` could not be kept. `error` comes from `node:fs`. */
export function writeProblem(name: string, error: unknown): Problem {
  const { isFull, code, details } = reasonOf(error);
  return isFull
    ? fail(
        'disk-full',
        'The disk is full, so the run of {0} is kept only until the window closes. Free some space and profile again.',
        [name],
        details,
      ).problem
    : fail(
        'cannot-keep',
        'The run of {0} is kept only until the window closes, as it could not be written ({1}).',
        [name, code],
        details,
      ).problem;
}

/** Why a kept run could not be changed. `error` comes from `node:fs`. */
export function changeProblem(error: unknown): Problem {
  const { isFull, code, details } = reasonOf(error);
  return isFull
    ? fail('disk-full', 'The disk is full, so nothing was changed. Free some space.', [], details).problem
    : fail('cannot-change', 'The kept run could not be changed ({0}).', [code], details).problem;
}

function reasonOf(error: unknown): { isFull: boolean; code: string; details: string } {
  const details = errorText(error);
  const code = errorCode(error) || details;
  // The disk or the user's quota is full, or the file is larger than the file system allows.
  return { isFull: ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code), code, details };
}
