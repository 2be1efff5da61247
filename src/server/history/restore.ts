import * as l10n from '@vscode/l10n';
import { fail } from '../../result.ts';
import type { Messages } from '../client/messages.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { History } from './history.ts';
import { resultOf } from './keptRun.ts';
import { type DamagedRun, markTold, removeRun } from './runFolders.ts';

/** Reads the history and puts its results where the lenses find them. Tells, once, of what cannot be read. */
export async function restore(
  history: History,
  results: BenchmarkResults,
  messages: Messages,
): Promise<History> {
  const damaged = await history.load();
  for (const kept of history.results) {
    const result = resultOf(kept);
    results.put(result, []);
    if (kept.benchmark.pinned) results.setBaseline(result.directory, result.name, { result, sessionIds: [] });
  }
  tell(damaged, messages);
  return history;
}

function tell(damaged: readonly DamagedRun[], messages: Messages): void {
  const [first] = damaged;
  if (first === undefined) return;
  const details = damaged.map(({ file, problem }) => `${file}: ${problem.details ?? ''}`).join('\n');
  const newer = damaged.every(({ problem }) => problem.code === 'run-newer');
  const { problem } = newer
    ? fail('run-newer', 'Kept runs were written by a newer pprof Lens; update it to see them: {0}', [
        first.file,
      ])
    : damaged.length === 1
      ? fail('run-damaged', 'A kept run cannot be read and is left out: {0}', [first.file])
      : fail('run-damaged', '{0} kept runs cannot be read and are left out, among them {1}', [
          damaged.length,
          first.file,
        ]);
  const remove = {
    title: l10n.t('Delete'),
    run: () => void Promise.allSettled(damaged.map(({ folder }) => removeRun(folder))),
  };
  messages.problem({ ...problem, details }, 'warning', newer ? [] : [remove]);
  for (const run of damaged) void markTold(run);
}
