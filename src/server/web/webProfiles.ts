import { fail, type Result } from '../../base/result.ts';
import { encode } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import type { Provenance } from '../remote/stores/provenance.ts';
import type { KeptProfiles } from '../remote/stores/storesContext.ts';
import type { ClientFiles } from './clientFiles.ts';

interface Kept {
  readonly from: Provenance;
  readonly bytes: Uint8Array;
}

const folder = '/pprof-lens-store:/';
/** So many stay that no session shows: some are about to be shown. */
const mostUnshown = 4;

/** Fetched profiles in memory, as long as the window is open. The page has its bytes from the client. */
export class WebProfiles implements KeptProfiles {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly clientFiles: Pick<ClientFiles, 'keep'>) {}

  async keep(profile: Profile, from: Provenance, shown: ReadonlySet<string>): Promise<string> {
    const unshown = [...this.#kept.keys()].filter((file) => !shown.has(file));
    for (const file of unshown.slice(0, -mostUnshown)) this.#kept.delete(file);
    const file = `${folder}${crypto.randomUUID()}.pb`;
    const bytes = encode(profile);
    this.#kept.set(file, { from, bytes });
    await this.clientFiles.keep(file, bytes);
    return file;
  }

  isKept(file: string): boolean {
    return file.startsWith(folder);
  }

  provenanceOf(file: string): Provenance | null {
    return this.#kept.get(file)?.from ?? null;
  }

  async noteBegan(file: string, began: number): Promise<void> {
    const kept = this.#kept.get(file);
    if (kept !== undefined) this.#kept.set(file, { ...kept, from: { ...kept.from, began } });
  }

  async read(file: string): Promise<Result<Profile>> {
    return this.readAgain(file);
  }

  readonly lost = fail('lost', 'The profile is no longer in memory.');

  /** Problem: `lost`. */
  readAgain(file: string): Result<Profile> {
    const kept = this.#kept.get(file);
    return kept === undefined ? this.lost : readProfile(kept.bytes);
  }
}
