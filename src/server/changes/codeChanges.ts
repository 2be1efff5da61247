import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { SourceCode } from '../../go/scan/sourceCode.ts';
import { readRegularFileLater } from '../../go/sources/regularFile.ts';
import type { Background } from '../client/background.ts';
import { filePath } from '../client/lspTerms.ts';
import type { DocumentTexts } from '../costs/documentText.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { sampledDeclarations } from '../sessions/sourceRows.ts';
import { isGoFile, type SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import { type CodeChange, type IsRoot, SourceChanges } from './sourceChanges.ts';
import { changeName, StaleLines } from './staleLines.ts';

/** Several changes at once (a save with formatting, a checkout) are looked at together. */
const coalesceMs = 30;

/** So few runs may be held although nobody asks about them any more: they share a few snapshots. */
const fewRuns = 32;

export interface CodeChangesContext {
  readonly texts: DocumentTexts;
  readonly sessions: SessionStore;
  /** The kept sources of a run without sessions; `null` if they are not there, or not read yet. */
  readonly keptSources: (runId: string) => SourceSnapshot | null;
  /** The runs whose results stand in lenses. */
  readonly latestRuns: () => ReadonlySet<string>;
  /** The code of some run has changed, or is again as it was. */
  readonly changed: () => void;
  readonly background: Background;
}

/**
 * Knows for each run that somebody has asked about whether its code is still as it was built: in the editor where a file is
 * open there, saved or not, else on the disk. It looks at files when somebody says that they have changed; it has no
 * timer that runs in an idle editor.
 *
 * What counts as a change of a benchmark's code is in `Reach`.
 */
export class CodeChanges {
  readonly #bySnapshot = new Map<SourceSnapshot, SourceChanges>();
  /** By run, the key in `#bySnapshot`. Sessions of profile files and of tests have none. */
  readonly #snapshots = new Map<string, SourceSnapshot>();
  readonly #stale = new WeakMap<Session, { readonly key: string; readonly lines: StaleLines }>();
  /** When there are so many snapshots, some may be forgotten. */
  #forgetAt = 0;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly context: CodeChangesContext) {}

  /** What has changed of the code that a session's profile is of. */
  ofSession(session: Session): readonly CodeChange[] {
    const { origin, snapshot } = session;
    if (origin.from !== 'benchmark') {
      const sampled = sampledDeclarations([session]);
      return this.#of(snapshot).relevant(session.id, isSampled(sampled));
    }
    return this.#ofRun(snapshot, origin.runId, origin.benchmark);
  }

  /** Which lines of a session's profile have costs of code that has changed since; `null` if none has. */
  staleLines(session: Session): StaleLines | null {
    const changes = this.ofSession(session);
    if (changes.length === 0) return null;
    const key = changes.map((change) => `${change.file} ${changeName(change)} ${change.isNew}`).join('\n');
    const known = this.#stale.get(session);
    if (known?.key === key) return known.lines;
    const units = this.#of(session.snapshot).units.map(({ unit }) => unit);
    const lines = new StaleLines(session, changes, units);
    this.#stale.set(session, { key, lines });
    return lines;
  }

  /** Whether the code that a result was measured with has changed. False where its sources are not known. */
  ofResult({ runId, name }: Pick<BenchmarkResult, 'runId' | 'name'>): boolean {
    const [session] = this.context.sessions.ofRun(runId);
    const snapshot = session?.snapshot ?? this.context.keptSources(runId);
    return snapshot !== null && this.#ofRun(snapshot, runId, name).length > 0;
  }

  #ofRun(snapshot: SourceSnapshot, runId: string, benchmark: string): readonly CodeChange[] {
    if (this.#snapshots.get(runId) !== snapshot) this.#wanted(runId, snapshot);
    const changes = this.#of(snapshot);
    if (changes.isEmpty) return [];
    const sessions = this.context.sessions.ofRun(runId);
    const sampled = isSampled(sampledDeclarations(sessions));
    const [top] = benchmark.split('/');
    const isRoot: IsRoot = (placed) =>
      sampled(placed) ||
      (placed.unit.kind === 'func' && placed.unit.receiver === '' && placed.unit.names[0] === top);
    return changes.relevant(`${runId} ${sessions.length}`, isRoot);
  }

  #of(snapshot: SourceSnapshot): SourceChanges {
    this.#flushOpen();
    let changes = this.#bySnapshot.get(snapshot);
    if (changes === undefined) {
      changes = new SourceChanges(snapshot);
      this.#bySnapshot.set(snapshot, changes);
      for (const file of this.context.texts.openFiles) this.#compareOpen(changes, file);
      this.#later(() => this.#lookAround(snapshot));
    }
    return changes;
  }

  /** Somebody types in a document, or has opened or closed it. */
  documentChanged(uri: string): void {
    const file = filePath(uri);
    if (file !== null) this.filesChanged([file]);
  }

  /** These files are other than before, or are gone. */
  filesChanged(files: readonly string[]): void {
    if (this.#bySnapshot.size === 0) return;
    for (const file of files) this.#waiting.add(file);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#later(() => this.#flush());
    }, coalesceMs);
  }

  /** Looks at all files again, for clients that do not say which have changed. */
  anyFileChanged(): void {
    for (const snapshot of this.#bySnapshot.keys()) this.#later(() => this.#lookAround(snapshot));
  }

  /** Somebody asks about this run. Now and then, forgets those that nobody will ask about again. */
  #wanted(runId: string, snapshot: SourceSnapshot): void {
    this.#snapshots.set(runId, snapshot);
    // A package may have thousands of results: to look at all of them at each new one would take minutes.
    if (this.#snapshots.size < this.#forgetAt) return;
    this.#forget(runId);
    this.#forgetAt = 2 * Math.max(fewRuns, this.#snapshots.size);
  }

  #forget(runId: string): void {
    const wanted = new Set(this.context.latestRuns());
    const shown = this.context.sessions.activeSession?.origin;
    if (shown?.from === 'benchmark') wanted.add(shown.runId);
    for (const known of this.#snapshots.keys()) {
      if (known !== runId && !wanted.has(known)) this.#snapshots.delete(known);
    }
    const left = new Set(this.#snapshots.values());
    for (const session of this.context.sessions.all) {
      if (session.origin.from !== 'benchmark') left.add(session.snapshot);
    }
    for (const each of this.#bySnapshot.keys()) if (!left.has(each)) this.#bySnapshot.delete(each);
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#bySnapshot.clear();
  }

  /** One after the other: two readings of one file could end in the wrong order. */
  #later(work: () => Promise<void>): void {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    this.context.background(() => done);
  }

  /** Compares what is open at once: who asks now must not get an answer about the text of a moment ago. */
  #flushOpen(): boolean {
    let isOther = false;
    for (const file of this.#waiting) {
      if (!this.context.texts.isOpen(file)) continue;
      this.#waiting.delete(file);
      for (const changes of this.#bySnapshot.values()) {
        if (this.#compareOpen(changes, file)) isOther = true;
      }
    }
    // `changed` is not called from within a question.
    if (isOther) this.#later(async () => this.context.changed());
    return isOther;
  }

  #compareOpen(changes: SourceChanges, file: string): boolean {
    if (!changes.concerns(file)) return false;
    return changes.update(file, this.context.texts.at(file)?.code ?? null);
  }

  async #flush(): Promise<void> {
    this.#flushOpen();
    const files = [...this.#waiting];
    this.#waiting.clear();
    let isOther = false;
    for (const file of files)
      if (await this.#compareOnDisk([...this.#bySnapshot.values()], file)) isOther = true;
    if (isOther) this.context.changed();
  }

  /** Compares the files of a run that are newer than it, or gone, and new files beside them. */
  async #lookAround(snapshot: SourceSnapshot): Promise<void> {
    const changes = this.#bySnapshot.get(snapshot);
    if (changes === undefined) return;
    const files = new Set(snapshot.files);
    for (const directory of changes.directories) {
      const names = await readdir(directory).catch(() => []);
      for (const name of names) if (isGoFile(name)) files.add(path.join(directory, name));
    }
    let isOther = false;
    for (const file of files) {
      if (this.context.texts.isOpen(file)) continue;
      const found = await stat(file).catch(() => null);
      if (found !== null && found.mtimeMs <= snapshot.takenAt) continue;
      if (await this.#compareOnDisk([changes], file)) isOther = true;
    }
    if (isOther) this.context.changed();
  }

  async #compareOnDisk(all: readonly SourceChanges[], file: string): Promise<boolean> {
    const concerned = all.filter((changes) => changes.concerns(file));
    if (concerned.length === 0) return false;
    const found = await readRegularFileLater(file);
    const isOpen = this.context.texts.isOpen(file);
    const code = found.ok ? new SourceCode(found.value.text, isGoFile(file)) : null;
    let isOther = false;
    for (const changes of concerned) {
      const isUpdated = isOpen ? this.#compareOpen(changes, file) : changes.update(file, code);
      if (isUpdated) isOther = true;
    }
    return isOther;
  }
}

function isSampled(sampled: ReadonlyMap<string, ReadonlySet<number>>): IsRoot {
  return ({ file, unit }) => sampled.get(file)?.has(unit.first) === true;
}
