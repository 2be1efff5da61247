import { listAt } from '../../base/maps.ts';
import type { Problem } from '../../base/result.ts';
import type { ActiveCost, TimedSamples } from '../../protocol.ts';
import type { HeldProfile } from './heldProfile.ts';
import { type HeldLimits, HeldProfiles } from './heldProfiles.ts';
import { isOfRun, nameOf, runIdOf, Session, type SessionSource } from './session.ts';

function isOfFiles(one: SessionSource, other: SessionSource): boolean {
  const files = ({ profilePath, merged, base }: SessionSource) => [profilePath, merged, base?.profilePath];
  return JSON.stringify(files(one)) === JSON.stringify(files(other));
}

/** All sessions, and which of them the lines show. Both change only here. */
export class SessionStore {
  /** Only `#set` and `add` change it. */
  #sessions: readonly Session[] = [];
  /** The sessions of a run, in the order in which they were made: each of thousands of results asks for its own. */
  #byRun = new Map<string, Session[]>();
  #active: ActiveCost | null = null;
  #nextId = 1;
  readonly #listeners = new Set<() => void>();
  readonly #memory: HeldProfiles;
  /** Called when the file of a session cannot be read again. The session is gone. */
  onLost: ((session: Session, problem: Problem) => void) | null = null;

  /** @param isOpen whether a document is open that a session has costs for */
  constructor(
    private readonly isOpen: (session: Session) => boolean = () => true,
    limits: Partial<HeldLimits> = {},
  ) {
    this.#memory = new HeldProfiles(() => this.#seen(), limits);
  }

