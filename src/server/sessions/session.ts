import path from 'node:path';
import type { TimedFile } from '../../analysis/benchmark/timedRegion.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines, type LineIndex } from '../../analysis/lines/lines.ts';
import { LinesByCause } from '../../analysis/lines/linesByCause.ts';
import { lastPart } from '../../base/fileName.ts';
import { listAt } from '../../base/maps.ts';
import { costTypeLabel, kindLabel } from '../../base/sampleTypeLabels.ts';
import type { OperationTimes } from '../../bench/statistics/operationTimes.ts';
import {
  type DocumentMatch,
  locateFile,
  matchDocument,
  type SourceRoots,
} from '../../go/sources/sourcePaths.ts';
import type { Profile, ValueType } from '../../pprof/profile.ts';
import type { SessionSummary } from '../../protocol.ts';
import type { HeldProfile } from './heldProfile.ts';
import { type Declarations, type SourceRows, sampledIn, sourceRows } from './sourceRows.ts';
import type { SourceSnapshot } from './sourceSnapshot.ts';

/** `operations` is `null` where the exact number is not known. */
export interface SessionSource
  extends Pick<
    SessionSummary,
    | 'title'
    | 'origin'
    | 'profilePath'
    | 'bytesPath'
    | 'merged'
    | 'defaultSampleType'
    | 'operations'
    | 'perUnit'
    | 'base'
  > {
  readonly held: HeldProfile;
  readonly roots: SourceRoots;
  readonly snapshot: SourceSnapshot;
  /** When it was measured, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** Where the timed loops are, for the profile of a benchmark. */
  readonly timedFiles?: readonly TimedFile[];
  /** Of a server that is watched: the file of an earlier profile, which the lines are compared with. */
  readonly watchedAfter?: string;
  /** For a profile of production: what ran. */
  readonly production?: Production;
  /** How long the requests took that were sent meanwhile. */
  readonly latencies?: OperationTimes;
  /** Nobody has asked for it but a comparison: it goes with the last one that needs it. */
  readonly isOnlyBase?: boolean;
}

export interface Production {
  /** What the user calls the service: `shop`. */
  readonly service: string;
  /** Which versions ran: commits where they are known here. */
  readonly ran: readonly string[];
  /** When the version first ran, in milliseconds since the epoch, where it was compared with an older one. */
  readonly began?: number;
}

/** Has all properties of its source. */
const Sourced = class {
  constructor(source: SessionSource) {
    Object.assign(this, source);
  }
} as new (
  source: SessionSource,
) => SessionSource;

/**
 * A profile, its costs by line, and where it comes from. It does not change. What is derived is made when asked for, and
 * forgotten when the profile is let go.
 */
export class Session extends Sourced {
  #lines: LineIndex | null = null;
  #sourceRows: { readonly files: number; readonly rows: SourceRows } | null = null;
  /** This and the names are small. They stay when the profile is let go, because they are asked for of many sessions at once. */
  #sampled: { readonly files: number; readonly declarations: Declarations } | null = null;
  /** `undefined` until it is asked for. */
  #buckets: LinesByCause | null | undefined;
  #namesByBase: Map<string, string[]> | null = null;
  readonly #matches = new Map<string, DocumentMatch>();

  constructor(
    readonly id: string,
    source: SessionSource,
  ) {
    super(source);
    this.held.onLetGo(() => this.#forget());
  }

  get profile(): Profile {
    return this.held.profile;
  }

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
    if (this.#buckets === undefined)
      this.#buckets = LinesByCause.of(this.costs, this.timedFiles ?? [], benchmark);
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

  /** The user has said where files are. */
  sourcesMoved(): void {
    this.#matches.clear();
    this.#sourceRows = null;
    this.#sampled = null;
    this.snapshot.lookAgain();
  }

  /** The profile's files that have the document's name and are not known to be others. */
  unplacedLike(documentPath: string): readonly string[] {
    return this.#namesLike(documentPath).filter(
      (name) => !this.roots.found?.has(name) && locateFile(name, this.roots) === null,
    );
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
        listAt(this.#namesByBase, base).push(name);
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

  /** @param known what others know of it */
  summary(known: Pick<SessionSummary, 'age' | 'waitingRun' | 'whole'> = {}): SessionSummary {
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
      ...(this.production === undefined ? {} : { isProduction: true }),
      ...(this.bytesPath === undefined ? {} : { bytesPath: this.bytesPath }),
      ...(this.merged === undefined ? {} : { merged: this.merged }),
      ...known,
    };
  }
}

/** The file's name without folders. The path may be of any system. In lower case where this system ignores case. */
function baseName(file: string): string {
  const base = lastPart(file);
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

/** The run of a benchmark that a session shows; of a comparison the newer one. `null` for other sessions. */
export function runIdOf({ origin }: Pick<Session, 'origin'>): string | null {
  if (origin.from !== 'benchmark') return null;
  return comparedRunIds(origin.runId)?.runId ?? origin.runId;
}

/** Whether the session is of the run with this id, or compares it with another. */
export function isOfRun({ origin }: Pick<Session, 'origin'>, runId: string): boolean {
  return origin.from !== 'file' && origin.runId.split(comparedWith).includes(runId);
}
