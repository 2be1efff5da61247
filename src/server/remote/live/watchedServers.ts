/** What was watched in this window, of all servers. */
import { fail } from '../../../base/result.ts';
import type { WatchReport } from '../../../base/watched.ts';
import { told } from '../shared/connecting.ts';
import { type ServersContext, serverLabel } from './connecting.ts';
import type { KeptServer } from './keptServers.ts';
import { removeMoments, showMoments } from './moments.ts';
import { Watched } from './watched.ts';

export class WatchedServers {
  /** By the ids of the servers. */
  readonly #watched = new Map<string, Watched>();

  constructor(private readonly context: ServersContext) {}

  /** `null` for a server that was not watched. */
  reportOf({ id }: KeptServer): WatchReport | null {
    return this.#watched.get(id)?.report ?? null;
  }

  /** A server is watched by profiles of this name: those of the same kind stay, to be compared with what comes. */
  begin({ id }: KeptServer, name: string): Watched {
    const before = this.#watched.get(id);
    if (before?.name === name) return before;
    if (before !== undefined) this.#removeFiles(before);
    const watched = new Watched(name);
    this.#watched.set(id, watched);
    return watched;
  }

  /** See `showMoments`. Answers the session; `null` if there is none, which a message says. */
  async show(server: KeptServer, moments: readonly string[]): Promise<string | null> {
    const watched = this.#watched.get(server.id);
    const shown =
      watched === undefined
        ? fail('not-watched', '{0} was not watched in this window.', [serverLabel(server)])
        : await showMoments(this.context, server, watched, moments);
    return shown.ok ? shown.value.id : told(this.context.messages, shown.problem);
  }

  /** Its folder is deleted with all that is in it. */
  forget({ id }: KeptServer): void {
    this.#watched.delete(id);
  }

  /** The window is closed. What it shows at the end may be opened again. */
  end(): void {
    for (const watched of this.#watched.values()) this.#removeFiles(watched);
  }

  #removeFiles({ moments }: Watched): void {
    const { files } = this.context.sessions;
    const own = moments.map(({ file }) => file);
    removeMoments(
      this.context,
      own.filter((file) => !files.has(file)),
    );
  }
}
