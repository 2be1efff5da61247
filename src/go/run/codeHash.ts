/** Recognises test binaries that run the same machine code. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Sections that can differ between builds of the same code: they have file names, line numbers, build ids and addresses of these. */
const notCode: ReadonlySet<string> = new Set([
  '.gopclntab',
  '.go.module',
  '.go.buildinfo',
  '.note.go.buildid',
  '.note.gnu.build-id',
]);

/** A flag in a section's header (SHF_ALLOC): the section is loaded into memory. */
const allocated = 2;
/** A type of section (SHT_NOBITS): it has no bytes in the file. */
const noBits = 8;

/** Variables that change how Go's runtime works, and so what the same code costs. */
const runtimeSettings = ['GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS'];

/**
 * A hash of a binary's machine code and constants, and of the settings of Go's runtime. Builds whose sources differ only
 * in comments or line breaks have the same hash. A binary that is not ELF is hashed as a whole: then only builds of
 * unchanged sources have the same hash, as the go command builds reproducibly. `null` if the file cannot be read.
 */
export async function codeHash(binary: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const bytes = await readFile(binary).catch(() => null);
  if (bytes === null) return null;
  const hash = createHash('sha256');
  for (const name of runtimeSettings) hash.update(`${name}=${env[name] ?? ''}\n`);
  for (const part of elfCode(bytes) ?? [bytes]) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

/** The sections with code and constants in a 64-bit little-endian ELF file; `null` for any other file. */
function elfCode(bytes: Buffer): Buffer[] | null {
  const isElf64 =
    bytes.length > 64 && bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2 && bytes[5] === 1;
  if (!isElf64) return null;
  const table = Number(bytes.readBigUInt64LE(0x28));
  const size = bytes.readUInt16LE(0x3a);
  const count = bytes.readUInt16LE(0x3c);
  const names = table + size * bytes.readUInt16LE(0x3e);
  if (size < 64 || table + size * count > bytes.length || names + 64 > bytes.length) return null;
  const section = (header: number) => {
    const start = Number(bytes.readBigUInt64LE(header + 0x18));
    return bytes.subarray(start, start + Number(bytes.readBigUInt64LE(header + 0x20)));
  };
  const nameTable = section(names);
  const parts: Buffer[] = [];
  for (let i = 0; i < count; i++) {
    const header = table + size * i;
    const nameStart = bytes.readUInt32LE(header);
    const name = nameTable.toString('latin1', nameStart, nameTable.indexOf(0, nameStart));
    const isLoaded = (Number(bytes.readBigUInt64LE(header + 8)) & allocated) !== 0;
    if (isLoaded && bytes.readUInt32LE(header + 4) !== noBits && !notCode.has(name))
      parts.push(section(header));
  }
  return parts;
}
