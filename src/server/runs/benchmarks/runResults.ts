import { append } from '../../../base/lists.ts';
import type { Problem } from '../../../base/result.ts';
import type { BenchmarkResult } from '../../../go/results/benchmarkResult.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import { localSentence, type Messages } from '../../client/messages.ts';
import { openRunProfiles, type RunOrigin } from '../../sessions/runSessions.ts';
import { SourceSnapshot } from '../../sessions/sourceSnapshot.ts';
import { type FollowUp, hasFollowUp } from './followUps.ts';
import type { BenchmarkServices } from './prepareRun.ts';
import type { BaseBuild } from './runBuilds.ts';

interface RunResultsContext extends Pick<BenchmarkServices, 'sessions' | 'results' | 'resultsChanged'> {
  readonly files: Pick<NamedFiles, 'exists' | 'read'>;
  readonly messages: Pick<Messages, 'output' | 'problem'>;
}

/** Shows what a run gives: its results in the lenses, its profiles as sessions, its problems as messages. */
export class RunResults {
  constructor(private readonly context: RunResultsContext) {}

  /** Shows a result in the lenses, with its profiles if they have been opened. */
  put(result: BenchmarkResult, sessionIds: readonly string[] = []): void {
    this.context.results.put(result, sessionIds);
    this.context.resultsChanged();
  }

  /** Opens the profiles of all results. Answers the ids of their sessions, and the problems for `offerFollowUps`. */
  async open(
    results: readonly BenchmarkResult[],
    origin: RunOrigin,
  ): Promise<{ readonly sessionIds: readonly string[]; readonly followUps: readonly FollowUp[] }> {
    const { messages } = this.context;
    const sessionIds: string[] = [];
    const followUps: FollowUp[] = [];
    for (const result of results) {
      const opened = await this.openOne(result, origin);
      append(sessionIds, opened.sessionIds);
      for (const problem of [...result.problems, ...opened.problems]) {
        if (hasFollowUp(problem)) followUps.push({ problem, result });
        else messages.problem(problem, 'warning');
      }
      const isSaid = followUps.some((each) => each.result === result);
      for (const note of result.notes ?? []) {
        if (isSaid && note.code === 'waited') continue;
        messages.output(`${result.name}: ${localSentence(note)}\n`);
      }
    }
    return { sessionIds, followUps };
  }

  /** Opens the results of the version that is compared with: they become the runs before the working tree's. */
  async openBase(base: BaseBuild, takenAt: number, origin: RunOrigin): Promise<void> {
    const { files, results, messages } = this.context;
    const snapshot = new SourceSnapshot(takenAt, base.sources, () => false, files.read);
    for (const result of base.results) {
      const { sessionIds } = await this.openOne(result, { ...origin, snapshot, version: base.title });
      // The user has just asked for this comparison, so it wins over a run that was pinned earlier.
      const { directory, name, runId } = result;
      const isCompared = results.get(directory, name)?.before?.result.runId === runId;
      if (!isCompared) results.setBaseline(directory, name, { result, sessionIds });
    }
    for (const problem of base.problems) messages.problem(problem, 'warning');
  }

  /** Opens the profiles of a result, also while its run goes on. Its problems are said when it has ended. */
  async openOne(
    result: BenchmarkResult,
    origin: RunOrigin,
  ): Promise<{ readonly sessionIds: readonly string[]; readonly problems: readonly Problem[] }> {
    const { sessions } = this.context;
    const opened = new Set(sessions.ofRun(result.runId).map(({ profilePath }) => profilePath));
    const profiles = result.profiles.filter(({ path }) => !opened.has(path));
    const { sources, problems } = await openRunProfiles({ ...result, profiles }, origin);
    if (sources.length > 0) sessions.add(sources);
    const sessionIds = sessions.ofRun(result.runId).map(({ id }) => id);
    this.put(result, sessionIds);
    return { sessionIds, problems };
  }
}
