/** The stores of VS Code for the Web: the browser asks them, and the client keeps the list. The sources are the workspace's. */
import type { CancellationToken } from 'vscode-languageserver';
import { lazily } from '../../base/lazily.ts';
import type { Result } from '../../base/result.ts';
import type { ProfileStoreArgs } from '../../protocol.ts';
import { mayFetch, signalOf } from '../remote/shared/mayFetch.ts';
import { HeldSources } from '../remote/stores/heldSources.ts';
import { Stores } from '../remote/stores/stores.ts';
import type { RanCode } from '../remote/stores/storesContext.ts';
import type { Services } from '../services/services.ts';
import type { SessionSource } from '../sessions/session.ts';
import type { ClientFiles } from './clientFiles.ts';
import { ClientText } from './clientText.ts';
import type { WebAccess } from './webAccess.ts';
import { WebProfiles } from './webProfiles.ts';

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
