/** Files that benchmarks may read while they run: the same code does other work where these have changed. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Sources are in the code, nobody measures how a text for readers is read, and what is hidden is for git and other tools. */
const notData = /^\.|\.(?:go|md|mod|sum|work)$/i;
/** Of files with more bytes in all nothing is said. */
const mostBytes = 64 * 1024 * 1024;

/** Beside the sources of a package, and below its testdata; by their paths in it. Links are not followed. */
async function dataFiles(directory: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (folder: string, isDeep: boolean): Promise<void> => {
    for (const entry of await readdir(join(directory, folder), { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isFile() && !notData.test(entry.name)) found.push(path);
      if (entry.isDirectory() && (isDeep || entry.name === 'testdata')) await look(path, true);
    }
  };
  await look('', false);
  return found.sort();
}

/** A hash of these files; `null` if one is missing, or if they are too large. */
async function hashOf(directory: string, names: readonly string[]): Promise<string | null> {
  const hash = createHash('sha256');
  let left = mostBytes;
  for (const name of names) {
    const path = join(directory, name);
    const seen = await stat(path).catch(() => null);
    left -= seen?.size ?? 0;
    if (seen?.isFile() !== true || left < 0) return null;
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return null;
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Of a package in a folder that has nothing but what is committed; `null` if its files are too large. */
export async function dataHash(directory: string): Promise<string | null> {
  return hashOf(directory, await dataFiles(directory));
}

/**
 * Whether a package has all files of the base as they are there. Others may lie beside them: the same code does not know their
 * names.
 */
export async function haveSameData(now: string, base: string): Promise<boolean> {
  if (now === base) return true;
  const names = await dataFiles(base);
  const ofBase = await hashOf(base, names);
  return ofBase !== null && ofBase === (await hashOf(now, names));
}
