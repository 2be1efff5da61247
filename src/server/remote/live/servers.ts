/** Running servers: the part of the language server that is loaded when the first one is asked or remembered. */
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../../analysis/values/profileFacts.ts';
import type { Problem } from '../../../base/result.ts';
import { busyText } from '../../../go/load/loadText.ts';
import type { ProfileServerArgs, RemoteItem } from '../../../protocol.ts';
import type { Session } from '../../sessions/session.ts';
import { forgetSecrets } from '../shared/access.ts';
import { told } from '../shared/connecting.ts';
import { chooseProfile, profileLabel } from './chooseProfile.ts';
import {
  askServer,
  askWhich,
  type ConnectedServer,
  connect,
  editServer,
  type ServersContext,
  serverLabel,
} from './connecting.ts';
import { fetchWithProgress, removeFolder, showFetched } from './fetching.ts';
import { type KeptServer, KeptServers, type LastFetch } from './keptServers.ts';
import { askLoad, fetchUnderLoad, loadNote } from './loading.ts';
import { emptyNote, idleNote } from './notes.ts';
import { Watching } from './watching.ts';

/** What goes on at a server, and what came of it last. */
interface ServerState {
  readonly abort: AbortController | null;
  readonly isWatched: boolean;
  readonly text: string;
  /** What was said of the last profile. */
  readonly note: string;
}

const idle: ServerState = { abort: null, isWatched: false, text: '', note: '' };

