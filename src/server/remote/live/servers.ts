/** Running servers: the part of the language server that is loaded when the first one is asked or remembered. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { errorText, type Problem } from '../../../base/result.ts';
import type { LoadOutcome } from '../../../go/load/loadOutcome.ts';
import { memoryText } from '../../../go/results/memoryText.ts';
import type { ProfileServerArgs, RemoteItem } from '../../../protocol.ts';
import type { Session } from '../../sessions/session.ts';
import { forgetSecrets } from '../shared/access.ts';
import { told } from '../shared/connecting.ts';
import type { RemoteContext } from '../shared/remoteContext.ts';
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
import { openFetched, removeFolder } from './fetching.ts';
import { type KeptServer, KeptServers, type LastFetch } from './keptServers.ts';
import { askLoad, fetchWithProgress } from './loading.ts';
import { profileNews } from './notes.ts';
import { WatchedServers } from './watchedServers.ts';
import { Watching } from './watching.ts';

/** What goes on at a server, and what came of it last. */
interface ServerState {
  readonly abort: AbortController | null;
  readonly isWatched: boolean;
  readonly text: string;
  /** What was said of the last profile. */
  readonly note: string;
  /** What the machine sees of its memory. */
  readonly memory: string;
}

const idle: ServerState = { abort: null, isWatched: false, text: '', note: '', memory: '' };

/** What a user does with running servers. */
export class LiveServers {
  readonly #states = new Map<string, ServerState>();
  readonly #running = new Set<Promise<unknown>>();

  readonly #context: ServersContext;
  readonly #watched: WatchedServers;

  constructor(context: RemoteContext) {
    this.#context = { ...context, kept: new KeptServers(context.listFile) };
    this.#watched = new WatchedServers(this.#context);
  }

