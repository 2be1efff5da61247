/** Recognises test binaries that run the same machine code. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { codeWithoutPositions } from '../binary/codeWithoutPositions.ts';
import { readElfSections } from '../binary/elfSections.ts';

/** Variables that change how Go's runtime works, and so what the same code costs. */
const runtimeSettings = ['GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS'];

/**
 * A hash of a binary's machine code and constants, and of the settings of Go's runtime. Builds whose sources differ only
 * in comments or line breaks have the same hash, and so have builds in two folders. A binary that is not ELF is hashed as
 * a whole: then only builds of unchanged sources have the same hash, as the go command builds reproducibly. `null` if the
 * file cannot be read.
 */
export async function codeHash(binary: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const bytes = await readFile(binary).catch(() => null);
  if (bytes === null) return null;
  const hash = createHash('sha256');
  for (const name of runtimeSettings) hash.update(`${name}=${env[name] ?? ''}\n`);
  const file = readElfSections(bytes);
  for (const part of file === null ? [bytes] : codeWithoutPositions(file)) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}
