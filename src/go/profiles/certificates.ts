import { fail, ok, type Result } from '../../base/result.ts';
import { readRegularFile } from '../sources/regularFile.ts';

/** More is no list of certificates. */
const mostBytes = 10_000_000;

/**
 * The certificates that the user has chosen, as PEM; `null` for those that everybody trusts. Problems: `no-certificates`,
 * and those of `readRegularFile`.
 */
export function readCertificates(file: string | undefined): Result<string | null> {
  if (file === undefined) return ok(null);
  const read = readRegularFile(file, mostBytes);
  if (!read.ok) return read;
  if (read.value.text.includes('-----BEGIN')) return ok(read.value.text);
  return fail('no-certificates', '{0} has no certificates that can be read. Choose another file.', [file]);
}
