/** Running servers: the part of the language server that is loaded when the first one is asked or remembered. */
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver';
import type { ServerAction, ServerItem, ServerRequest } from '../../protocol.ts';
import type { Problem } from '../../result.ts';
import type { Session } from '../sessions/sessions.ts';
import { chooseProfile, profileLabel } from './chooseProfile.ts';
import { askServer, type ConnectedServer, connect, serverLabel } from './connecting.ts';
import type { ServersContext } from './context.ts';
import { editServer } from './editing.ts';
import { fetchWithProgress, removeFolder, showFetched } from './fetching.ts';
import { busyText, emptyNote, idleNote } from './notes.ts';
import type { PlaceOwner } from './places.ts';
import { type KnownServer, type LastFetch, Remembered } from './remembered.ts';
import { keepSecrets } from './secrets.ts';

/** What goes on at a server, and what came of it last. */
interface ServerState {
  readonly abort: AbortController | null;
  readonly isWatched: boolean;
  readonly text: string;
}

const idle: ServerState = { abort: null, isWatched: false, text: '' };

export class Servers implements PlaceOwner {
  readonly #context: ServersContext;
  readonly #remembered: Remembered;
  readonly #states = new Map<string, ServerState>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(context: ServersContext) {
    this.#context = context;
    this.#remembered = new Remembered(context.file);
  }

  get items(): readonly ServerItem[] {
    return this.#remembered.all.map((server) => {
      const { abort, isWatched, text } = this.#stateOf(server);
      const { last } = server;
      const description = text === '' && last !== undefined ? profileLabel(last.name) : text;
      return {
        id: server.id,
        kind: 'server',
        label: serverLabel(server),
        description,
        tooltip: [server.address, server.caFile ?? '', description].filter((line) => line !== '').join('\n'),
        state: abort === null ? 'idle' : isWatched ? 'watching' : 'busy',
      };
    });
  }

  async act({ action, id }: ServerRequest, token: CancellationToken): Promise<string | null> {
    const server =
      id === undefined ? await askServer(this.#context, this.#remembered) : this.#remembered.get(id);
    if (server === null || server === undefined) return null;
    const work = this.#do(action, server, token);
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  async #do(action: ServerAction, server: KnownServer, token: CancellationToken): Promise<string | null> {
    switch (action) {
      case 'fetch':
        return this.#busy(server, token, (signal) => this.#fetch(server, signal));
      case 'watch':
      case 'load':
        return null;
      case 'stop':
        this.#stateOf(server).abort?.abort();
        return null;
      case 'edit':
        await editServer(this.#context, this.#remembered, server);
        this.#context.changed();
        return null;
      case 'forget':
        await this.#forget(server);
        return null;
    }
  }

  /** Does something with a server, one thing at a time. */
  async #busy(
    server: KnownServer,
    token: CancellationToken,
    work: (signal: AbortSignal) => Promise<string | null>,
  ): Promise<string | null> {
    if (this.#stateOf(server).abort !== null) {
      this.#context.messages.tell(
        l10n.t('{0} is being profiled already. Stop that first.', serverLabel(server)),
        'info',
      );
      return null;
    }
    const abort = new AbortController();
    const listener = token.onCancellationRequested(() => abort.abort());
    this.#set(server, { abort });
    try {
      return await work(abort.signal);
    } catch (error) {
      // Our own storage cannot be written to.
      const template = 'The profile of {0} could not be kept: {1}';
      const args = [serverLabel(server), error instanceof Error ? error.message : String(error)];
      this.#context.messages.problem({ code: 'cannot-keep', template, args }, 'error');
      return null;
    } finally {
      listener.dispose();
      this.#set(server, { abort: null, isWatched: false });
    }
  }

  async #fetch(named: KnownServer, signal: AbortSignal): Promise<string | null> {
    const context = this.#context;
    const connected = await connect(context, this.#remembered, named, signal);
    const what = connected === null ? null : await chooseProfile(context.ask, connected, false);
    if (connected === null || what === null) return null;
    const fetched = await fetchWithProgress(context, connected, what, signal);
    await this.#used(connected, what);
    if (!fetched.ok) return this.#failed(fetched.problem);
    const session = showFetched(context, fetched.value, null);
    this.#told(connected, what, session);
    return session.id;
  }

  /** Remembers what was fetched. */
  async #used({ server }: ConnectedServer, last: LastFetch): Promise<void> {
    await this.#remembered.keep({ ...(this.#remembered.get(server.id) ?? server), last });
    this.#context.changed();
  }

  #failed(problem: Problem): null {
    const { messages } = this.#context;
    if (problem.code === 'trace') {
      const [file = ''] = problem.args;
      messages.tell(l10n.t('The trace is in {0}. go tool trace shows it.', file), 'info');
    } else if (problem.code !== 'cancelled') messages.problem(problem, 'error');
    return null;
  }

  /** Says what the profile itself does not. */
  #told({ server }: ConnectedServer, what: LastFetch, { profile }: Session): void {
    const label = serverLabel(server);
    const text = [profileLabel(what.name), busyText(profile)].filter((part) => part !== '').join(' · ');
    this.#set(server, { text });
    const note = idleNote(label, profile) ?? emptyNote(label, what.name, profile);
    if (note !== null) this.#context.messages.tell(note, 'info');
  }

  async #forget(server: KnownServer): Promise<void> {
    const { ask } = this.#context;
    this.#stateOf(server).abort?.abort();
    await keepSecrets(ask, server, {});
    await this.#remembered.forget(server.id);
    removeFolder(this.#context, server);
    this.#states.delete(server.id);
    this.#context.changed();
  }

  #stateOf({ id }: KnownServer): ServerState {
    return this.#states.get(id) ?? idle;
  }

  #set(server: KnownServer, change: Partial<ServerState>): void {
    this.#states.set(server.id, { ...this.#stateOf(server), ...change });
    this.#context.changed();
  }

  async dispose(): Promise<void> {
    for (const { abort } of this.#states.values()) abort?.abort();
    await Promise.allSettled([...this.#running]);
  }
}
