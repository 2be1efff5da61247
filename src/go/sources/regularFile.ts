/**
 * Reads files whose names come from outside. Such a name can mean anything that a file system has: a folder, a pipe that
 * never answers, a device without an end, a file that is larger than the memory.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { errorCode, fail, ok, type Result } from '../../base/result.ts';

/** Generated Go files have up to some ten megabytes; editors show files of up to 50. */
export const mostSourceBytes = 32 * 1024 * 1024;

export interface RegularFile {
  readonly text: string;
  /** When it was written last, in milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** A file that was found to be regular and small enough, before it is opened. */
export interface SeenFile extends Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs'> {
  /** Its name is that of a link. The folders above it can be links too. */
  readonly isLink: boolean;
}

/**
 * Looks at a file without opening it: to open a device or a pipe can do something, or wait for ever. Problems:
 * `file-absent`, `file-special`, `file-too-large`, `file-unreadable`.
 */
export function lookAt(file: string, most = mostSourceBytes): Result<SeenFile> {
  try {
    const named = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    const isLink = named?.isSymbolicLink() === true;
    const stats = isLink ? statSync(file, { bigint: true, throwIfNoEntry: false }) : named;
    if (stats === undefined) return absent(file);
    const checked = sizeChecked(file, stats, most);
    if (!checked.ok) return checked;
    const { dev, ino, size, mtimeNs } = stats;
    return ok({ dev, ino, size, mtimeNs, isLink });
  } catch (error) {
    // A file in the place of a folder.
    return errorCode(error) === 'ENOTDIR' ? absent(file) : unreadable(file, error);
  }
}

function absent(file: string): Result<never> {
  return fail('file-absent', 'There is no file {0} on this machine.', [file]);
}

function sizeChecked(file: string, stats: BigIntStats, most: number): Result<BigIntStats> {
  if (!stats.isFile()) {
    return fail('file-special', '{0} is a folder, a device or a pipe, so it is not read.', [file]);
  }
  if (stats.size <= BigInt(most)) return ok(stats);
  return fail('file-too-large', '{0} is larger than {1} MB, so it is not read.', [file, most / 1024 / 1024]);
}

/** Reads a regular file as UTF-8. Problems: those of `lookAt`, and `file-replaced`. */
export function readRegularFile(file: string, most = mostSourceBytes): Result<RegularFile> {
  const seen = lookAt(file, most);
  return seen.ok ? readSeen(file, seen.value, most) : seen;
}

/**
 * Reads a file that `lookAt` has seen, if it is still that one. It is opened without waiting, in case that it has become
 * a pipe; and no more is read than its size, because some files of the system have no end, and the size 0.
 *
 * @param flags more of `constants.O_...`
 */
export function readSeen(
  file: string,
  seen: SeenFile,
  most = mostSourceBytes,
  flags = 0,
): Result<RegularFile> {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, withoutWaiting | flags);
    const stats = stillThere(file, fstatSync(descriptor, { bigint: true }), seen, most);
    if (!stats.ok) return stats;
    return ok(regularFile(readBytes(descriptor, Number(stats.value.size)), stats.value));
  } catch (error) {
    return unreadable(file, error);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Flags to open a file for reading, even if it has become a pipe. Windows has no pipes that are named like files. */
export const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function stillThere(
  file: string,
  stats: BigIntStats,
  seen: Pick<SeenFile, 'dev' | 'ino'>,
  most: number,
): Result<BigIntStats> {
  if (stats.dev === seen.dev && stats.ino === seen.ino) return sizeChecked(file, stats, most);
  return fail('file-replaced', '{0} was replaced while it was opened. Try again.', [file]);
}

function regularFile(bytes: Buffer, { mtimeNs }: BigIntStats): RegularFile {
  return { text: bytes.toString('utf8'), modifiedAt: Number(mtimeNs) / 1e6 };
}

function readBytes(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const read = readSync(descriptor, bytes, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** As `readRegularFile`, for many files at once. */
export async function readRegularFileLater(
  file: string,
  most = mostSourceBytes,
): Promise<Result<RegularFile>> {
  let handle: FileHandle | null = null;
  try {
    const seen = sizeChecked(file, await stat(file, { bigint: true }), most);
    if (!seen.ok) return seen;
    handle = await open(file, withoutWaiting);
    const stats = stillThere(file, await handle.stat({ bigint: true }), seen.value, most);
    if (!stats.ok) return stats;
    const bytes = Buffer.allocUnsafe(Number(stats.value.size));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return ok(regularFile(bytes.subarray(0, length), stats.value));
  } catch (error) {
    return unreadable(file, error);
  } finally {
    await handle?.close();
  }
}

function unreadable(file: string, error: unknown): Result<never> {
  return fail('file-unreadable', '{0} cannot be read ({1}).', [file, errorCode(error)], String(error));
}
