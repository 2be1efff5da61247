import { orForget } from '../../base/lazily.ts';
import type { Circumstances } from '../../bench/verdicts/change.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { resultPair } from '../../go/results/resultPair.ts';
import type { Background } from '../client/background.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { comparedRunIds, type Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';

/** A profile, the profile of the same kind that it is compared with, and the results of their runs if it has any. */
export interface SessionPair {
  readonly session: Session;
  readonly base: Session;
  /** The results of their runs. `null` for profiles of production: they have no measurements. */
  readonly result: BenchmarkResult | null;
  readonly baseResult: BenchmarkResult | null;
  readonly circumstances: Circumstances | null;
}

/** The runs in the history. */
export interface KeptRuns {
  find(runId: string): BenchmarkResult | undefined;
  /** Opens its profiles as sessions. The session store reports the change when they are there. */
  open(runId: string): Promise<void>;
}

/** Finds the profile that a session is compared with. */
export class Comparisons {
  readonly #asked = new Set<string>();

  constructor(
    private readonly results: BenchmarkResults,
    private readonly sessions: SessionStore,
    private readonly kept: KeptRuns,
    private readonly background: Background,
  ) {}

  /**
   * For a session of a benchmark's latest run, the other one is of the run that this is compared with. For a session that
   * compares two runs, it is of the second run. `null` for other sessions. Also `null` if the other run's profiles are not
   * open yet: they are then opened, and the session store reports a change.
   */
  pairOf(session: Session): SessionPair | null {
    const { origin } = session;
    if (session.production !== undefined) return this.#productionPair(session);
    if (session.watchedAfter !== undefined) return this.#watchedPair(session);
    const runs = origin.from === 'benchmark' ? this.#runsOf(origin.runId) : null;
    if (origin.from !== 'benchmark' || runs === null) return null;
    const { runId, profiles } = runs.baseResult;
    const opened = this.sessions.ofRun(runId);
    const base = opened.find((each) => each.origin.from === 'benchmark' && each.origin.kind === origin.kind);
    if (base !== undefined) return { ...runs, session, base };
    if (opened.length === 0 && profiles.length > 0 && !this.#asked.has(runId)) {
      this.#asked.add(runId);
      this.background(() => orForget(this.kept.open(runId), () => this.#asked.delete(runId)));
    }
    return null;
  }

  #productionPair(session: Session): SessionPair | null {
    const wanted = session.base?.profilePath;
    const base = this.sessions.all.find((each) => each.profilePath === wanted && each.base === undefined);
    if (base === undefined) return null;
    return { session, base, result: null, baseResult: null, circumstances: null };
  }

  /** A server that is watched: its newest profile, and the one before it. */
  #watchedPair(session: Session): SessionPair | null {
    const base = this.sessions.all.find(({ profilePath }) => profilePath === session.watchedAfter);
    if (base === undefined) return null;
    return { session, base, result: null, baseResult: null, circumstances: null };
  }

  #runsOf(id: string): PairOfResults | null {
    const chosen = comparedRunIds(id);
    if (chosen === null) {
      const found = this.results.comparisonOf(id);
      if (found === undefined) return null;
      return resultsOf(found.before.result, found.latest.result, found.drift);
    }
    const result = this.kept.find(chosen.runId);
    const baseResult = this.kept.find(chosen.baseId);
    if (result === undefined || baseResult === undefined) return null;
    return resultsOf(baseResult, result, this.results.drift(result.directory, result.name));
  }
}

interface PairOfResults {
  readonly result: BenchmarkResult;
  readonly baseResult: BenchmarkResult;
  readonly circumstances: Circumstances;
}

function resultsOf(baseResult: BenchmarkResult, result: BenchmarkResult, drift: number): PairOfResults {
  return { result, baseResult, circumstances: resultPair(baseResult, result, drift).circumstances };
}
