/** The places that profiles are fetched from, as the Profiles view lists them, and what the user does with them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { orForget } from '../../lazily.ts';
import {
  type ProfileServerArgs,
  type RemoteItem,
  type RemotesParams,
  remotesMethod,
} from '../../protocol.ts';
import { fail } from '../../result.ts';
import type { Background } from '../client/background.ts';
import type { Messages } from '../client/messages.ts';

/** The places of one kind. */
export interface PlaceOwner {
  /** Those that are remembered, the one used last first. */
  readonly items: readonly RemoteItem[];
  /** Does what is asked. Answers the session that the lines show now; `null` if there is none. */
  act(request: ProfileServerArgs, token: CancellationToken): Promise<string | null>;
  /** Ends what goes on. */
  dispose(): Promise<void>;
}

/** How the owner of one kind is made when it is first needed. */
export interface PlaceKind {
  /** What the ids of its items begin with. */
  readonly prefix: string;
  /** The file that it remembers its places in: if there is none, it need not be asked for them. */
  readonly file: string;
  load(changed: () => void): Promise<PlaceOwner>;
}

export interface PlacesContext {
  readonly connection: Connection;
  readonly background: Background;
  readonly messages: Messages;
  readonly isTrusted: () => boolean;
}

/** Owns the list of all places. The first kind is the one that a request without an item is for. */
export class Places {
  readonly #context: PlacesContext;
  readonly #kinds: readonly PlaceKind[];
  readonly #owners = new Map<PlaceKind, Promise<PlaceOwner>>();

  constructor(context: PlacesContext, kinds: readonly PlaceKind[]) {
    this.#context = context;
    this.#kinds = kinds;
  }

  /** Sends what is remembered, if there is anything. */
  async publish(): Promise<void> {
    const used = this.#kinds.filter((kind) => this.#owners.has(kind) || existsSync(kind.file));
    if (used.length === 0) return;
    const owners = await Promise.all(used.map((kind) => this.#owner(kind)));
    const params: RemotesParams = { items: owners.flatMap(({ items }) => items) };
    await this.#context.connection.sendNotification(remotesMethod, params);
  }

  async act(request: ProfileServerArgs, token: CancellationToken): Promise<string | null> {
    const { messages, isTrusted } = this.#context;
    if (!isTrusted()) {
      const sentence = 'Nothing is fetched in a workspace that is not trusted. Trust it, and try again.';
      messages.problem(fail('untrusted', sentence).problem, 'error');
      return null;
    }
    const kind = this.#kinds.find(({ prefix }) => request.id === undefined || request.id.startsWith(prefix));
    return kind === undefined ? null : (await this.#owner(kind)).act(request, token);
  }

  #owner(kind: PlaceKind): Promise<PlaceOwner> {
    const known = this.#owners.get(kind);
    if (known !== undefined) return known;
    const changed = () => this.#context.background(() => this.publish());
    const loading = orForget(kind.load(changed), () => this.#owners.delete(kind));
    this.#owners.set(kind, loading);
    return loading;
  }

  async dispose(): Promise<void> {
    // One that cannot be loaded has nothing that goes on, and who has asked for it hears why.
    const loaded = [...this.#owners.values()].map((owner) => owner.catch(() => null));
    await Promise.all(loaded.map(async (owner) => (await owner)?.dispose()));
  }
}

/** Where the places of a kind are remembered. */
export function placesFile(storagePath: string, name: string): string {
  return path.join(storagePath, `${name}.json`);
}
