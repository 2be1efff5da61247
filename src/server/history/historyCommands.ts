import * as l10n from '@vscode/l10n';
import { samePath } from '../../go/sources/sourcePaths.ts';
import type { KeptRunChange, OpenOutcome, OpenRequest } from '../../protocol.ts';
import { fail, type Problem } from '../../result.ts';
import { localSentence, type Messages } from '../client/messages.ts';
import type { BenchmarkResults, KnownResult } from '../results/benchmarkResults.ts';
import type { Session, SessionStore } from '../sessions/sessions.ts';
import { isSameBenchmark, type KeptResult, resultOf } from './entries.ts';
import { exportRun } from './exportRun.ts';
import type { History } from './history.ts';
import type { Keeper } from './keeper.ts';
import type { KeptSessions } from './keptSessions.ts';

export interface HistoryContext {
  /** Once what was kept before the server started is read. */
  readonly history: () => Promise<History>;
  readonly keeper: Keeper;
  readonly keptSessions: KeptSessions;
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  readonly messages: Messages;
  /** Results have changed: lenses should be asked for again. */
  readonly resultsChanged: () => void;
}

/** What the user does with kept runs. Whatever goes wrong is told here; the answers say whether it was done. */
export class HistoryCommands {
  readonly #context: HistoryContext;

  constructor(context: HistoryContext) {
    this.#context = context;
  }

  async change({ runId, ...change }: KeptRunChange): Promise<boolean> {
    const history = await this.#context.history();
    const changed = await history.change(runId, change);
    if (!changed.ok) return this.#tell(changed.problem);
    const kept = history.get(runId);
    if (kept !== undefined && change.pinned !== undefined) this.#setBaseline(kept);
    return true;
  }

  async remove(runIds: readonly string[]): Promise<boolean> {
    const { keeper, results, resultsChanged } = this.#context;
    const history = await this.#context.history();
    const wanted = history.entries.filter(({ id }) => runIds.includes(id));
    const removal = await history.remove(wanted);
    keeper.forget(removal);
    for (const { id, benchmark } of removal.removed) {
      results.remove(benchmark.directory, benchmark.name, id);
      // Of the runs before, the results only had as many as were compared.
      for (const kept of history.entries) {
        if (isSameBenchmark(kept.benchmark, benchmark)) this.#putBack(kept);
      }
    }
    resultsChanged();
    return removal.problem === null;
  }

  /** Answers the folder. */
  async export(runId: string, target: string): Promise<string | null> {
    const kept = (await this.#context.history()).get(runId);
    if (kept === undefined) return this.#tellGone();
    const exported = await exportRun(kept, target);
    if (!exported.ok) {
      this.#tell(exported.problem);
      return null;
    }
    for (const problem of exported.value.problems) this.#tell(problem);
    return exported.value.folder;
  }

  /** The table goes into the output; the profiles become sessions, and the first of them is shown. */
  async compare(runId: string, baseId: string): Promise<OpenOutcome> {
    const history = await this.#context.history();
    const kept = history.get(runId);
    const base = history.get(baseId);
    if (kept === undefined || base === undefined) {
      this.#tellGone();
      return { status: 'failed', message: '' };
    }
    const { messages } = this.#context;
    // A bundle of its own: what compares files brings a regular-expression engine along.
    const { comparedText } = await import('./compareKept.ts');
    messages.output(`\n${comparedText(base, kept)}`);
    const opened = await this.#context.keptSessions.compare(kept, base);
    for (const problem of opened.problems) this.#tell(problem);
    const [first] = opened.sessions;
    if (first !== undefined) return showOpened(this.#context.sessions, first, {});
    messages.showOutput();
    return {
      status: 'failed',
      message: l10n.t('The two runs have no profiles of one kind; their results are in the output.'),
    };
  }

  /**
   * Opens all of a kept run, against a base where there is one, and shows the profile asked for; where that is gone,
   * another of the run.
   */
  async open(kept: KeptResult, base: KeptResult | undefined, request: OpenRequest): Promise<OpenOutcome> {
    const { keptSessions, sessions } = this.#context;
    const opened =
      base === undefined ? await keptSessions.open(kept) : await keptSessions.compare(kept, base);
    for (const problem of opened.problems) this.#tell(problem);
    const asked = opened.sessions.find(({ profilePath }) => samePath(profilePath, request.path));
    if (asked !== undefined) return showOpened(sessions, asked, request);
    const [other] = opened.sessions;
    if (other !== undefined) return showOpened(sessions, other, { forPage: request.forPage === true });
    return { status: 'failed', message: opened.problems.map(localSentence).join(' ') };
  }

  #setBaseline(kept: KeptResult): void {
    const { results, resultsChanged } = this.#context;
    const { directory, name, pinned } = kept.benchmark;
    results.setBaseline(directory, name, pinned ? this.#knownResult(kept) : null);
    resultsChanged();
  }

  #putBack(kept: KeptResult): void {
    const { result, sessionIds } = this.#knownResult(kept);
    this.#context.results.put(result, sessionIds);
  }

  #knownResult(kept: KeptResult): KnownResult {
    const sessions = this.#context.sessions.ofRun(kept.id);
    return { result: resultOf(kept), sessionIds: sessions.map(({ id }) => id) };
  }

  #tell(problem: Problem): false {
    this.#context.messages.problem(problem, 'warning');
    return false;
  }

  #tellGone(): null {
    this.#tell(fail('run-gone', 'This run is no longer kept.').problem);
    return null;
  }
}

/**
 * Makes a session what the lines show, unless its page is to decide that; with its default sample type where the one
 * wanted is none of its own.
 */
export function showOpened(
  sessions: SessionStore,
  session: Session,
  { sampleType, forPage }: Pick<OpenRequest, 'sampleType' | 'forPage'>,
): OpenOutcome {
  const { id: sessionId, defaultSampleType } = session;
  if (forPage) return { status: 'opened', sessionId };
  const isShown = sampleType !== undefined && sessions.show({ sessionId, sampleType });
  if (!isShown) sessions.show({ sessionId, sampleType: defaultSampleType });
  return { status: 'opened', sessionId };
}
