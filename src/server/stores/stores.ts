/** The stores of production profiles: asks the user for what to fetch, and opens it as a session. Loaded when first needed. */
import * as l10n from '@vscode/l10n';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { storeProfile } from '../../go/stores/storeProfile.ts';
import type { BenchmarkAddress, ProfileServerArgs, RemoteItem } from '../../protocol.ts';
import { fail, ok, type Result } from '../../result.ts';
import type { Ask } from '../client/ask.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { Session, SessionSource } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { type BenchmarkThisContext, chooseBenchmark, type FunctionsOfFile } from './benchmarkThis.ts';
import { chooseBase } from './chooseBase.ts';
import { type Chosen, chooseQuery } from './chooseQuery.ts';
import { chooseStore, storeLabel } from './chooseStore.ts';
import { askAddress, type ConnectedStore, connect } from './connectStore.ts';
import { askRequests, offerProgram } from './moreKnown.ts';
import { againstSource, openStored } from './openStored.ts';
import { type KnownStore, RememberedStores } from './rememberedStores.ts';
import { baseSession, pruneComparisons } from './storedComparison.ts';
import {
  copyStored,
  isStored,
  knownStored,
  type Provenance,
  readStored,
  writeStored,
} from './storedProfile.ts';

export interface StoresContext {
  readonly ask: Ask;
  readonly messages: Messages;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly files: NamedFiles;
  readonly isTrusted: () => boolean;
  /** The first workspace folder. */
  readonly folder: string;
  /** The file of the remembered stores. */
  readonly listFile: string;
  /** Where profiles are kept. */
  readonly profiles: string;
  /** The list of stores has changed. */
  readonly changed: () => void;
}

/** What a user does with stores. All answer the session that the lines show now; `null` if the user gave up or it failed. */
export class Stores {
  readonly #context: StoresContext;
  readonly #remembered: RememberedStores;

  constructor(context: StoresContext) {
    this.#context = context;
    this.#remembered = new RememberedStores(context.listFile);
  }

