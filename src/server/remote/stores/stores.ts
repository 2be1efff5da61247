/** The stores of production profiles: asks the user for what to fetch, and opens it as a session. Loaded when first needed. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../../base/result.ts';
import { intervalText } from '../../../go/results/keptPredictions.ts';
import { storeProfile } from '../../../go/stores/storeProfile.ts';
import { roughDuration, type TimeRange } from '../../../go/stores/timeRange.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { ProfileServerArgs, RemoteItem } from '../../../protocol.ts';
import { pairOfFiles } from '../../compare/pairOfFiles.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import { forgetSecrets } from '../shared/access.ts';
import { told } from '../shared/connecting.ts';
import { type AskedProfile, baseRange, beganToRun, chooseBase } from './chooseBase.ts';
import { type Chosen, chooseQuery } from './chooseQuery.ts';
import { askAddress, type ConnectedStore, chooseStore, connect, lastDay } from './connectStore.ts';
import { type KeptStore, KeptStores, storeLabel } from './keptStores.ts';
import { askRequests, offerProgram } from './moreKnown.ts';
import { againstSource, type OpenedKept, openKept, pruneComparisons, ranFrom } from './openKept.ts';
import type { Provenance } from './provenance.ts';
import type { KeptProfiles, StoresContext } from './storesContext.ts';

/** VS Code shows three messages at a time, a fourth never, and those of what was asked stay for a while. In milliseconds. */
const barsStay = 2500;

/** What a user does with stores. All answer the session that the lines show now; `null` if the user gave up or it failed. */
export class Stores {
  readonly #kept: KeptStores;

  constructor(private readonly context: StoresContext) {
    this.#kept = new KeptStores(context.list);
  }

  get items(): readonly RemoteItem[] {
    return this.#kept.all.map((store) => ({
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
    const store = this.#kept.get(id ?? '');
    if (store === undefined) return null;
    if (action === 'fetch') return this.#fetch(await this.#connect(store, signal), signal);
    if (action === 'edit') return this.#name({ title: l10n.t('Edit Store'), former: store }, signal);
    return action === 'forget' ? this.#forget(store) : null;
  }

  /** Asks for the address of a new store, and for what to fetch from it. */
  connect(signal: AbortSignal): Promise<string | null> {
    return this.#name({ title: l10n.t('Connect to a Store') }, signal);
  }

  /** Asks from which store and which profile, and opens it. */
  async fetch(signal: AbortSignal): Promise<string | null> {
    const { ask, isListed } = this.context;
    const store = await chooseStore(ask, this.#kept.all, isListed ? ['new'] : ['new', 'forget']);
    if (store === 'forget') {
      const gone = await chooseStore(ask, this.#kept.all, []);
      return gone === null || typeof gone === 'string' ? null : this.#forget(gone);
    }
    if (store === 'new') return this.#name({ title: l10n.t('Profile Production') }, signal);
    return store === null ? null : this.#fetch(await this.#connect(store, signal), signal);
  }

  async #name(question: Parameters<typeof askAddress>[2], signal: AbortSignal): Promise<string | null> {
    const connected = await askAddress(this.context, this.#kept, question, signal);
    this.context.changed();
    return this.#fetch(connected, signal);
  }

  async #forget(store: KeptStore): Promise<null> {
    await forgetSecrets(this.context.ask, store);
    await this.#kept.forget(store.id);
    this.context.changed();
    return null;
  }

  /** Compares the profile of production that the lines show with another time or version of the same service. */
  async compare(signal: AbortSignal): Promise<string | null> {
    const { sessions, profiles } = this.context;
    const shown = this.#shown();
    const connected =
      shown === null ? null : await this.#connectAgain(shown.from, baseRange(shown.from), signal);
    if (shown === null || connected === null) return null;
    const other = await chooseBase(this.context, connected, shown.from);
    const source = other === null ? null : await this.#ask(connected, other, signal);
    if (other === null || source === null) return null;
    const { session, from } = shown;
    const began = await this.#began(connected, other.isNewer ? { ...other, ...other.range } : from);
    if (began !== null) await profiles.noteBegan((other.isNewer ? source : session).profilePath, began);
    // The older one is the base, whichever was shown first.
    const against = other.isNewer
      ? againstSource(source, other, session, from)
      : againstSource(session, from, sessions.openBase(source), other);
    const compared = sessions.addFile(began === null ? against : ranFrom(against, began));
    this.#tellPredicted(compared);
    const shownId = this.#show(compared);
    pruneComparisons(sessions, profiles);
    return shownId;
  }

  #began(connected: ConnectedStore, newer: AskedProfile & Pick<Provenance, 'type'>): Promise<number | null> {
    const type = connected.typesOf(newer.type)?.at(-1);
    if (type === undefined) return Promise.resolve(null);
    return connected.ask(l10n.t('asking when it first ran'), (limits) =>
      beganToRun(connected.store, type, newer, limits),
    );
  }

