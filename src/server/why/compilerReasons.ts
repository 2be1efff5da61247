/** Why the lines of a run cost: the compiler's reasons, found out in the background. */
import path from 'node:path';
import { orForget } from '../../base/lazily.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import type { LineSpan } from '../../go/scan/loopLines.ts';
import { readRegularFileLater } from '../../go/sources/regularFile.ts';
import { ownFiles } from '../../go/sources/sourceRoots.ts';
import { offlineEnvironment } from '../../go/toolchain/toolchain.ts';
import { askCompiler } from '../../go/why/askCompiler.ts';
import type { CompilerNote } from '../../go/why/compilerNotes.ts';
import { CompilerDecisions, type LineReason } from '../../go/why/lineReasons.ts';
import { type MeasuredLines, measuredLines, type ReadBinary } from '../../go/why/measuredLines.ts';
import { findBinary } from '../assembly/profiledBinary.ts';
import { fileUri } from '../client/lspTerms.ts';
import type { History } from '../history/history.ts';
import type { Services } from '../services/services.ts';
import { findGoSetup } from '../sessions/goSetup.ts';
import type { Session } from '../sessions/session.ts';
import { keepDecisions, readKept } from './keptDecisions.ts';

interface ReasonsContext
  extends Pick<
    Services,
    'sessions' | 'results' | 'settings' | 'scanner' | 'background' | 'messages' | 'files'
  > {
  readonly history: Pick<History, 'get'>;
  /** The workspace is trusted, and no benchmark runs. */
  readonly mayRun: () => boolean;
}

/** Of so many runs the decisions are in memory. */
const mostRuns = 8;

/** Milliseconds. Who runs benchmarks one after the other is not disturbed. */
const afterRun = 1000;
/** Milliseconds until the compiler makes room for a benchmark. */
const lookAgain = 100;

/** What is known of the code of a run. */
interface Known {
  readonly decisions: CompilerDecisions;
  /** The path of a file on this machine if it is in the user's modules, else `null`. */
  readonly own: (name: string) => string | null;
  readonly loops: (text: string) => readonly LineSpan[];
  /** `null` where it is not there, or there is no CPU profile. */
  readonly binary: ReadBinary | null;
}

/**
 * Knows the compiler's reasons for what lines of a run cost. The user's packages are compiled once more for it, from the code
 * that was run, never while a benchmark runs; until then nothing is known, and of code that has changed since nothing is found out.
 */