  get items(): readonly RemoteItem[] {
    return this.#context.kept.all.map((server) => {
      const { abort, isWatched, text, note, memory } = this.#stateOf(server);
      const { last } = server;
      const watch = this.#watched.reportOf(server);
      const description = text === '' && last !== undefined ? profileLabel(last.name) : text;
      return {
        id: server.id,
        kind: 'server',
        label: serverLabel(server),
        description,
        tooltip: [server.address, server.caFile ?? '', description, note, memory]
          .filter((line) => line !== '')
          .join('\n'),
        state: abort === null ? 'idle' : isWatched ? 'watching' : 'busy',
        ...(watch === null ? {} : { watch }),
      };
    });
  }

  /** Does what is asked. Answers the session that the lines show now; `null` if there is none. */
  async act({ action, id, moments = [] }: ProfileServerArgs, signal: AbortSignal): Promise<string | null> {
    const server = id === undefined ? await this.#named(action) : this.#context.kept.get(id);
    if (server === null || server === undefined) return null;
    const work = action === 'show' ? this.#watched.show(server, moments) : this.#do(action, server, signal);
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** The server that the user means. Only one that is kept can be changed, and only one that is busy be stopped. */
  async #named(action: ProfileServerArgs['action']): Promise<KeptServer | null> {
    const { messages } = this.#context;
    if (action === 'fetch' || action === 'watch' || action === 'load') return askServer(this.#context);
    const isStop = action === 'stop';
    const servers = this.#context.kept.all.filter(
      (server) => !isStop || this.#stateOf(server).abort !== null,
    );
    const [first, second] = servers;
    if (first === undefined) {
      messages.tell(
        isStop ? l10n.t('No server is being profiled.') : l10n.t('No server is remembered.'),
        'info',
      );
      return null;
    }
    return isStop && second === undefined ? first : askWhich(this.#context, servers);
  }

  async #do(
    action: Exclude<ProfileServerArgs['action'], 'show'>,
    server: KeptServer,
    signal: AbortSignal,
  ): Promise<string | null> {
    switch (action) {
      case 'fetch':
      case 'load':
        return this.#busy(server, signal, (during) => this.#fetch(server, action, during));
      case 'watch':
        return this.#startWatching(server, signal);
      case 'stop':
        this.#stateOf(server).abort?.abort();
        return null;
      case 'edit':
        await editServer(this.#context, server);
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
    this.#set(server, { abort, memory: '' });
    try {
      return await work(AbortSignal.any([abort.signal, signal]));
    } catch (error) {
      // Our own storage cannot be written to.
      const template = 'The profile of {0} could not be kept: {1}';
      const args = [serverLabel(server), errorText(error)];
      this.#context.messages.problem({ code: 'cannot-keep', template, args }, 'error');
      return null;
    } finally {
      this.#set(server, { abort: null, isWatched: false });
    }
  }

  /** Connects to a server, and lets the user choose a profile. `null`: given up, or a message says why. */
  async #chosen(
    named: KeptServer,
    mode: 'fetch' | 'load' | 'watch',
    signal: AbortSignal,
  ): Promise<{ readonly connected: ConnectedServer; readonly what: LastFetch } | null> {
    const connected = await connect(this.#context, named, signal);
    const what = connected === null ? null : await chooseProfile(this.#context.ask, connected, mode);
    return connected === null || what === null ? null : { connected, what };
  }

  async #fetch(named: KeptServer, mode: 'fetch' | 'load', signal: AbortSignal): Promise<string | null> {
    const context = this.#context;
    const chosen = await this.#chosen(named, mode, signal);
    if (chosen === null) return null;
    const { connected, what } = chosen;
    const load = mode === 'load' ? await askLoad(context, connected, what.seconds ?? 1) : null;
    if (mode === 'load' && load === null) return null;
    const fetched = await fetchWithProgress(context, connected, what, load, signal);
    await this.#used(connected, what, load?.written);
    if (!fetched.ok) return this.#failed(fetched.problem);
    const { profile, load: sent, memory } = fetched.value;
    const answered = sent?.completed ?? 0;
    const rate =
      sent === null || answered === 0
        ? {}
        : { operations: answered, perUnit: 'request' as const, latencies: sent.latencies };
    const session = context.sessions.addFile({ ...profile, ...rate });
    context.sessions.show({ sessionId: session.id, sampleType: session.defaultSampleType });
    this.#told(connected, what, session, load === null ? undefined : sent);
    const seen = memoryText(memory, null, 'request');
    if (seen !== '') this.#set(connected.server, { memory: l10n.t('Memory: {0}', seen) });
    await this.#keep(connected.server, session);
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
    const chosen = await this.#chosen(named, 'watch', signal);
    if (chosen === null) return null;
    const { connected, what } = chosen;
    await this.#used(connected, what);
    const { server } = connected;
    const { text: before } = this.#stateOf(server);
    let last: Session | null = null;
    this.#set(server, {
      isWatched: true,
      text: l10n.t('{0}: waiting for the first profile', profileLabel(what.name)),
    });
    const ended = await new Watching(
      this.#context,
      connected,
      what,
      this.#watched.begin(server, what.name),
    ).run(signal, {
      shown: (session, text) => {
        last = session;
        this.#set(server, { text });
        shown(session.id);
      },
      waits: (text) => this.#set(server, { text }),
    });
    if (last === null) this.#set(server, { text: before });
    else await this.#keep(server, last);
    return ended.ok ? null : this.#failed(ended.problem);
  }

  /** Keeps what was fetched last. */
  async #used({ server }: ConnectedServer, last: LastFetch, more: Partial<KeptServer> = {}): Promise<void> {
    await this.#context.kept.keep({ ...(this.#context.kept.get(server.id) ?? server), ...more, last });
    this.#context.changed();
  }

  /** Keeps what came of it, for the next window. */
  async #keep(server: KeptServer, { profilePath, title, operations, perUnit }: Session): Promise<void> {
    const { kept } = this.#context;
    const { text, note } = this.#stateOf(server);
    const rate = operations === null || perUnit === undefined ? {} : { operations, perUnit };
    const result = { file: path.basename(profilePath), title, text, note, ...rate };
    const known = kept.get(server.id);
    // It may have been forgotten while it was watched.
    if (known !== undefined) await kept.keep({ ...known, result });
  }

  /** Opens the last profile of each server, of earlier windows. */
  async restore(): Promise<void> {
    const { kept, sessions } = this.#context;
    for (const server of kept.all) {
      if (server.result === undefined) continue;
      const { file, title, text, note, ...rate } = server.result;
      const opened = await openFetched(this.#context, server, file);
      // Meanwhile another one may have come.
      if (!opened.ok || this.#states.has(server.id)) continue;
      sessions.addFile({ ...opened.value, title, ...rate });
      this.#set(server, { text, note });
    }
  }

  #failed(problem: Problem): null {
    const { messages } = this.#context;
    if (problem.code !== 'trace') return told(messages, problem);
    const [file = ''] = problem.args;
    messages.tell(l10n.t('The trace is in {0}. go tool trace shows it.', file), 'info');
    return null;
  }

  /** Says what the profile itself does not. @param load as in `profileNews` */
  #told(
    connected: ConnectedServer,
    what: LastFetch,
    { profile }: Session,
    load: LoadOutcome | null | undefined,
  ): void {
    const { server } = connected;
    const { messages, ended } = this.#context;
    const { text, note } = profileNews(connected, what.name, profile, load);
    this.#set(server, { text, note: note ?? '' });
    if (note === null) return;
    if (load !== undefined) messages.output(`${note}\n`);
    if (load !== undefined || what.name !== 'profile') messages.tell(note, 'info');
    else {
      const run = () => this.act({ action: 'load', id: server.id }, ended);
      messages.offer(note, [{ title: l10n.t('Send Requests…'), run }]);
    }
  }

  async #forget(server: KeptServer): Promise<void> {
    const { ask } = this.#context;
    this.#stateOf(server).abort?.abort();
    await forgetSecrets(ask, server);
    await this.#context.kept.forget(server.id);
    removeFolder(this.#context, server);
    this.#states.delete(server.id);
    this.#watched.forget(server);
    this.#context.changed();
  }

  #stateOf({ id }: KeptServer): ServerState {
    return this.#states.get(id) ?? idle;
  }

  #set(server: KeptServer, change: Partial<ServerState>): void {
    this.#states.set(server.id, { ...this.#stateOf(server), ...change });
    this.#context.changed();
  }

  /** Answers when nothing goes on any more. What was watched goes with the window. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
    this.#watched.end();
  }
}
