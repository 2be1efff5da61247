import path from 'node:path';
import type { TimedFile } from '../../analysis/benchmark/timedRegion.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines, type LineIndex } from '../../analysis/lines/lines.ts';
import { LinesByCause } from '../../analysis/lines/linesByCause.ts';
import { type DocumentMatch, matchDocument, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { PerUnit } from '../../model.ts';
import type { Profile, ValueType } from '../../pprof/profile.ts';
import type { ActiveCost, SessionBase, SessionSummary, TimedSamples } from '../../protocol.ts';
import type { Problem } from '../../result.ts';
import { costTypeLabel, kindLabel } from '../../sampleTypeLabels.ts';
import { HeldProfile } from './heldProfile.ts';
import { type HeldLimits, HeldProfiles } from './heldProfiles.ts';
import { type Declarations, type SourceRows, sampledIn, sourceRows } from './sourceRows.ts';
import type { SourceSnapshot } from './sourceSnapshot.ts';

export interface SessionSource {
  readonly title: string;
  readonly origin: SessionSummary['origin'];
  readonly profilePath: string;
  /** The profile as a pprof file, if `profilePath` does not hold it as one. */
  readonly bytesPath?: string;
  /** The files that are merged with `profilePath`. */
  readonly merged?: readonly string[];
  readonly profile: Profile;
  /** The profile, if another session has it already, or if it may be let go: then its file is read again when it is needed. */
  readonly held?: HeldProfile;
  readonly defaultSampleType: number;
  /** How many operations the profile is of; `null` where the exact number is not known. */
  readonly operations: number | null;
  /** What the operations are, where they are not those of a benchmark. */
  readonly perUnit?: PerUnit;
  readonly roots: SourceRoots;
  readonly snapshot: SourceSnapshot;
  /** When it was measured, in milliseconds since the epoch. If missing, when its sources were read. */
  readonly takenAt?: number;
  /** Where the timed loops are, for the profile of a benchmark. */
  readonly timedFiles?: readonly TimedFile[];
  /** The profile that it is compared with. */
  readonly base?: SessionBase;
  /** Of a server that is watched: the file of the profile before, which the lines are compared with. */
  readonly watchedAfter?: string;
  /** For a profile of production: what ran. */
  readonly production?: Production;
}

/** What a profile of production is of. */
export interface Production {
  /** What the user calls the service: `shop`. */
  readonly service: string;
  /** Which versions ran: commits where they are known here. */
  readonly ran: readonly string[];
}

/**
 * A profile, its costs by line, and where it comes from. It does not change. What is derived is made when asked for, and
 * forgotten when the profile is let go.
 */
export class Session implements SessionSource {
  readonly id: string;
  readonly title: string;
  readonly origin: SessionSummary['origin'];
  readonly profilePath: string;
  readonly bytesPath?: string;
  readonly merged?: readonly string[];
  readonly held: HeldProfile;
  readonly defaultSampleType: number;
  readonly operations: number | null;
  readonly perUnit?: PerUnit;
  readonly roots: SourceRoots;
  readonly snapshot: SourceSnapshot;
  readonly takenAt: number;
  readonly timedFiles: readonly TimedFile[];
  readonly base?: SessionBase;
  readonly production?: Production;
  readonly watchedAfter?: string;
  #lines: LineIndex | null = null;
  #sourceRows: { readonly files: number; readonly rows: SourceRows } | null = null;
  /** This and the names are small. They stay when the profile is let go, because they are asked for of many sessions at once. */
  #sampled: { readonly files: number; readonly declarations: Declarations } | null = null;
  /** `undefined` until it is asked for. */
  #buckets: LinesByCause | null | undefined;
  #namesByBase: Map<string, string[]> | null = null;
  readonly #matches = new Map<string, DocumentMatch>();

  constructor(id: string, source: SessionSource) {
    this.id = id;
    this.title = source.title;
    this.origin = source.origin;
    this.profilePath = source.profilePath;
    this.held = source.held ?? new HeldProfile(source.profile, null);
    this.defaultSampleType = source.defaultSampleType;
    this.operations = source.operations;
    this.roots = source.roots;
    this.snapshot = source.snapshot;
    this.takenAt = source.takenAt ?? source.snapshot.takenAt;
    this.timedFiles = source.timedFiles ?? [];
    if (source.base !== undefined) this.base = source.base;
    if (source.perUnit !== undefined) this.perUnit = source.perUnit;
    if (source.production !== undefined) this.production = source.production;
    if (source.watchedAfter !== undefined) this.watchedAfter = source.watchedAfter;
    if (source.bytesPath !== undefined) this.bytesPath = source.bytesPath;
    if (source.merged !== undefined) this.merged = source.merged;
    this.held.onLetGo(() => this.#forget());
  }

  get profile(): Profile {
    return this.held.profile;
  }

  /** The owner of what is derived from the profile. */
  get costs(): ProfileCosts {
    return this.held.costs;
  }

  /** Known also while the profile is not in memory. */
  get sampleTypes(): readonly ValueType[] {
    return this.held.sampleTypes;
  }

  #forget(): void {
    this.#lines = null;
    this.#sourceRows = null;
    this.#buckets = undefined;
  }

  get lines(): LineIndex {
    this.#lines ??= indexLines(this.costs);
    return this.#lines;
  }

  /** The profile split by cause: operations, setup, the runtime. `null` where the timed loop is not known. */
  get buckets(): LinesByCause | null {
    const { origin } = this;
    const benchmark = origin.from === 'benchmark' ? origin.benchmark : undefined;
    if (this.#buckets === undefined) this.#buckets = LinesByCause.of(this.costs, this.timedFiles, benchmark);
    return this.#buckets;
  }

  /** The lines with the costs of operations only; with all costs where the timed loop is not known. */
  get operationLines(): LineIndex {
    return this.buckets?.operations ?? this.lines;
  }

  /** Which rows of the profile's line columns are in files whose sources are known. */
  get sourceRows(): SourceRows {
    // Of a profile file, the sources are read when somebody opens them.
    const files = this.snapshot.files.length;
    if (this.#sourceRows?.files !== files) this.#sourceRows = { files, rows: sourceRows(this) };
    return this.#sourceRows.rows;
  }

  /** The declarations with code in the profile. */
  get sampled(): Declarations {
    const files = this.snapshot.files.length;
    if (this.#sampled?.files !== files) this.#sampled = { files, declarations: sampledIn(this) };
    return this.#sampled.declarations;
  }

  /** Which of the profile's files is the document at this path. */
  match(documentPath: string): DocumentMatch {
    let match = this.#matches.get(documentPath);
    if (match === undefined) {
      match = matchDocument(documentPath, this.#namesLike(documentPath), this.roots);
      this.#matches.set(documentPath, match);
    }
    return match;
  }

  /** The index in `lines` of the document at this path; -1 if no file of the profile, or more than one, can be it. */
  fileIndex(documentPath: string): number {
    const match = this.match(documentPath);
    return match.kind === 'match' ? this.lines.fileIndex(match.name) : -1;
  }

  #namesLike(documentPath: string): readonly string[] {
    if (this.#namesByBase === null) {
      this.#namesByBase = new Map();
      for (const name of this.lines.files) {
        const base = baseName(name);
        const names = this.#namesByBase.get(base);
        if (names === undefined) this.#namesByBase.set(base, [name]);
        else names.push(name);
      }
    }
    return this.#namesByBase.get(baseName(documentPath)) ?? [];
  }

  /** What a user calls one of its sample types. */
  labelOf(type: ValueType): string {
    return costTypeLabel(type, this.sampleTypes, this.origin.from === 'file' ? null : this.origin.kind);
  }

  get #runTitle(): string {
    const { origin, title } = this;
    return origin.from === 'file' ? title : title.replace(` · ${kindLabel(origin.kind)}`, '');
  }

  summary(): SessionSummary {
    return {
      id: this.id,
      title: this.title,
      runTitle: this.#runTitle,
      origin: this.origin,
      profilePath: this.profilePath,
      sampleTypes: this.sampleTypes.map((type) => ({ ...type, label: this.labelOf(type) })),
      defaultSampleType: this.defaultSampleType,
      operations: this.operations,
      ...(this.perUnit === undefined ? {} : { perUnit: this.perUnit }),
      ...(this.base === undefined ? {} : { base: this.base }),
      ...(this.bytesPath === undefined ? {} : { bytesPath: this.bytesPath }),
      ...(this.merged === undefined ? {} : { merged: this.merged }),
    };
  }
}

/** The file's name without folders. The path may be of any system. In lower case where this system ignores case. */
function baseName(file: string): string {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return path.sep === '\\' ? base.toLowerCase() : base;
}

/** What was measured; of a file, its title. */
export function nameOf({ origin, title }: Pick<Session, 'origin' | 'title'>): string {
  switch (origin.from) {
    case 'benchmark':
      return origin.benchmark;
    case 'run':
      return origin.name;
    case 'file':
      return title;
  }
}

/** Whether two sessions of files are of the same files. */
function isOfFiles(one: SessionSource, other: SessionSource): boolean {
  const files = ({ profilePath, merged, base }: SessionSource) => [profilePath, merged, base?.profilePath];
  return JSON.stringify(files(one)) === JSON.stringify(files(other));
}

const comparedWith = ' against ';

/** The run id of sessions that compare two runs. They are siblings of each other, not of the sessions of either run. */
export function comparisonId(runId: string, baseId: string): string {
  return `${runId}${comparedWith}${baseId}`;
}

/** The two runs that sessions with this run id compare; `null` for the id of a single run. */
export function comparedRunIds(id: string): { readonly runId: string; readonly baseId: string } | null {
  const [runId, baseId] = id.split(comparedWith);
  return runId === undefined || baseId === undefined ? null : { runId, baseId };
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
  readonly #isOpen: (session: Session) => boolean;
  readonly #memory: HeldProfiles;
  /** Called when the file of a session cannot be read again. The session is gone. */
  onLost: ((session: Session, problem: Problem) => void) | null = null;

  /** @param isOpen whether a document is open that a session has costs for */
  constructor(isOpen: (session: Session) => boolean = () => true, limits: Partial<HeldLimits> = {}) {
    this.#isOpen = isOpen;
    this.#memory = new HeldProfiles(() => this.#seen(), limits);
  }

  /** Called after every change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** What the lines of an open document show, with what their hovers say beside it. */
  #seen(): ReadonlySet<HeldProfile> {
    const { activeSession: active } = this;
    if (active === null || !this.#isOpen(active)) return new Set();
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
        this.#remove((session) => session.held === held);
        const [first] = lost;
        if (first !== undefined) this.onLost?.(first, problem);
      });
    };
    this.#memory.use(held, false);
  }

  #remove(isGone: (session: Session) => boolean): void {
    const { activeSession } = this;
    const gone = this.#sessions.filter(isGone);
    if (gone.length === 0) return;
    if (activeSession !== null && isGone(activeSession)) this.#active = null;
    this.#set(this.#sessions.filter((session) => !isGone(session)));
    for (const { held } of gone) {
      if (!this.#sessions.some((session) => session.held === held)) this.#memory.forget(held);
    }
    this.#changed();
  }

  /** Newest first. */
  get all(): readonly Session[] {
    return this.#sessions;
  }

  get active(): ActiveCost | null {
    return this.#active;
  }

  get activeSession(): Session | null {
    return this.#active === null ? null : (this.get(this.#active.sessionId) ?? null);
  }

  /** The run whose costs the lines show; of a comparison the newer one. `null` if they show none of a benchmark. */
  get shownRunId(): string | null {
    const origin = this.activeSession?.origin;
    if (origin?.from !== 'benchmark') return null;
    return comparedRunIds(origin.runId)?.runId ?? origin.runId;
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

  timedSamples(id: string): TimedSamples {
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
    const isGone = ({ origin }: Session) =>
      origin.from !== 'file' && origin.runId.split(comparedWith).includes(runId);
    this.#remove(isGone);
  }

  /** Removes the sessions of profile files that are being deleted. */
  removeFiles(isGone: (profilePath: string) => boolean): void {
    this.#remove(({ profilePath }) => isGone(profilePath));
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
    const known = this.#byRun.get(origin.runId);
    if (known === undefined) this.#byRun.set(origin.runId, [session]);
    else known.push(session);
  }

  /** Adds the session of a profile file. It replaces the one from when the file was opened before. */
  addFile(source: SessionSource): Session {
    const added = new Session(`s${this.#nextId++}`, source);
    const isFormer = (session: Session) => session.origin.from === 'file' && isOfFiles(session, source);
    const wasActive = this.activeSession !== null && isFormer(this.activeSession);
    const others = this.#sessions.filter((session) => !isFormer(session));
    for (const { held } of this.#sessions.filter(isFormer)) this.#memory.forget(held);
    this.#set([added, ...others]);
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

  #changed(): void {
    for (const listener of this.#listeners) listener();
    this.tidy();
  }
}
