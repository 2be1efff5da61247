import { orForget } from '../../base/lazily.ts';
import { areCountedAlike } from '../../go/results/countedResult.ts';
import type { EvidencePair } from '../../go/results/evidence.ts';
import type { Background } from '../client/background.ts';
import type { History } from '../history/history.ts';
import { comparedResult } from '../history/keptRun.ts';
import type { KeptSessions } from '../history/keptSessions.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { ComparedResult } from '../results/comparedResult.ts';
import { comparedRunIds, type Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { pairOfFiles, type SessionPair } from './pairOfFiles.ts';

/** Finds the profile that a session is compared with. */
export class Comparisons {
  readonly #asked = new Set<string>();

  constructor(
    private readonly results: BenchmarkResults,
    private readonly sessions: SessionStore,
    private readonly history: Pick<History, 'get'>,
    private readonly keptSessions: Pick<KeptSessions, 'open'>,
    private readonly background: Background,
  ) {}

  /**
   * For a session of a benchmark's latest run, the other one is of the run that this is compared with. For a session that
   * compares two runs, it is of the second run. `null` for other sessions. Also `null` if the other run's profiles are not
   * open yet: they are then opened, and the session store reports a change.
   */
  pairOf(session: Session): SessionPair | null {
    const { origin } = session;
    if (origin.from === 'file') return pairOfFiles(session, this.sessions);
    const runs = origin.from === 'benchmark' ? this.#runsOf(origin.runId) : null;
    if (origin.from !== 'benchmark' || runs === null) return null;
    const { result, baseResult } = runs.pair;
    if (result !== null && baseResult !== null && !areCountedAlike(origin.kind, baseResult, result))
      return null;
    const opened = this.sessions.ofRun(runs.baseId);
    const base = opened.find((each) => each.origin.from === 'benchmark' && each.origin.kind === origin.kind);
    if (base !== undefined) return { ...runs.pair, session, base };
    if (opened.length === 0) this.#open(runs.baseId);
    return null;
  }

  #open(runId: string): void {
    const kept = this.history.get(runId);
    if (kept === undefined || kept.benchmark.profiles.length === 0 || this.#asked.has(runId)) return;
    this.#asked.add(runId);
    this.background(() => orForget(this.keptSessions.open(kept), () => this.#asked.delete(runId)));
  }

  #runsOf(id: string): { readonly baseId: string; readonly pair: EvidencePair } | null {
    const found = this.#found(id);
    if (found?.before === undefined) return null;
    const { result, before, pair } = found;
    const circumstances = pair?.circumstances ?? null;
    return { baseId: before.result.runId, pair: { result, baseResult: before.result, circumstances } };
  }

  /** The result of a session's benchmark and the one that it is compared with; `null` where it is no latest one, nor compared. */
  resultsOf({ origin }: Session): ComparedResult | null {
    return origin.from === 'benchmark' ? this.#found(origin.runId) : null;
  }

  #found(id: string): ComparedResult | null {
    const chosen = comparedRunIds(id);
    return chosen === null
      ? (this.results.latestWith(id) ?? null)
      : this.#compared(chosen.runId, chosen.baseId);
  }

  /** Two runs that the user has chosen. */
  #compared(runId: string, baseId: string): ComparedResult | null {
    const [kept, base] = [this.history.get(runId), this.history.get(baseId)];
    if (kept === undefined || base === undefined) return null;
    const { directory, name } = kept.benchmark;
    return comparedResult(kept, base, this.results.get(directory, name)?.drift ?? 0);
  }
}
