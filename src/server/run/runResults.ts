import * as l10n from '@vscode/l10n';
import { parseBenchtime } from '../../benchtime.ts';
import type { BenchmarkResult } from '../../go/run/benchmarkResult.ts';
import { fail, type Problem } from '../../result.ts';
import { localSentence, type Messages } from '../client/messages.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { openRunProfiles, type RunOrigin } from '../sessions/runSessions.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import type { BaseBuild } from './runAgainst.ts';

export interface RunResultsContext {
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  readonly messages: Pick<Messages, 'output' | 'problem'>;
  /** Results have changed: the editor should ask for lenses again. */
  readonly resultsChanged: () => void;
}

/** Shows what a run gives: its results in the lenses, its profiles as sessions, its problems as messages. */
export class RunResults {
  readonly #context: RunResultsContext;

  constructor(context: RunResultsContext) {
    this.#context = context;
  }

  /** Shows a result in the lenses, with its profiles if they have been opened. */
  put(result: BenchmarkResult, sessionIds: readonly string[] = []): void {
    this.#context.results.put(result, sessionIds);
    this.#context.resultsChanged();
  }

  /** Removes a result that a run has shown too early: when all was measured, it turned out to have another name. */
  remove({ directory, name, runId }: BenchmarkResult): void {
    this.#context.results.remove(directory, name, runId);
  }

  /** Opens the profiles of a result while its run goes on. Its problems are said when it has ended. */
  async openEarly(result: BenchmarkResult, origin: RunOrigin): Promise<readonly string[]> {
    return (await this.#openOne(result, origin)).sessionIds;
  }

  /** Opens the profiles of all results. Answers the ids of their sessions, and a problem for each CPU profile that is too short. */
  async open(
    results: readonly BenchmarkResult[],
    origin: RunOrigin,
  ): Promise<{ readonly sessionIds: readonly string[]; readonly tooShort: readonly Problem[] }> {
    const { messages } = this.#context;
    const sessionIds: string[] = [];
    const tooShort: Problem[] = [];
    for (const result of results) {
      const opened = await this.#openOne(result, origin);
      sessionIds.push(...opened.sessionIds);
      for (const note of result.notes ?? []) messages.output(`${result.name}: ${localSentence(note)}\n`);
      for (const problem of [...result.problems, ...opened.problems]) {
        if (problem.code === 'too-few-samples') tooShort.push(problem);
        else messages.problem(problem, 'warning');
      }
    }
    return { sessionIds, tooShort };
  }

  /** Opens the results of the version that is compared with: they become the runs before the working tree's. */
  async openBase(base: BaseBuild, takenAt: number, origin: RunOrigin): Promise<void> {
    const { results, messages } = this.#context;
    const snapshot = new SourceSnapshot(takenAt, base.sources, () => false);
    for (const result of base.results) {
      const { sessionIds } = await this.#openOne(result, { ...origin, snapshot, version: base.title });
      // The user has just asked for this comparison, so it wins over a run that was pinned earlier.
      const { directory, name, runId } = result;
      const isCompared = results.comparedWith(directory, name)?.result.runId === runId;
      if (!isCompared) results.setBaseline(directory, name, { result, sessionIds });
    }
    for (const problem of base.problems) messages.problem(problem, 'warning');
  }

  async #openOne(
    result: BenchmarkResult,
    origin: RunOrigin,
  ): Promise<{ readonly sessionIds: readonly string[]; readonly problems: readonly Problem[] }> {
    const { sessions } = this.#context;
    const opened = new Set(sessions.ofRun(result.runId).map(({ profilePath }) => profilePath));
    const profiles = result.profiles.filter(({ path }) => !opened.has(path));
    const { sources, problems } = await openRunProfiles({ ...result, profiles }, origin);
    if (sources.length > 0) sessions.add(sources);
    const sessionIds = sessions.ofRun(result.runId).map(({ id }) => id);
    this.put(result, sessionIds);
    return { sessionIds, problems };
  }

  /**
   * Shows a message that CPU profiles are too short, with a button for a longer run. It is one message for all
   * sub-benchmarks.
   *
   * @param benchtime of the run that has ended
   */
  offerLongerRun(
    tooShort: readonly Problem[],
    benchtime: string,
    runAgain: (benchtime: string) => void,
  ): void {
    const [first, ...others] = tooShort;
    if (first === undefined) return;
    const together = fail(
      first.code,
      'The CPU profiles of {0} benchmarks are too short to tell their lines apart. Profile them with a longer benchtime.',
      [tooShort.length],
    );
    const longer = longerBenchtime(benchtime);
    this.#context.messages.problem(others.length === 0 ? first : together.problem, 'warning', [
      { title: l10n.t('Run for {0}', longer), run: () => runAgain(longer) },
    ]);
  }
}

/**
 * A benchtime that gives ten times the samples, as a person would write it: `10s` for `1s`, `20m` for `2m`, `300x` for
 * `30x`. Whole minutes are written as minutes from ten minutes on.
 */
export function longerBenchtime(benchtime: string): string {
  const parsed = parseBenchtime(benchtime);
  // Cannot happen: Go would not have run with this benchtime.
  if (!parsed.ok) return '5s';
  if ('iterations' in parsed.value) return `${parsed.value.iterations * 10}x`;
  const milliseconds = (parsed.value.nanoseconds * 10) / 1e6;
  if (milliseconds < 1000) return `${milliseconds}ms`;
  const minutes = milliseconds / 60_000;
  return Number.isInteger(minutes) && minutes >= 10 ? `${minutes}m` : `${milliseconds / 1000}s`;
}