  /** What was predicted for a release is said beside what came of it. */
  #tellPredicted(compared: Session): void {
    const { sessions, releases, messages } = this.context;
    const pair = pairOfFiles(compared, sessions);
    const checked = pair === null ? [] : releases.of(pair);
    const sentences = checked.map(({ prediction, age, measured }) =>
      l10n.t(
        'CPU time of {0} at the same load: predicted {1} by {2}, {3} before it first ran; measured {4}.',
        compared.production?.service ?? '',
        intervalText(prediction),
        prediction.name,
        roughDuration(age),
        intervalText(measured),
      ),
    );
    const [newest] = sentences;
    if (newest === undefined) return;
    messages.output(`\n${sentences.join('\n')}\n`);
    const output = { title: l10n.t('Show Output'), run: () => messages.showOutput() };
    setTimeout(() => messages.offer(newest, [output]), barsStay).unref();
  }

  /** Shows the profile of production that the lines show with costs per request: the user knows how many there were. */
  async perRequest(signal: AbortSignal): Promise<string | null> {
    const shown = this.#shown();
    if (shown === null) return null;
    const { from, session } = shown;
    const requests = await askRequests(this.context, from, () => this.#connectAgain(from, from, signal));
    return requests === null ? null : this.#openAgain(session, { ...from, requests }, signal);
  }

  /** The same profile, of which more is known now. */
  async #openAgain(
    { held: { profile } }: SessionSource,
    from: Provenance,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { profiles, sessions } = this.context;
    const file = await profiles.keep(profile, from, sessions.files);
    const opened = await this.#opened(file, from, profile, signal);
    return opened === null ? null : this.#show(sessions.addFile(opened.source));
  }

  /** The shown session, and what its profile is of; `null`, with a message, if it is of no store. */
  #shown(): { readonly session: Session; readonly from: Provenance } | null {
    const { sessions, messages, profiles } = this.context;
    const session = sessions.activeSession;
    const from = session === null ? null : profiles.provenanceOf(session.profilePath);
    if (session !== null && from !== null) return { session, from };
    const sentence = 'The lines show no profile from a store. Use “Profile Production…” first.';
    messages.problem(fail('not-production', sentence).problem, 'warning');
    return null;
  }

  #connect(store: KeptStore, signal: AbortSignal): Promise<ConnectedStore | null> {
    return connect(this.context, this.#kept, store, lastDay(), signal);
  }

  /** The store of a profile. `null` if it does not answer, or is forgotten, which a message says. */
  async #connectAgain(
    { storeId }: Provenance,
    range: TimeRange,
    signal: AbortSignal,
  ): Promise<ConnectedStore | null> {
    const store = this.#kept.get(storeId);
    if (store !== undefined) return connect(this.context, this.#kept, store, range, signal);
    const sentence = 'The store of this profile is forgotten. Connect to it again.';
    return told(this.context.messages, fail('store-forgotten', sentence).problem);
  }

  /**
   * Opens the profile in a file of ours, or the comparison of two; `null` if a file is none. Problems: `not-known`, and those
   * of `openKept`.
   */
  async open(file: string, base?: string): Promise<Result<SessionSource> | null> {
    const { profiles, sessions } = this.context;
    if (base === undefined) {
      const from = profiles.provenanceOf(file);
      return from === null ? null : this.#open(file, from);
    }
    // Against a file of the user it is a difference like any other.
    if (!profiles.isKept(file) || !profiles.isKept(base)) return null;
    const [from, fromBase] = [certainProvenance(profiles, file), certainProvenance(profiles, base)];
    if (!from.ok) return from;
    if (!fromBase.ok) return fromBase;
    const opened = await this.#open(file, from.value);
    const against = opened.ok ? await this.#open(base, fromBase.value) : opened;
    if (!opened.ok || !against.ok) return against;
    return ok(againstSource(opened.value, from.value, sessions.openBase(against.value), fromBase.value));
  }

  async #open(file: string, from: Provenance): Promise<Result<SessionSource>> {
    const opened = await openKept(file, from, this.context, this.context.ended);
    if (!opened.ok) return opened;
    for (const problem of opened.value.problems) this.context.messages.logProblem(problem);
    return ok(opened.value.source);
  }

  async #fetch(connected: ConnectedStore | null, signal: AbortSignal): Promise<string | null> {
    const chosen = connected === null ? null : await chooseQuery(this.context, connected);
    const source = connected === null || chosen === null ? null : await this.#ask(connected, chosen, signal);
    if (connected === null || chosen === null || source === null) return null;
    const { type, allVersions: selector } = chosen;
    await this.#kept.keep({ ...connected.kept, last: { selector, type } });
    this.context.changed();
    return this.#show(this.context.sessions.addFile(source));
  }

  /** Fetches what was chosen, into a file of ours. */
  async #ask(connected: ConnectedStore, chosen: Chosen, signal: AbortSignal): Promise<SessionSource | null> {
    const { settings, profiles, sessions } = this.context;
    const { maxProfileBytes: maxBytes } = (await settings.general()).lens;
    const { types: _types, allVersions: _all, range, ...rest } = chosen;
    const profile = await connected.ask(l10n.t('asking for {0}', chosen.title), (limits) =>
      storeProfile(connected.store, chosen, { ...limits, maxBytes }),
    );
    if (profile === null) return null;
    const from: Provenance = { ...rest, ...range, storeId: connected.kept.id };
    const file = await profiles.keep(profile, from, sessions.files);
    const opened = await this.#opened(file, from, profile, signal);
    if (opened === null) return null;
    const { source, unknownProgram } = opened;
    if (unknownProgram !== null) {
      offerProgram(this.context, from, unknownProgram, (program) =>
        this.#openAgain(source, { ...from, program }, this.context.ended),
      );
    }
    return source;
  }

  /** As `openKept`, of a profile in memory. Messages say what is wrong. */
  async #opened(
    file: string,
    from: Provenance,
    profile: Profile,
    signal: AbortSignal,
  ): Promise<OpenedKept | null> {
    const { messages } = this.context;
    const opened = await openKept(file, from, this.context, signal, profile);
    if (!opened.ok) return told(messages, opened.problem);
    for (const problem of opened.value.problems) messages.problem(problem, 'warning');
    return opened.value;
  }

  #show(session: Session): string {
    this.context.sessions.show({ sessionId: session.id, sampleType: session.defaultSampleType });
    return session.id;
  }
}

/** As `provenanceOf`, for a file with the name of one of ours. Problem: `not-known`. */
export function certainProvenance(profiles: KeptProfiles, file: string): Result<Provenance> {
  const from = profiles.provenanceOf(file);
  if (from !== null) return ok(from);
  return fail(
    'not-known',
    '{0} is a profile from a store, but what it is of can no longer be read. Fetch it again with “Profile Production…”.',
    [path.basename(file)],
  );
}