export class CompilerReasons {
  /** By the folder of a run; `null` where nothing is known, or not yet. */
  readonly #known = new RecentlyUsed<{ readonly of: Known | null }>(mostRuns);
  /** By run and its profiles. */
  readonly #measured = new RecentlyUsed<MeasuredLines>(mostRuns);
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly context: ReasonsContext) {}

  /**
   * The reasons of a line; none while they are not known: asking begins to find them out.
   *
   * @param file as the profile names it
   */
  of(session: Session, file: string, line: number): readonly LineReason[] {
    this.prepare(session);
    const known = this.#knownOf(session);
    const own = known?.own(file) ?? null;
    if (known === null || own === null) return [];
    return known.decisions.reasonsOf(own, line, this.#measuredOf(session, known).of(own, line));
  }

  /** Whether something on a line escapes, measured or not; `null` while that is not known. The file may be one of this machine. */
  escapes(session: Session, file: string, line: number): boolean | null {
    this.prepare(session);
    const known = this.#knownOf(session);
    const own = known?.own(file) ?? null;
    return known === null || own === null ? null : known.decisions.escapes(own, line);
  }

  /** A run has ended: begins to find out about what lines show, a little later. */
  runEnded(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const { activeSession } = this.context.sessions;
      if (activeSession !== null) this.prepare(activeSession);
    }, afterRun).unref();
  }

  /** Begins to find out about the run of a session, once. */
  prepare(session: Session): void {
    const folder = folderOf(session);
    if (!isOfOneRun(session) || this.#known.get(folder) !== undefined) return;
    this.#known.set(folder, { of: null });
    const forget = () => this.#known.delete(folder);
    this.context.background(() => orForget(this.#find(session, folder), forget));
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #find(session: Session, folder: string): Promise<void> {
    const { mayRun, scanner } = this.context;
    let notes = await readKept(folder);
    if (notes === null) {
      // Asked again when the benchmark has ended, or somebody hovers.
      if (!mayRun()) return this.#known.delete(folder);
      notes = await this.#ask(session);
      if (notes !== null) await keepDecisions(folder, notes);
      else if (!mayRun()) return this.#known.delete(folder);
    }
    if (notes === null) return;
    const own = ownFiles(session.roots);
    const decisions = new CompilerDecisions(notes, own);
    const grammar = await scanner();
    const binary = await this.#binaryOf(session);
    this.#known.set(folder, { of: { decisions, own, loops: (text) => grammar.loops(text), binary } });
  }

  /** `null` where the compiler does not say, or the code is no longer that of the run. */
  async #ask(session: Session): Promise<readonly CompilerNote[] | null> {
    const { settings, history, results, mayRun, messages } = this.context;
    const runId = session.origin.from === 'benchmark' ? session.origin.runId : '';
    const kept = history.get(runId);
    const directory = kept?.benchmark.directory ?? results.latestWith(runId)?.result.directory;
    if (directory === undefined || !(await isUnchanged(session))) return null;
    const uri = fileUri(directory);
    const setup = await findGoSetup(directory, await settings.forFile(uri), await settings.goCommand(uri));
    if (!setup.ok) return null;
    const stopped = new AbortController();
    const watch = setInterval(() => {
      if (!mayRun()) stopped.abort();
    }, lookAgain);
    try {
      const notes = await askCompiler({
        ...setup.value,
        ...kept?.record.settings,
        env: offlineEnvironment(setup.value.env),
        directory,
        modules: session.roots.modules.map(({ path }) => path),
        signal: stopped.signal,
      });
      if (!notes.ok && notes.problem.code !== 'cancelled') messages.logProblem(notes.problem);
      return notes.ok && (await isUnchanged(session)) ? notes.value : null;
    } finally {
      clearInterval(watch);
    }
  }

  async #binaryOf(session: Session): Promise<Known['binary']> {
    const cpu = this.#profiledAs('cpu', session);
    if (cpu === undefined || cpu.profile.mappings.count === 0) return null;
    const found = await findBinary(cpu, 0, this.context.files);
    return found.ok ? { path: found.value.place, executable: found.value.executable } : null;
  }

  /** The profile of this kind of a session's run. */
  #profiledAs(kind: 'cpu' | 'mem', { origin }: Session): Session | undefined {
    const ofRun = origin.from === 'benchmark' ? this.context.sessions.ofRun(origin.runId) : [];
    return ofRun.find((each) => each.origin.from === 'benchmark' && each.origin.kind === kind);
  }

  #knownOf(session: Session): Known | null {
    return isOfOneRun(session) ? (this.#known.get(folderOf(session))?.of ?? null) : null;
  }

  #measuredOf(session: Session, { own, loops, binary }: Known): MeasuredLines {
    const [cpu, memory] = [this.#profiledAs('cpu', session), this.#profiledAs('mem', session)];
    const key = `${session.origin.from === 'file' ? '' : session.origin.runId} ${cpu?.id} ${memory?.id}`;
    const known = this.#measured.get(key);
    if (known !== undefined) return known;
    const profiles = {
      cpu: cpu?.operationLines.profile ?? null,
      memory: memory?.operationLines.profile ?? null,
    };
    const sources = {
      own,
      textOf: (file: string) => session.snapshot.textOf(file) ?? '',
      loops,
    };
    const measured = measuredLines(profiles, sources, binary);
    this.#measured.set(key, measured);
    return measured;
  }
}

/** A difference is of two codes. */
function isOfOneRun({ origin, base }: Session): boolean {
  return origin.from === 'benchmark' && base === undefined;
}

/** The run's own. */
function folderOf({ profilePath }: Session): string {
  return path.dirname(profilePath);
}

/** Whether all files that a run was built from are on the disk as they were. */
async function isUnchanged({ snapshot }: Session): Promise<boolean> {
  for (const file of snapshot.builtFiles) {
    const now = await readRegularFileLater(file);
    if (!now.ok || now.value.text !== snapshot.textOf(file)) return false;
  }
  return snapshot.builtFiles.length > 0;
}
