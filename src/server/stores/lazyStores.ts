/** The stores, loaded when the user first asks for one or opens a profile from one. */
import path from 'node:path';
import type { CancellationToken } from 'vscode-languageserver';
import { lazily } from '../../lazily.ts';
import type { BenchmarkAddress, ProfileStoreArgs } from '../../protocol.ts';
import { fail, type Result } from '../../result.ts';
import type { Storage } from '../client/storage.ts';
import type { PlaceKind } from '../servers/places.ts';
import type { SessionSource } from '../sessions/session.ts';
import type { BenchmarkThisContext, FunctionsOfFile } from './benchmarkThis.ts';
import type { Stores, StoresContext } from './stores.ts';

export interface LazyStoresContext
  extends Omit<StoresContext, 'folder' | 'listFile' | 'profiles' | 'changed'> {
  readonly storage: Storage;
  /** The first workspace folder, if there is one. */
  readonly folder: string | null;
}

export class LazyStores {
  readonly #context: LazyStoresContext;
  readonly #profiles: string;
  readonly #ended = new AbortController();
  /** What is loaded. */
  readonly stores: () => Promise<Stores>;
  /** Called when the list of stores has changed. */
  onChange: (() => void) | null = null;

  constructor(context: LazyStoresContext) {
    this.#context = context;
    this.#profiles = path.join(context.storage.path, 'stores');
    this.stores = lazily(() => this.#load());
  }

  /** The file of the remembered stores: if there is none, there are no stores. */
  get listFile(): string {
    return path.join(this.#context.storage.path, 'stores.json');
  }

  async #load(): Promise<Stores> {
    const { Stores } = await import('./stores.ts');
    const { storage, folder, ...shared } = this.#context;
    return new Stores({
      ...shared,
      folder: folder ?? storage.path,
      listFile: this.listFile,
      profiles: this.#profiles,
      changed: () => this.onChange?.(),
    });
  }

  /** Stores among the places of the Profiles view. */
  get kind(): PlaceKind {
    return {
      prefix: 'store/',
      file: this.listFile,
      load: async (changed) => {
        this.onChange = changed;
        const stores = await this.stores();
        return {
          get items() {
            return stores.items;
          },
          act: (request, token) => stores.act(request, this.signalOf(token)),
          dispose: async () => this.dispose(),
        };
      },
    };
  }

  /** Answers the session that the lines show now; `null` if the user gave up, or a message says why. */
  async act({ action }: ProfileStoreArgs, token: CancellationToken): Promise<string | null> {
    const { isTrusted, messages, ask } = this.#context;
    if (!isTrusted()) {
      const sentence = 'Nothing is fetched in a workspace that is not trusted. Trust it, and try again.';
      messages.problem(fail('untrusted', sentence).problem, 'error');
      return null;
    }
    if (!ask.possible) {
      const sentence =
        'This editor cannot ask which profile you want. Use “pprof-lens fetch --from=…” and open the file.';
      messages.problem(fail('cannot-ask', sentence).problem, 'error');
      return null;
    }
    const stores = await this.stores();
    const signal = this.signalOf(token);
    switch (action) {
      case 'connect':
        return stores.connect(signal);
      case 'fetch':
        return stores.fetch(signal);
      case 'compare':
        return stores.compare(signal);
      case 'perRequest':
        return stores.perRequest(signal);
    }
  }

  /** See `Stores.chooseBenchmark`. */
  async chooseBenchmark(
    asked: FunctionsOfFile,
    known: Pick<BenchmarkThisContext, 'scanner' | 'results'>,
  ): Promise<BenchmarkAddress | null> {
    return (await this.stores()).chooseBenchmark(asked, known);
  }

  /** Aborted when the client cancels, or the server ends. */
  signalOf(token: CancellationToken): AbortSignal {
    const cancelled = new AbortController();
    token.onCancellationRequested(() => cancelled.abort());
    return AbortSignal.any([cancelled.signal, this.#ended.signal]);
  }

  /** Opens a profile file that came from a store, or the comparison of two; `null` for any other file. */
  async open(file: string, base?: string): Promise<Result<SessionSource> | null> {
    if (path.dirname(file) !== this.#profiles) return null;
    return (await this.stores()).open(file, base);
  }

  dispose(): void {
    this.#ended.abort();
  }
}
