/** Reads the archive in which Go keeps a compiled package: one object file of the compiler, and those of its assembly and C code. */
import { GoObject } from './goObject.ts';

const magic = '!<arch>\n';
const headerSize = 60;
const sizeAt = 48;
/** What the compiler says of a package to those who import it. */
const exportData = '__.PKGDEF';
const headEnd = '\n!\n';

export interface PackageObjects {
  /** The compiler's comes first. */
  readonly objects: readonly GoObject[];
  /** Its name says what is in it: Go's cache has it by its content. */
  readonly file: string;
  /** Of C, or of another assembler: nothing is known of them. */
  readonly hasForeign: boolean;
  /** `go object linux amd64 go1.26.0 …`: who made it. Empty for a package without code. */
  readonly madeBy: string;
}

/** `null` if it is none, or damaged. */
export function readArchive(file: string, bytes: Buffer): PackageObjects | null {
  if (bytes.toString('latin1', 0, magic.length) !== magic) return null;
  const objects: GoObject[] = [];
  let hasForeign = false;
  let madeBy = '';
  for (let at = magic.length; at + headerSize <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 16).trim();
    const size = Number(bytes.toString('latin1', at + sizeAt, at + sizeAt + 10).trim());
    const from = at + headerSize;
    if (!Number.isSafeInteger(size) || size < 0 || from + size > bytes.length) return null;
    const entry = bytes.subarray(from, from + size);
    at = from + size + (size % 2);
    if (name === exportData) continue;
    const head = entry.indexOf(headEnd);
    const object = head === -1 ? null : GoObject.read(entry.subarray(head + headEnd.length));
    if (object === null) hasForeign = true;
    else objects.push(object);
    if (object !== null && madeBy === '') madeBy = entry.toString('latin1', 0, entry.indexOf('\n'));
  }
  return { file, objects, hasForeign, madeBy };
}
