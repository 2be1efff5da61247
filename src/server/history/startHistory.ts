import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { lazily } from '../../base/lazily.ts';
import { fail } from '../../base/result.ts';
import { recordFile } from '../../go/results/runRecord.ts';
import { historyMethod } from '../../protocol.ts';
import type { Services } from '../services/services.ts';
import { History } from './history.ts';
import { Keeper } from './keeper.ts';
import { resultOf } from './keptRun.ts';
import { KeptSessions } from './keptSessions.ts';
import { KeptSnapshots } from './keptSources.ts';
import { type OpenerContext, ProfileOpener } from './profileOpener.ts';
import { type DamagedRun, markReported, removeRun } from './runFolders.ts';
import { RunSummaries } from './runSummary.ts';

/**
 * Makes the history, and starts to read the runs of earlier.
 *
 * @param sourcesRead called when sources of a kept run have been read that `keptSources` could not answer before
 */
export function startHistory(
  services: Services & Pick<OpenerContext, 'openRemote' | 'restored' | 'resultsChanged'>,
  sourcesRead: () => void,
) {
  const { background } = services;
  const kept = new History(services.storage.runs);
  const snapshots = new KeptSnapshots((runId) => kept.get(runId), services.files, sourcesRead, background);
  const keptSessions = new KeptSessions(kept, snapshots, services);
  const keeper = new Keeper(kept, services);
  const history = lazily(() => restore(kept, services));
  background(history);
  /** Sends the list of kept runs to the client, now and after every change. Call it after the client is initialized. */
  const publish = async () => {
    await history();
    const summaries = new RunSummaries();
    const send = () => services.messages.news(historyMethod, summaries.historyParams(kept.results));
    kept.onChange(send);
    send();
  };
  return {
    /** What has been read of it so far. */
    kept,
    /** Resolves once the runs of earlier are read and their results are restored. */
    history,
    keeper,
    opener: new ProfileOpener({ ...services, history, keptSessions }),
    keptSessions,
    /** The sources of a kept run; `null` for no kept run, and for sources that are still to be read. */
    keptSources: (runId: string) => snapshots.find(runId),
    publish,
  };
}

/** Reads the kept runs and adds their results to those that the lenses show. Reports, once, records that cannot be read. */
async function restore(history: History, services: Services): Promise<History> {
  const { results } = services;
  const damaged = await history.load();
  for (const kept of history.results) {
    const result = resultOf(kept);
    results.put(result, []);
    if (kept.benchmark.pinned) results.setBaseline(result.directory, result.name, { result, sessionIds: [] });
  }
  for (const { benchmarks } of new Set(history.results.map(({ record }) => record)))
    results.arrange(benchmarks);
  report(damaged, services);
  return history;
}

function report(damaged: readonly DamagedRun[], { messages, background }: Services): void {
  const [first] = damaged;
  if (first === undefined) return;
  const fileOf = ({ folder }: DamagedRun) => path.join(folder, recordFile);
  const details = damaged.map((run) => `${fileOf(run)}: ${run.problem.details ?? ''}`).join('\n');
  const newer = damaged.every(({ problem }) => problem.code === 'run-newer');
  const { problem } = newer
    ? fail('run-newer', 'Kept runs were written by a newer pprof Lens; update it to see them: {0}', [
        fileOf(first),
      ])
    : damaged.length === 1
      ? fail('run-damaged', 'A kept run cannot be read and is left out: {0}', [fileOf(first)])
      : fail('run-damaged', '{0} kept runs cannot be read and are left out, among them {1}', [
          damaged.length,
          fileOf(first),
        ]);
  const remove = {
    title: l10n.t('Delete'),
    run: () => Promise.all(damaged.map(({ folder }) => removeRun(folder))),
  };
  messages.problem({ ...problem, details }, 'warning', newer ? [] : [remove]);
  for (const run of damaged) background(() => markReported(run));
}
