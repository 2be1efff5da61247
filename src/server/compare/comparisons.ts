import type { Circumstances } from '../../bench/change.ts';
import type { BenchmarkResults, LatestRun } from '../benchmarkResults.ts';
import type { Session, SessionStore } from '../sessions.ts';

/** Two runs of one benchmark, the later against the earlier. */
export interface ComparedRuns {
  readonly latest: LatestRun;
  readonly before: LatestRun;
  readonly circumstances: Circumstances;
}

/** A profile of a benchmark's latest run, and the one of the same kind from the run it is compared with. */
export interface SessionPair extends ComparedRuns {
  readonly session: Session;
  readonly base: Session;
}

/** Finds what a profile is compared with. */
export class Comparisons {
  readonly #results: BenchmarkResults;
  readonly #sessions: SessionStore;
  readonly #openKept: (runId: string) => Promise<void>;
  readonly #asked = new Set<string>();

  /** @param openKept opens the profiles of a run from the history; the store tells when they are there */
  constructor(results: BenchmarkResults, sessions: SessionStore, openKept: (runId: string) => Promise<void>) {
    this.#results = results;
    this.#sessions = sessions;
    this.#openKept = openKept;
  }

  /**
   * `null` for profiles of older runs, for files, and where nothing is compared; also until the earlier run's profiles,
   * which may have to be opened first, are there.
   */
  pairOf(session: Session): SessionPair | null {
    const { origin } = session;
    if (origin.from !== 'benchmark') return null;
    const runs = this.#results.comparisonOf(origin.runId);
    if (runs === undefined) return null;
    const { runId, profiles } = runs.before.run;
    const opened = this.#sessions.ofRun(runId);
    const base = opened.find((each) => each.origin.from === 'benchmark' && each.origin.kind === origin.kind);
    if (base !== undefined) return { ...runs, session, base };
    if (opened.length === 0 && profiles.length > 0 && !this.#asked.has(runId)) {
      this.#asked.add(runId);
      void this.#openKept(runId);
    }
    return null;
  }
}
