/** Running servers and stores, as the Profiles view lists them. What does the work is loaded when it is first needed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { lazily } from '../../base/lazily.ts';
import { fail, type Result } from '../../base/result.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import {
  type BenchmarkAddress,
  type ProfileServerArgs,
  type ProfileStoreArgs,
  type RemoteItem,
  type RemotesParams,
  remotesMethod,
} from '../../protocol.ts';
import type { Ask } from '../client/ask.ts';
import type { Background } from '../client/background.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { Storage } from '../client/storage.ts';
import { openProfileFile } from '../sessions/openProfile.ts';
import type { PprofCopies } from '../sessions/pprofCopies.ts';
import type { SessionSource } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { LiveServers } from './live/servers.ts';
import type { BenchmarkThisContext, FunctionsOfFile } from './stores/benchmarkThis.ts';
import type { Stores } from './stores/stores.ts';

export interface RemotesContext {
  readonly connection: Connection;
  readonly ask: Ask;
  readonly messages: Messages;
  readonly background: Background;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly storage: Storage;
  readonly files: NamedFiles;
  readonly copies: PprofCopies;
  readonly isTrusted: () => boolean;
  /** The first workspace folder, if there is one. */
  readonly folder: string | null;
}

/** Those of one kind. */
interface RemoteKind<Owner extends { readonly items: readonly RemoteItem[] }> {
  /** The list on the disk: if there is none, there are none. */
  readonly listFile: string;
  readonly load: () => Promise<Owner>;
}

export class Remotes {
  readonly #ended = new AbortController();
  /** The folder of profiles from stores. */
  readonly #storeProfiles: string;
  readonly #live: RemoteKind<LiveServers>;
  readonly #stores: RemoteKind<Stores>;
  #loaded: LiveServers | null = null;

  constructor(private readonly context: RemotesContext) {
    const root = context.storage.path;
    this.#storeProfiles = path.join(root, 'stores');
    this.#live = { listFile: path.join(root, 'servers.json'), load: lazily(() => this.#loadLive()) };
    this.#stores = { listFile: path.join(root, 'stores.json'), load: lazily(() => this.#loadStores()) };
  }

  async #loadLive(): Promise<LiveServers> {
    const { LiveServers } = await import('./live/servers.ts');
    const { settings, storage, isTrusted, files, copies } = this.context;
    const folder = path.join(storage.path, 'servers');
    this.#loaded = new LiveServers({
      ...this.context,
      folder,
      listFile: this.#live.listFile,
      ended: this.#ended.signal,
      changed: () => this.#changed(),
      open: async (profile, mayRun) =>
        openProfileFile(profile, {
          folder: this.context.folder ?? folder,
          settings: await settings.general(),
          isTrusted: isTrusted(),
          mayRun,
          files,
          copies,
        }),
    });
    return this.#loaded;
  }

  async #loadStores(): Promise<Stores> {
    const { Stores } = await import('./stores/stores.ts');
    return new Stores({
      ...this.context,
      folder: this.context.folder ?? this.context.storage.path,
      listFile: this.#stores.listFile,
      profiles: this.#storeProfiles,
      changed: () => this.#changed(),
    });
  }

  #changed(): void {
    this.context.background(() => this.publish());
  }

  /** Sends the list, if there is one. */
  async publish(): Promise<void> {
    const kinds = [this.#live, this.#stores].filter(({ listFile }) => existsSync(listFile));
    if (kinds.length === 0) return;
    const owners = await Promise.all(kinds.map((kind) => kind.load()));
    const params: RemotesParams = { items: owners.flatMap(({ items }) => items) };
    await this.context.connection.sendNotification(remotesMethod, params);
  }

  /** Does what the Profiles view asks for. Answers the session that the lines show now; `null` if there is none. */
  async act(request: ProfileServerArgs, token: CancellationToken): Promise<string | null> {
    if (!this.#mayFetch()) return null;
    const { load } = request.id?.startsWith('store/') ? this.#stores : this.#live;
    return (await load()).act(request, this.#signalOf(token));
  }

  /** Answers the session that the lines show now; `null` if the user gave up, or a message says why. */
  async actOnStores({ action }: ProfileStoreArgs, token: CancellationToken): Promise<string | null> {
    const { messages, ask } = this.context;
    if (!this.#mayFetch()) return null;
    if (!ask.possible) {
      const sentence =
        'This editor cannot ask which profile you want. Use “pprof-lens fetch --from=…” and open the file.';
      messages.problem(fail('cannot-ask', sentence).problem, 'error');
      return null;
    }
    const stores = await this.#stores.load();
    return stores[action](this.#signalOf(token));
  }

  /** Otherwise a message says why not. */
  #mayFetch(): boolean {
    const { isTrusted, messages } = this.context;
    if (isTrusted()) return true;
    const sentence = 'Nothing is fetched in a workspace that is not trusted. Trust it, and try again.';
    messages.problem(fail('untrusted', sentence).problem, 'error');
    return false;
  }

  /** See `Stores.chooseBenchmark`. */
  async chooseBenchmark(
    asked: FunctionsOfFile,
    known: Pick<BenchmarkThisContext, 'scanner' | 'results'>,
  ): Promise<BenchmarkAddress | null> {
    return (await this.#stores.load()).chooseBenchmark(asked, known);
  }

  /** Opens a profile file that came from a store, or the comparison of two; `null` for any other file. */
  async open(file: string, base?: string): Promise<Result<SessionSource> | null> {
    if (path.dirname(file) !== this.#storeProfiles) return null;
    return (await this.#stores.load()).open(file, base);
  }

  /** Aborted when the client cancels, or the server ends. */
  #signalOf(token: CancellationToken): AbortSignal {
    const cancelled = new AbortController();
    token.onCancellationRequested(() => cancelled.abort());
    return AbortSignal.any([cancelled.signal, this.#ended.signal]);
  }

  /** Ends what goes on. */
  async dispose(): Promise<void> {
    this.#ended.abort();
    await this.#loaded?.settled();
  }
}
