import path from 'node:path';
import { HeldFunctions } from '../../analysis/lines/heldFunctions.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { foreignFormat, otherFile, readForeignText } from '../../foreign/readForeign.ts';
import { encode } from '../../pprof/encode.ts';
import { gunzip } from '../../pprof/gzip.ts';
import { isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import type { Settings } from '../client/settings.ts';
import type { FileAccess, ReadFile } from '../sessions/fileSession.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { WorkspaceSources } from './workspaceSources.ts';

/** Profile files and their sources, through the client. Compressed profiles stay in memory, to be read again at once. */
export class WebAccess implements FileAccess {
  readonly #bytes = new Map<string, Uint8Array>();
  #nextCopy = 1;

  constructor(
    private readonly clientFiles: ClientFiles,
    readonly files: WorkspaceSources,
    private readonly settings: Pick<Settings, 'general'>,
  ) {}

  async read(file: string): Promise<Result<ReadFile>> {
    const found = await this.clientFiles.read(file);
    if (!found.ok) return found;
    const { bytes, modifiedAt } = found.value;
    if (bytes.length === 0) return ok({ profile: null, isAsFile: true, writtenAt: modifiedAt });
    const { lens } = await this.settings.general();
    const read = readWebProfile(bytes, lens.maxProfileBytes);
    if (!read.ok) return read;
    if (read.value.isAsFile) this.#bytes.set(file, bytes);
    return ok({ ...read.value, writtenAt: modifiedAt });
  }

  readAgain(file: string): Result<Profile> {
    const bytes = this.#bytes.get(file);
    if (bytes === undefined)
      return fail('changed', 'The file has changed since it was opened. Open it again.');
    const read = readWebProfile(bytes, Number.POSITIVE_INFINITY);
    return read.ok ? ok(read.value.profile) : read;
  }

  /** What is no pprof file, as one: for the page, which the client gives the bytes. */
  readonly copies = {
    write: async (key: string, profile: Profile): Promise<Result<string>> => {
      const bytes = encode(profile);
      const file = `/pprof-lens-copy:/${this.#nextCopy++}/${path.basename(key)}.pb`;
      this.#bytes.set(file, bytes);
      await this.clientFiles.keep(file, bytes);
      return ok(file);
    },
  };

  async rootsOf(profile: Profile) {
    const { lens } = await this.settings.general();
    return this.files.rootsOf(new HeldFunctions(profile).files, lens.pathMappings);
  }

  builtAt(): null {
    return null;
  }

  /** Forgets the bytes of files that no session shows any more. */
  forget(isNeeded: (file: string) => boolean): void {
    for (const file of this.#bytes.keys()) if (!isNeeded(file)) this.#bytes.delete(file);
  }
}

interface WebProfile {
  readonly profile: Profile;
  /** It is a pprof file. */
  readonly isAsFile: boolean;
}

/**
 * Reads what is read without programs: pprof files, and texts of other profilers. Fails with the codes of `readProfile`, of
 * `readForeignText`, and with `needs-programs`.
 */
export function readWebProfile(bytes: Uint8Array, maxBytes: number): Result<WebProfile> {
  const inflated = isGzip(bytes) ? gunzip(bytes, maxBytes) : ok(bytes);
  if (!inflated.ok) return inflated;
  const read = readProfile(inflated.value, { maxBytes });
  if (read.ok) return ok({ profile: read.value, isAsFile: true });
  if (/^(?:too-large|out-of-memory|empty|legacy-format)$/.test(read.problem.code)) return read;
  const format = isZstd(bytes) ? 'zstd' : foreignFormat(inflated.value);
  if (format === null) {
    const problem = otherFile(inflated.value);
    return problem === null ? read : { ok: false, problem };
  }
  if (format === 'perf-data' || format === 'go-trace' || format === 'zstd') {
    return fail(
      'needs-programs',
      'Programs on a computer are needed to read this file, and VS Code for the Web runs none. Open it in VS Code on your computer, or convert it with `pprof-lens proto`.',
    );
  }
  const foreign = readForeignText(inflated.value, format);
  return foreign.ok ? ok({ profile: foreign.value, isAsFile: false }) : foreign;
}

function isZstd(bytes: Uint8Array): boolean {
  return [0x28, 0xb5, 0x2f, 0xfd].every((byte, i) => bytes[i] === byte);
}