  /** For the Profiles view. */
  get items(): readonly RemoteItem[] {
    return this.#remembered.all.map((store) => ({
      id: store.id,
      kind: 'store',
      label: storeLabel(store),
      description: store.last?.selector ?? '',
      tooltip: [store.address, store.last?.selector ?? ''].filter((line) => line !== '').join('\n'),
      state: 'idle',
    }));
  }

  /** Does what the Profiles view asks for. */
  async act({ action, id }: ProfileServerArgs, signal: AbortSignal): Promise<string | null> {
    if (id === undefined) return null;
    if (action === 'fetch') return this.fetch(id, signal);
    if (action === 'edit') return this.edit(id, signal);
    return action === 'forget' ? this.forget(id) : null;
  }

  /** Asks for the address of a new store, and for what to fetch from it. */
  async connect(signal: AbortSignal, title = l10n.t('Connect to a Store')): Promise<string | null> {
    const named = await askAddress(this.#context, this.#remembered, { title }, signal);
    if (named === null) return null;
    this.#context.changed();
    return this.#fetch(named, signal);
  }

  /** Asks which profile, and opens it. @param id of the store; if missing, the user chooses one */
  async fetch(id: string | undefined, signal: AbortSignal): Promise<string | null> {
    const store =
      id === undefined
        ? await chooseStore(this.#context.ask, this.#remembered.all)
        : (this.#remembered.get(id) ?? null);
    if (store === 'new') return this.connect(signal, l10n.t('Profile from Store'));
    if (store === null) return null;
    const connected = await connect(this.#context, this.#remembered, store, signal);
    return connected === null ? null : this.#fetch(connected, signal);
  }

  async edit(id: string, signal: AbortSignal): Promise<string | null> {
    const store = this.#remembered.get(id);
    if (store === undefined) return null;
    const named = await askAddress(
      this.#context,
      this.#remembered,
      { title: l10n.t('Edit Store'), former: store },
      signal,
    );
    this.#context.changed();
    return named === null ? null : this.#fetch(named, signal);
  }

  async forget(id: string): Promise<null> {
    await this.#context.ask.keepSecret(id, null);
    await this.#remembered.forget(id);
    this.#context.changed();
    return null;
  }

  /** Compares the profile of production that the lines show with another time or version of the same service. */
  async compare(signal: AbortSignal): Promise<string | null> {
    const from = this.#shown();
    const shown = this.#context.sessions.activeSession;
    const known = from === null ? null : this.#storeOf(from);
    if (from === null || shown === null || known === null) return null;
    const connected = await connect(this.#context, this.#remembered, known, signal);
    if (connected === null) return null;
    const base = await chooseBase(this.#context, connected, from, signal);
    return base === null ? null : this.#openAgainst(connected, shown, from, base, signal);
  }

  /** Shows the profile of production that the lines show with costs per request: the user knows how many there were. */
  async perRequest(signal: AbortSignal): Promise<string | null> {
    const { sessions } = this.#context;
    const from = this.#shown();
    if (from === null) return null;
    const connected = async () => {
      const store = this.#storeOf(from);
      return store === null ? null : connect(this.#context, this.#remembered, store, signal);
    };
    const requests = await askRequests(this.#context, from, connected, signal);
    const file = sessions.activeSession?.profilePath;
    if (requests === null || file === undefined) return null;
    return this.#openAgain(file, { ...from, requests }, signal);
  }

  /** The same profile, of which more is known now. */
  async #openAgain(file: string, from: Provenance, signal?: AbortSignal): Promise<string | null> {
    const { profiles, sessions, messages } = this.#context;
    const place = await this.#place(signal);
    const opened = await openStored(await copyStored(profiles, file, from, sessions.files), from, place);
    if (!opened.ok) return this.#failed(opened);
    for (const problem of opened.value.problems) messages.problem(problem, 'warning');
    return this.#show(sessions.addFile(opened.value.source));
  }

  /** What the shown profile is of; `null`, with a message, if it is of no store. */
  #shown(): Provenance | null {
    const { sessions, messages, profiles } = this.#context;
    const shown = sessions.activeSession;
    const from = shown === null ? null : readStored(profiles, shown.profilePath);
    if (from === null) {
      const sentence = 'The lines show no profile from a store. Use “Profile from Store…” first.';
      messages.problem(fail('not-production', sentence).problem, 'warning');
    }
    return from;
  }

  #storeOf({ storeId }: Provenance): KnownStore | null {
    const known = this.#remembered.get(storeId);
    if (known !== undefined) return known;
    const sentence = 'The store of this profile is forgotten. Connect to it again.';
    this.#context.messages.problem(fail('store-forgotten', sentence).problem, 'error');
    return null;
  }

  /** Lets the user choose one of the benchmarks that reach some functions. `null`: given up, or a message says why not. */
  async chooseBenchmark(
    asked: FunctionsOfFile,
    known: Pick<BenchmarkThisContext, 'scanner' | 'results'>,
  ): Promise<BenchmarkAddress | null> {
    const { ask, messages, settings } = this.#context;
    const { maxProfileBytes: maxBytes } = (await settings.general()).lens;
    const { activeSession } = this.#context.sessions;
    const production = activeSession?.production === undefined ? null : activeSession.profile;
    return chooseBenchmark(asked, { ...known, production, ask, messages, maxBytes });
  }

  /**
   * Opens the profile in a file of ours, or the comparison of two; `null` if a file is none. Problems: `not-known`, and those
   * of `openStored`.
   */
  async open(file: string, base?: string): Promise<Result<SessionSource> | null> {
    const { profiles, sessions } = this.#context;
    if (base === undefined) {
      const known = readStored(profiles, file);
      return known === null ? null : this.#openKnown(file, known);
    }
    // Against a file of the user it is a difference like any other.
    if (!isStored(profiles, file) || !isStored(profiles, base)) return null;
    const [from, fromBase] = [knownStored(profiles, file), knownStored(profiles, base)];
    if (!from.ok) return from;
    if (!fromBase.ok) return fromBase;
    const opened = await this.#openKnown(file, from.value);
    const against = opened.ok ? await this.#openKnown(base, fromBase.value) : opened;
    if (!opened.ok || !against.ok) return against;
    return ok(againstSource(opened.value, from.value, baseSession(sessions, against.value), fromBase.value));
  }

  async #openKnown(file: string, from: Provenance): Promise<Result<SessionSource>> {
    const opened = await openStored(file, from, await this.#place());
    if (!opened.ok) return opened;
    for (const problem of opened.value.problems) this.#context.messages.logProblem(problem);
    return ok(opened.value.source);
  }

  async #place(signal?: AbortSignal) {
    const { settings, folder, isTrusted, files } = this.#context;
    return {
      settings: await settings.general(),
      folder,
      isTrusted: isTrusted(),
      files,
      ...(signal === undefined ? {} : { signal }),
    };
  }

  async #fetch(connected: ConnectedStore, signal: AbortSignal): Promise<string | null> {
    const chosen = await chooseQuery(this.#context, connected, signal);
    if (chosen === null) return null;
    const source = await this.#ask(connected, chosen, signal);
    if (source === null) return null;
    const { type, allVersions: selector } = chosen;
    await this.#remembered.keep({ ...connected.kept, last: { selector, type } });
    this.#context.changed();
    return this.#show(this.#context.sessions.addFile(source));
  }

  async #openAgainst(
    connected: ConnectedStore,
    shown: Session,
    from: Provenance,
    base: Chosen,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { sessions, profiles } = this.#context;
    const source = await this.#ask(connected, base, signal);
    if (source === null) return null;
    const against = againstSource(shown, from, baseSession(sessions, source), base);
    const shownId = this.#show(sessions.addFile(against));
    pruneComparisons(sessions, profiles);
    return shownId;
  }

  /** Fetches what was chosen, into a file of ours. */
  async #ask(connected: ConnectedStore, chosen: Chosen, signal: AbortSignal): Promise<SessionSource | null> {
    const { messages, settings, profiles, sessions } = this.#context;
    const { maxProfileBytes: maxBytes } = (await settings.general()).lens;
    const { types, selector, range } = chosen;
    const fetched = await connected.busy(l10n.t('asking for {0}', chosen.title), signal, (during) =>
      storeProfile(connected.store, { types, selector, range }, { maxBytes, signal: during }),
    );
    if (!fetched.ok) return this.#failed(fetched);
    const from: Provenance = {
      title: chosen.title,
      short: chosen.short,
      service: chosen.service,
      storeId: connected.kept.id,
      selector,
      type: chosen.type,
      start: range.start,
      end: range.end,
      versionLabel: chosen.versionLabel,
      versions: chosen.versions,
    };
    const file = await writeStored(profiles, fetched.value, from, sessions.files);
    const opened = await openStored(file, from, await this.#place(signal));
    if (!opened.ok) return this.#failed(opened);
    const { source, problems, unknownProgram } = opened.value;
    for (const problem of problems) messages.problem(problem, 'warning');
    if (unknownProgram !== null) {
      const place = await this.#place();
      offerProgram(this.#context, from, unknownProgram, place, (program) =>
        this.#openAgain(file, { ...from, program }),
      );
    }
    return source;
  }

  #failed(failed: Result<unknown> & { readonly ok: false }): null {
    if (failed.problem.code !== 'cancelled') this.#context.messages.problem(failed.problem, 'error');
    return null;
  }

  #show(session: Session): string {
    this.#context.sessions.show({ sessionId: session.id, sampleType: session.defaultSampleType });
    return session.id;
  }
}
