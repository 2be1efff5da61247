/** The stores of VS Code for the Web: the browser asks them, and the client keeps the list. The sources are the workspace's. */
import type { CancellationToken } from 'vscode-languageserver';
import { lazily } from '../../base/lazily.ts';
import { fail, type Result } from '../../base/result.ts';
import { encode } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import { readProfile } from '../../pprof/read.ts';
import type { ProfileStoreArgs } from '../../protocol.ts';
import type { KeptText } from '../remote/shared/keptText.ts';
import { mayFetch, signalOf } from '../remote/shared/mayFetch.ts';
import { HeldSources } from '../remote/stores/heldSources.ts';
import type { Provenance } from '../remote/stores/provenance.ts';
import { Stores } from '../remote/stores/stores.ts';
import type { KeptProfiles, RanCode } from '../remote/stores/storesContext.ts';
import type { Services } from '../services/services.ts';
import type { SessionSource } from '../sessions/session.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { WebAccess } from './webAccess.ts';

type Context = Pick<Services, 'ask' | 'messages' | 'settings' | 'sessions' | 'isTrusted'>;

export class WebStores {
  /** The worker ends without a word. */
  readonly #ended = new AbortController().signal;
  readonly #profiles: WebProfiles;
  readonly #stores: () => Promise<Stores>;

  constructor(
    private readonly context: Context,
    clientFiles: ClientFiles,
    access: WebAccess,
  ) {
    const profiles = new WebProfiles(clientFiles);
    this.#profiles = profiles;
    this.#stores = lazily(async () => {
      const list = await ClientText.of(clientFiles, 'stores');
      const code = workspaceCode(access);
      return new Stores({
        ...context,
        ...{ list, profiles, code, isListed: false, ended: this.#ended, changed: () => undefined },
        // Predictions are made where benchmarks are run.
        releases: { of: () => [] },
      });
    });
  }

  /** Answers the session that the lines show now; `null` if the user gave up, or a message says why. */
  async act({ action }: ProfileStoreArgs, token: CancellationToken): Promise<string | null> {
    if (!mayFetch(this.context)) return null;
    return (await this.#stores())[action](signalOf(token, this.#ended));
  }

  /** Opens a fetched profile, or the comparison of two; `null` for any other file. Problem: `lost`. */
  async open(file: string, base?: string): Promise<Result<SessionSource> | null> {
    if (!this.#profiles.isKept(file)) return null;
    return (await (await this.#stores()).open(file, base)) ?? this.#profiles.lost;
  }
}

/** Which version ran is not looked up: texts count that hold the functions of the profile. */
function workspaceCode(access: WebAccess): RanCode {
  return async (profile) => {
    const roots = await access.rootsOf(profile);
    const snapshot = new HeldSources(profile, roots).snapshot(new Map(), access.files.read);
    return { roots, snapshot, commits: [], problems: [], unknownProgram: null };
  };
}

/** A text that the client keeps, also when the window is closed. Of two windows that write, the later counts. */
export class ClientText implements KeptText {
  private constructor(
    private readonly files: ClientFiles,
    private readonly name: string,
    private text: string | null,
  ) {}

  static async of(files: ClientFiles, name: string): Promise<ClientText> {
    return new ClientText(files, name, await files.recall(name));
  }

  read(): string | null {
    return this.text;
  }

  async replace(_before: string | null, text: string): Promise<boolean> {
    this.text = text;
    await this.files.remember(this.name, text);
    return true;
  }
}

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
