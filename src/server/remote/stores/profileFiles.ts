/** Profiles of production in files of ours, each with a file beside it that says what it is of. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mostProfileBytes } from '../../../base/model.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { readProfileFile, readProfileFileAgain } from '../../../go/profiles/profileFile.ts';
import { pruneFiles, touchFile } from '../../../go/toolchain/keptFiles.ts';
import { encodeGzipped } from '../../../pprof/encode.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { writeWhole } from '../../history/wholeFile.ts';
import { type Provenance, readProvenance } from './provenance.ts';
import type { KeptProfiles } from './storesContext.ts';

const ending = '.pb.gz';
const beside = '.json';
/** So many profiles stay; the store has all of them. */
const most = 40;

export class ProfileFiles implements KeptProfiles {
  /** @param maxBytes the largest profile that is read */
  constructor(
    private readonly folder: string,
    private readonly maxBytes: () => Promise<number> = async () => mostProfileBytes,
  ) {}

  /** As in `KeptProfiles`. Rejects with the errors of `node:fs`. */
  async keep(profile: Profile, from: Provenance, shown: ReadonlySet<string>): Promise<string> {
    const { folder } = this;
    const bytes = encodeGzipped(profile);
    mkdirSync(folder, { recursive: true });
    const name = createHash('sha256').update(bytes).update(JSON.stringify(from)).digest('hex').slice(0, 24);
    const file = path.join(folder, `${name}${ending}`);
    await writeWhole(file, bytes);
    await writeWhole(file.replace(ending, beside), JSON.stringify(from));
    pruneFiles(folder, shown, { most, ending, beside });
    return file;
  }

  isKept(file: string): boolean {
    return /^[0-9a-f]{24}\.pb\.gz$/.test(path.relative(this.folder, file));
  }

  provenanceOf(file: string): Provenance | null {
    if (!this.isKept(file)) return null;
    try {
      return readProvenance(JSON.parse(readFileSync(file.replace(ending, beside), 'utf8'))) ?? null;
    } catch {
      return null;
    }
  }

  /** As in `KeptProfiles`. Rejects with the errors of `node:fs`. */
  async noteBegan(file: string, began: number): Promise<void> {
    const from = this.provenanceOf(file);
    if (from !== null) await writeWhole(file.replace(ending, beside), JSON.stringify({ ...from, began }));
  }

  /** Problems: those of `readProfileFile`, `empty`. */
  async read(file: string): Promise<Result<Profile>> {
    touchFile(file);
    const read = await readProfileFile(file, { maxBytes: await this.maxBytes(), mayRun: false });
    if (!read.ok) return read;
    return read.value === null ? fail('empty', '{0} is empty.', [file]) : ok(read.value);
  }

  readAgain(file: string): Result<Profile> {
    touchFile(file);
    return readProfileFileAgain(file, mostProfileBytes);
  }
}
