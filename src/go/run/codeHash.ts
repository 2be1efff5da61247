/** Whether two test binaries run the same code. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** What changes although the code does not: names of files, line numbers, build ids, and where all that stands. */
const notCode: ReadonlySet<string> = new Set([
  '.gopclntab',
  '.go.module',
  '.go.buildinfo',
  '.note.go.buildid',
  '.note.gnu.build-id',
]);

/** Section header flag: the section is part of the running program. */
const allocated = 2;
/** Section type: takes no room in the file. */
const noBits = 8;

/** Settings of Go's runtime that change what the same code costs. */
const runtimeSettings = ['GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS'];

/**
 * A hash of the machine code and the constants of a binary, and of the runtime's settings: equal for builds that
 * differ in comments or in where lines stand. On systems whose binaries are not ELF it is of the whole file, so that
 * only unchanged sources (the go command builds reproducibly) are the same code. `null` where the file cannot be read.
 */
export async function codeHash(binary: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const bytes = await readFile(binary).catch(() => null);
  if (bytes === null) return null;
  const hash = createHash('sha256');
  for (const name of runtimeSettings) hash.update(`${name}=${env[name] ?? ''}\n`);
  for (const part of elfCode(bytes) ?? [bytes]) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

/** The sections of a 64-bit little-endian ELF file that hold code and constants; `null` of any other file. */
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
