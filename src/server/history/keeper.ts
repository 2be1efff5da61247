import type { BenchmarkRequest } from '../../go/build/benchmarkRequest.ts';
import type { Commit } from '../../go/git/commit.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { recordOf } from '../../go/results/runRecord.ts';
import type { Services } from '../services/services.ts';
import type { History, Removal } from './history.ts';
import { type KeptRun, resultOf } from './keptRun.ts';
import { textsToKeep } from './keptSources.ts';

/** What is recorded of a run beside its results. */
export interface RunCircumstances {
  /** When the sources were read, in milliseconds since the epoch. */
  readonly takenAt: number;
  readonly request: BenchmarkRequest;
  readonly commit: Commit | null;
}

/** The kept runs may have so many bytes on the disk. */
const mostBytes = 500e6;

/** Puts each run into the history when it ends, and keeps the history within its limits. Shows problems as messages. */
export class Keeper {
  constructor(
    private readonly history: History,
    private readonly services: Pick<Services, 'sessions' | 'settings' | 'results' | 'messages'>,
  ) {}

  /**
   * Keeps a run that has ended. Results without measurements are left out.
   *
   * @param texts the compiled sources, by absolute path
   */
  async keep(
    circumstances: RunCircumstances,
    results: readonly BenchmarkResult[],
    texts: ReadonlyMap<string, string>,
  ): Promise<void> {
    const withResults = results.filter(({ measurements }) => measurements.length > 0);
    if (withResults.length === 0) return;
    const { request } = circumstances;
    const named = withResults.flatMap(({ runId }) =>
      this.services.sessions.ofRun(runId).flatMap(({ lines }) => lines.files),
    );
    const { toolchain, kinds, count, benchtime, tags = '', flags, outputDirectory } = request;
    const settings = { kinds, count, benchtime, tags, flags };
    const run = { ...circumstances, goVersion: toolchain.version, settings };
    const record = recordOf(run, withResults, outputDirectory);
    const kept = await this.history.keep(outputDirectory, record, textsToKeep(texts, named));
    if (!kept.ok) this.services.messages.problem(kept.problem, 'warning');
    await this.prune();
  }

  /** Removes runs until the rest is within the limits. */
  async prune(): Promise<void> {
    const { sessions, settings, results } = this.services;
    const { lens } = await settings.general();
    const shown = sessions.activeSession?.origin;
    const isShown = ({ record }: KeptRun) =>
      shown?.from === 'benchmark' && record.benchmarks.some(({ runId }) => runId === shown.runId);
    const removal = await this.history.prune({ runs: lens.maxRuns, bytes: mostBytes }, isShown);
    this.forget(removal);
    // Lenses may still show the results of these runs, but must not offer their profiles any more.
    for (const kept of removal.removed) results.put({ ...resultOf(kept), profiles: [] }, []);
  }

  /** Closes the sessions of removed runs: their files are gone. */
  forget({ removed, problem }: Removal): void {
    for (const { id } of removed) this.services.sessions.removeRun(id);
    if (problem !== null) this.services.messages.problem(problem, 'warning');
  }
}