  /** Called after every change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** What the lines of an open document show, with what their hovers say beside it. */
  #seen(): ReadonlySet<HeldProfile> {
    const { activeSession: active } = this;
    if (active === null || !this.isOpen(active)) return new Set();
    const before = active.base?.profilePath ?? active.watchedAfter;
    const base = this.#sessions.filter(({ profilePath }) => profilePath === before);
    return new Set([...this.siblings(active), ...base].map(({ held }) => held));
  }

  /** Lets go the profiles that nobody looks at any more. */
  tidy(): void {
    this.#memory.tidy();
  }

  dispose(): void {
    this.#memory.dispose();
  }

  #watch({ held }: Session): void {
    held.onUse = (wasRead) => this.#memory.use(held, wasRead);
    held.onLost = (problem) => {
      // Somebody is asking for the profile at this moment.
      queueMicrotask(() => {
        const lost = this.#sessions.filter((session) => session.held === held);
        this.remove((session) => session.held === held);
        const [first] = lost;
        if (first !== undefined) this.onLost?.(first, problem);
      });
    };
    this.#memory.use(held, false);
  }

  /** Removes sessions, because their files are being deleted, or nobody needs them. */
  remove(isGone: (session: Session) => boolean): void {
    const { activeSession } = this;
    const gone = this.#sessions.filter(isGone);
    if (gone.length === 0) return;
    if (activeSession !== null && isGone(activeSession)) this.#active = null;
    this.#replace(gone, null);
    this.#changed();
  }

  /** Takes sessions out, with those that nobody needs without them, and puts another one first. */
  #replace(gone: readonly Session[], added: Session | null): void {
    const left = [...(added === null ? [] : [added]), ...this.#sessions.filter((one) => !gone.includes(one))];
    const isNeeded = (base: Session) => left.some((one) => one.base?.profilePath === base.profilePath);
    const isLeftOver = (one: Session) =>
      one.isOnlyBase &&
      one.id !== this.#active?.sessionId &&
      gone.some(({ base }) => base?.profilePath === one.profilePath) &&
      !isNeeded(one);
    const leftOver = left.filter(isLeftOver);
    this.#set(left.filter((one) => !leftOver.includes(one)));
    for (const { held } of [...gone, ...leftOver]) {
      if (!this.#sessions.some((one) => one.held === held)) this.#memory.forget(held);
    }
  }

  /** Newest first. */
  get all(): readonly Session[] {
    return this.#sessions;
  }

  /** The files that sessions show or compare with. */
  get files(): ReadonlySet<string> {
    const all = this.#sessions.flatMap(({ profilePath, base }) => [profilePath, base?.profilePath ?? '']);
    return new Set(all);
  }

  get active(): ActiveCost | null {
    return this.#active;
  }

  get activeSession(): Session | null {
    return this.#active === null ? null : (this.get(this.#active.sessionId) ?? null);
  }

  /** The run whose costs the lines show; of a comparison the newer one. `null` if they show none of a benchmark. */
  get shownRunId(): string | null {
    return this.activeSession === null ? null : runIdOf(this.activeSession);
  }

  /** What the lines show, for the status bar: `BenchmarkPage · CPU time`. Empty if they show nothing. */
  get activeTitle(): string {
    const session = this.activeSession;
    if (this.#active === null || session === null) return '';
    const name = nameOf(session);
    const type = session.sampleTypes[this.#active.sampleType];
    return type === undefined ? name : `${name} · ${session.labelOf(type)}`;
  }

  get(id: string): Session | undefined {
    return this.#sessions.find((session) => session.id === id);
  }

  timedSamples(id: string): Omit<TimedSamples, 'evidence'> {
    const session = this.get(id);
    const base = this.#sessions.find(({ profilePath }) => profilePath === session?.base?.profilePath);
    return { own: session?.buckets?.timedRuns ?? null, base: base?.buckets?.timedRuns ?? null };
  }

  /** The sessions of the same run, with `session` itself, in the order in which they were made. */
  siblings(session: Session): Session[] {
    const { origin } = session;
    return origin.from === 'file' ? [session] : this.ofRun(origin.runId);
  }

  /** Adds sessions in one change. The last is the newest. */
  add(sources: readonly SessionSource[]): Session[] {
    const added = sources.map((source) => new Session(`s${this.#nextId++}`, source));
    this.#sessions = [...[...added].reverse(), ...this.#sessions];
    for (const session of added) {
      this.#index(session);
      this.#watch(session);
    }
    this.#changed();
    return added;
  }

  /** Removes the sessions of a run, and those that compare it with another, because its files are being deleted. */
  removeRun(runId: string): void {
    this.remove((session) => isOfRun(session, runId));
  }

  /** The sessions of one run of a benchmark or of tests, in the order in which they were made. */
  ofRun(runId: string): Session[] {
    return [...(this.#byRun.get(runId) ?? [])];
  }

  #set(sessions: readonly Session[]): void {
    this.#sessions = sessions;
    this.#byRun = new Map();
    for (const session of [...sessions].reverse()) this.#index(session);
  }

  #index(session: Session): void {
    const { origin } = session;
    if (origin.from === 'file') return;
    listAt(this.#byRun, origin.runId).push(session);
  }

  /** Adds the session of a profile file. It replaces the one from when the file was opened before. */
  addFile(source: SessionSource): Session {
    const added = new Session(`s${this.#nextId++}`, source);
    const isFormer = (session: Session) => session.origin.from === 'file' && isOfFiles(session, source);
    const wasActive = this.activeSession !== null && isFormer(this.activeSession);
    this.#replace(this.#sessions.filter(isFormer), added);
    this.#watch(added);
    if (this.#active !== null && wasActive) {
      const { sampleType } = this.#active;
      const isThere = added.sampleTypes[sampleType] !== undefined;
      this.#active = {
        sessionId: added.id,
        sampleType: isThere ? sampleType : added.defaultSampleType,
      };
    }
    this.#changed();
    return added;
  }

  /** What another session is compared with: as it is open, or as a session that goes with its comparisons. */
  openBase(source: SessionSource): Session {
    const isOpen = (one: Session) => isOfFiles(one, source) && one.held.is(source.held.profile);
    return this.#sessions.find(isOpen) ?? this.addFile({ ...source, isOnlyBase: true });
  }

  /** Sets what the lines show. Answers false, and changes nothing, if there is no such session or sample type. */
  show(active: ActiveCost | null): boolean {
    if (active !== null) {
      const session = this.get(active.sessionId);
      if (session?.sampleTypes[active.sampleType] === undefined) return false;
    }
    this.#active = active;
    this.#changed();
    return true;
  }

  /** The sources of all sessions are looked for again. */
  sourcesMoved(): void {
    for (const session of this.#sessions) session.sourcesMoved();
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
    this.tidy();
  }
}
