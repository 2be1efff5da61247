import * as l10n from '@vscode/l10n';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { type ResultChoice, type SessionAge, serverCall } from '../../protocol.ts';
import type { CodeChanges } from '../changes/codeChanges.ts';
import { type LensCommand, lens, lensTitle } from '../client/lensCommand.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { shortTimeText } from '../sessions/runTime.ts';
import { runIdOf, type Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { History } from './history.ts';

/** Says of profiles whether they are of now: of the newest run of their benchmark, and of the code that is there. */
export class SessionAges {
  constructor(
    private readonly sessions: SessionStore,
    private readonly results: BenchmarkResults,
    private readonly changes: CodeChanges,
    private readonly history: History,
  ) {}

  /** What must be said of a session's profile; `null` if it is of now, or nothing is known. */
  of(session: Session): SessionAge | null {
    const runId = runIdOf(session);
    const newest = runId === null ? null : this.#newerThan(runId);
    // Of runs that nobody looks at, the code is not compared.
    const isChanged =
      (newest === null || session === this.sessions.activeSession) &&
      this.changes.ofSession(session).length > 0;
    const time = shortTimeText(session.takenAt);
    if (newest !== null) {
      const sentence = isChanged
        ? l10n.t('Run of {0} · not the newest · the code has changed since.', time)
        : l10n.t('Run of {0} · not the newest.', time);
      return { short: l10n.t('run of {0}', time), sentence, newestRunId: newest.runId };
    }
    if (!isChanged) return null;
    const sentence =
      runId === null
        ? l10n.t('The code has changed since this profile was taken.')
        : l10n.t('The code has changed since this run of {0}.', time);
    return { short: l10n.t('code changed'), sentence, newestRunId: null };
  }

  /** The lens that says which older run of a benchmark the lines show, and goes to the newest. `null` for no older one. */
  lens(directory: string, name: string): LensCommand | null {
    const { activeSession, shownRunId } = this.sessions;
    const shown = shownRunId === null ? undefined : this.#benchmarkOf(shownRunId);
    if (
      activeSession === null ||
      shownRunId === null ||
      shown?.name !== name ||
      shown.directory !== directory
    ) {
      return null;
    }
    const newest = this.#newerThan(shownRunId);
    if (newest === null) return null;
    const choice: ResultChoice = { runId: newest.runId };
    return lens(
      lensTitle(l10n.t('shows run of {0} · newest', shortTimeText(activeSession.takenAt))),
      serverCall('showResult', choice),
    );
  }

  /** The newest run of the benchmark, if it is another one and has a profile to show. */
  #newerThan(runId: string): BenchmarkResult | null {
    const shown = this.#benchmarkOf(runId);
    const latest = shown === undefined ? undefined : this.results.get(shown.directory, shown.name);
    if (latest === undefined || latest.result.runId === runId) return null;
    return latest.sessionIds.length > 0 || latest.result.profiles.length > 0 ? latest.result : null;
  }

  /** A run that is just ending is not kept yet; an older one is no longer among the latest. */
  #benchmarkOf(runId: string): Pick<BenchmarkResult, 'directory' | 'name'> | undefined {
    return this.results.find(runId)?.result ?? this.history.get(runId)?.benchmark;
  }
}