/** What a user does with running servers. */
export class LiveServers {
  readonly #context: ServersContext;
  readonly #kept: KeptServers;
  readonly #states = new Map<string, ServerState>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(context: ServersContext) {
    this.#context = context;
    this.#kept = new KeptServers(context.listFile);
  }

  get items(): readonly RemoteItem[] {
    return this.#kept.all.map((server) => {
      const { abort, isWatched, text, note } = this.#stateOf(server);
      const { last } = server;
      const description = text === '' && last !== undefined ? profileLabel(last.name) : text;
      return {
        id: server.id,
        kind: 'server',
        label: serverLabel(server),
        description,
        tooltip: [server.address, server.caFile ?? '', description, note]
          .filter((line) => line !== '')
          .join('\n'),
        state: abort === null ? 'idle' : isWatched ? 'watching' : 'busy',
      };
    });
  }

  /** Does what is asked. Answers the session that the lines show now; `null` if there is none. */
  async act({ action, id }: ProfileServerArgs, signal: AbortSignal): Promise<string | null> {
    const server = id === undefined ? await this.#named(action) : this.#kept.get(id);
    if (server === null || server === undefined) return null;
    const work = this.#do(action, server, signal);
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** The server that the user means. Only one that is kept can be changed, and only one that is busy be stopped. */
  async #named(action: ProfileServerArgs['action']): Promise<KeptServer | null> {
    const { ask, messages } = this.#context;
    if (action === 'fetch' || action === 'watch' || action === 'load')
      return askServer(this.#context, this.#kept);
    const isStop = action === 'stop';
    const servers = this.#kept.all.filter((server) => !isStop || this.#stateOf(server).abort !== null);
    const [first, second] = servers;
    if (first === undefined) {
      messages.tell(
        isStop ? l10n.t('No server is being profiled.') : l10n.t('No server is remembered.'),
        'info',
      );
      return null;
    }
    return isStop && second === undefined ? first : askWhich(ask, servers);
  }

  async #do(
    action: ProfileServerArgs['action'],
    server: KeptServer,
    signal: AbortSignal,
  ): Promise<string | null> {
    switch (action) {
      case 'fetch':
        return this.#busy(server, signal, (during) => this.#fetch(server, during));
      case 'load':
        return this.#busy(server, signal, (during) => this.#load(server, during));
      case 'watch':
        return this.#startWatching(server, signal);
      case 'stop':
        this.#stateOf(server).abort?.abort();
        return null;
      case 'edit':
        await editServer(this.#context, this.#kept, server);
        this.#context.changed();
        return null;
      case 'forget':
        await this.#forget(server);
        return null;
    }
  }

  /** Does something with a server, one thing at a time. */
  async #busy(
    server: KeptServer,
    signal: AbortSignal,
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
    this.#set(server, { abort });
    try {
      return await work(AbortSignal.any([abort.signal, signal]));
    } catch (error) {
      // Our own storage cannot be written to.
      const template = 'The profile of {0} could not be kept: {1}';
      const args = [serverLabel(server), error instanceof Error ? error.message : String(error)];
      this.#context.messages.problem({ code: 'cannot-keep', template, args }, 'error');
      return null;
    } finally {
      this.#set(server, { abort: null, isWatched: false });
    }
  }

  async #fetch(named: KeptServer, signal: AbortSignal): Promise<string | null> {
    const context = this.#context;
    const connected = await connect(context, this.#kept, named, signal);
    const what = connected === null ? null : await chooseProfile(context.ask, connected, 'fetch');
    if (connected === null || what === null) return null;
    const fetched = await fetchWithProgress(context, connected, what, signal);
    await this.#used(connected, what);
    if (!fetched.ok) return this.#failed(fetched.problem);
    const session = showFetched(context, fetched.value, null);
    this.#told(connected, what, session);
    return session.id;
  }

  async #load(named: KeptServer, signal: AbortSignal): Promise<string | null> {
    const context = this.#context;
    const connected = await connect(context, this.#kept, named, signal);
    const what = connected === null ? null : await chooseProfile(context.ask, connected, 'load');
    if (connected === null || what === null) return null;
    const chosen = await askLoad(context, connected, what.seconds ?? 1);
    if (chosen === null) return null;
    const done = await fetchUnderLoad(context, connected, what, chosen, signal);
    await this.#used(connected, what, chosen.written);
    if (!done.ok) return this.#failed(done.problem);
    const { fetched, load } = done.value;
    const rate =
      load === null || load.completed === 0 ? null : { unit: 'request' as const, count: load.completed };
    const session = showFetched(context, fetched, rate);
    const busy = busyText(cpuShareOfWallTime(session.profile));
    const note = loadNote(connected, busy, load);
    const each =
      load === null ? busy : l10n.t('{0} requests/s', Number((load.completed / load.seconds).toPrecision(3)));
    this.#set(connected.server, {
      text: [profileLabel(what.name), each].filter((part) => part !== '').join(' · '),
      note,
    });
    context.messages.output(`${note}\n`);
    context.messages.tell(note, 'info');
    return session.id;
  }

  /** Answers when the first profile is there. Then it goes on until it is stopped. */
  #startWatching(server: KeptServer, signal: AbortSignal): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const work = this.#busy(server, signal, (during) => this.#watch(server, during, resolve));
      this.#running.add(work);
      this.#context.background(async () => {
        try {
          resolve(await work);
        } catch (error) {
          reject(error);
          // After the first profile nobody waits any more.
          throw error;
        } finally {
          this.#running.delete(work);
        }
      });
    });
  }

  /** @param shown is called with the session of each profile */
  async #watch(named: KeptServer, signal: AbortSignal, shown: (sessionId: string) => void): Promise<null> {
    const context = this.#context;
    const connected = await connect(context, this.#kept, named, signal);
    const what = connected === null ? null : await chooseProfile(context.ask, connected, 'watch');
    if (connected === null || what === null) return null;
    await this.#used(connected, what);
    const { server } = connected;
    const { text: before } = this.#stateOf(server);
    let isFirst = true;
    this.#set(server, {
      isWatched: true,
      text: l10n.t('{0}: waiting for the first profile', profileLabel(what.name)),
    });
    const ended = await new Watching(context, connected, what).run(signal, {
      shown: ({ id }, text) => {
        isFirst = false;
        this.#set(server, { text });
        shown(id);
      },
      waits: (text) => this.#set(server, { text }),
    });
    if (isFirst) this.#set(server, { text: before });
    return ended.ok ? null : this.#failed(ended.problem);
  }

  /** Keeps what was fetched last. */
  async #used({ server }: ConnectedServer, last: LastFetch, more: Partial<KeptServer> = {}): Promise<void> {
    await this.#kept.keep({ ...(this.#kept.get(server.id) ?? server), ...more, last });
    this.#context.changed();
  }

  #failed(problem: Problem): null {
    const { messages } = this.#context;
    if (problem.code !== 'trace') return told(messages, problem);
    const [file = ''] = problem.args;
    messages.tell(l10n.t('The trace is in {0}. go tool trace shows it.', file), 'info');
    return null;
  }

  /** Says what the profile itself does not. */
  #told({ server }: ConnectedServer, what: LastFetch, { profile }: Session): void {
    const label = serverLabel(server);
    const text = [profileLabel(what.name), busyText(cpuShareOfWallTime(profile))]
      .filter((part) => part !== '')
      .join(' · ');
    const note = idleNote(label, profile) ?? emptyNote(label, what.name, profile);
    this.#set(server, { text, note: note ?? '' });
    if (note !== null) this.#tell(server, note, what.name === 'profile');
  }

  /** @param isIdle requests would help */
  #tell(server: KeptServer, note: string, isIdle: boolean): void {
    const { messages, ended } = this.#context;
    if (!isIdle) {
      messages.tell(note, 'info');
      return;
    }
    const load = () => this.act({ action: 'load', id: server.id }, ended);
    messages.offer(note, [{ title: l10n.t('Send Requests…'), run: load }]);
  }

  async #forget(server: KeptServer): Promise<void> {
    const { ask } = this.#context;
    this.#stateOf(server).abort?.abort();
    await forgetSecrets(ask, server);
    await this.#kept.forget(server.id);
    removeFolder(this.#context, server);
    this.#states.delete(server.id);
    this.#context.changed();
  }

  #stateOf({ id }: KeptServer): ServerState {
    return this.#states.get(id) ?? idle;
  }

  #set(server: KeptServer, change: Partial<ServerState>): void {
    this.#states.set(server.id, { ...this.#stateOf(server), ...change });
    this.#context.changed();
  }

  /** Answers when nothing goes on any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
