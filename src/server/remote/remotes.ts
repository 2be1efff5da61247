/** Running servers and stores, as the Profiles view lists them. What does the work is loaded when it is first needed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CancellationToken } from 'vscode-languageserver';
import { lazily } from '../../base/lazily.ts';
import { fail, type Result } from '../../base/result.ts';
import {
  type BenchmarkAddress,
  type ProfileServerArgs,
  type ProfileStoreArgs,
  type RemotesParams,
  remotesMethod,
} from '../../protocol.ts';
import type { Services } from '../services/services.ts';
import type { SessionSource } from '../sessions/session.ts';
import type { LiveServers } from './live/servers.ts';
import { mayFetch, signalOf } from './shared/mayFetch.ts';
import type { RemoteContext } from './shared/remoteContext.ts';
import type { FunctionsOfFile } from './stores/benchmarkThis.ts';

export class Remotes {
  readonly #ended = new AbortController();
  #live: LiveServers | null = null;
  readonly #servers = lazily(async () => {
    const { LiveServers } = await import('./live/servers.ts');
    this.#live = new LiveServers(this.#contextOf('servers'));
    return this.#live;
  });
  readonly #stores = lazily(async () => {
    const { storesOnComputer } = await import('./stores/onComputer.ts');
    return storesOnComputer(this.#contextOf('stores'));
  });

  constructor(private readonly context: Services & Pick<RemoteContext, 'releases'>) {}

  #contextOf(kind: 'servers' | 'stores'): RemoteContext {
    const { folder, storage, background } = this.context;
    const profiles = path.join(storage.path, kind);
    return {
      ...this.context,
      folder: folder ?? storage.path,
      listFile: `${profiles}.json`,
      profiles,
      ended: this.#ended.signal,
      changed: () => background(() => this.publish()),
    };
  }

  /** Sends the list. Kinds without a file have no places, so nothing of them is loaded. */
  async publish(): Promise<void> {
    const kinds = { servers: this.#servers, stores: this.#stores };
    const owners = Object.entries(kinds).flatMap(([name, load]) =>
      existsSync(path.join(this.context.storage.path, `${name}.json`)) ? load() : [],
    );
    if (owners.length === 0) return;
    const params: RemotesParams = { items: (await Promise.all(owners)).flatMap(({ items }) => items) };
    this.context.messages.news(remotesMethod, params);
  }

  /** Opens what running servers have answered in earlier windows, and sends the list. */
  async restore(): Promise<void> {
    const { storage, isTrusted } = this.context;
    if (isTrusted() && existsSync(path.join(storage.path, 'servers.json')))
      await (await this.#servers()).restore();
    await this.publish();
  }

  /** Does what the Profiles view asks for. Answers the session that the lines show now; `null` if there is none. */
  async act(request: ProfileServerArgs, token: CancellationToken): Promise<string | null> {
    if (!mayFetch(this.context)) return null;
    const owner = await (request.id?.startsWith('store/') ? this.#stores() : this.#servers());
    return owner.act(request, signalOf(token, this.#ended.signal));
  }

  /** Answers the session that the lines show now; `null` if the user gave up, or a message says why. */
  async actOnStores({ action }: ProfileStoreArgs, token: CancellationToken): Promise<string | null> {
    const { messages, ask } = this.context;
    if (!mayFetch(this.context)) return null;
    if (ask.possible) return (await this.#stores())[action](signalOf(token, this.#ended.signal));
    const sentence =
      'This editor cannot ask which profile you want. Use “pprof-lens fetch --from=…” and open the file.';
    messages.problem(fail('cannot-ask', sentence).problem, 'error');
    return null;
  }

  /** See `chooseBenchmark` of `benchmarkThis.ts`. */
  async chooseBenchmark(asked: FunctionsOfFile): Promise<BenchmarkAddress | null> {
    const { chooseBenchmark } = await import('./stores/benchmarkThis.ts');
    return chooseBenchmark(asked, this.context);
  }

  /** Opens a profile file that came from a store, or the comparison of two; `null` for any other file. */
  async open(file: string, base?: string): Promise<Result<SessionSource> | null> {
    if (path.dirname(file) !== path.join(this.context.storage.path, 'stores')) return null;
    return (await this.#stores()).open(file, base);
  }

  async dispose(): Promise<void> {
    this.#ended.abort();
    await this.#live?.settled();
  }
}
