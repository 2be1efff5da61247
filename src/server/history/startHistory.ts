import * as l10n from '@vscode/l10n';
import type { Connection } from 'vscode-languageserver';
import { lazily } from '../../base/lazily.ts';
import { fail } from '../../base/result.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { historyMethod } from '../../protocol.ts';
import type { Background } from '../client/background.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { Storage } from '../client/storage.ts';
import type { KeptRuns } from '../compare/comparisons.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { PprofCopies } from '../sessions/pprofCopies.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import { History } from './history.ts';
import { Keeper } from './keeper.ts';
import { resultOf } from './keptRun.ts';
import { KeptSessions } from './keptSessions.ts';
import { KeptSnapshots } from './keptSnapshots.ts';
import { type OpenerContext, ProfileOpener } from './profileOpener.ts';
import { type DamagedRun, markReported, removeRun } from './runFolders.ts';
import { RunSummaries } from './runSummary.ts';

/** What the history works with. All of it lives as long as the server. */
export interface HistoryParts {
  readonly connection: Connection;
  readonly background: Background;
  readonly storage: Storage;
  readonly copies: PprofCopies;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly results: BenchmarkResults;
  readonly messages: Messages;
  readonly scanner: () => Promise<GoScanner>;
  readonly isTrusted: () => boolean;
  readonly files: NamedFiles;
  /** The first workspace folder, if there is one. */
  readonly folder: string | null;
  /** See `OpenerContext`. */
  readonly openRemote: OpenerContext['openRemote'];
  /** Results have changed: the editor should ask for lenses again. */
  readonly resultsChanged: () => void;
  /** The sources of a kept run are there, which `keptSources` could not answer before. */
  readonly sourcesRead: () => void;
}

export interface StartedHistory {
  /** Resolves once the runs of earlier are read and their results are restored. */
  readonly history: () => Promise<History>;
  readonly keeper: Keeper;
  readonly opener: ProfileOpener;
  readonly keptSessions: KeptSessions;
  readonly keptRuns: KeptRuns;
  /** The sources of a kept run; `null` for no kept run, and for sources that are still to be read. */
  readonly keptSources: (runId: string) => SourceSnapshot | null;
  /** Sends the list of kept runs to the client, now and after every change. Call it after the client is initialized. */
  publish(): Promise<void>;
}

/** Makes the history, and starts to read the runs of earlier. */
export function startHistory(parts: HistoryParts): StartedHistory {
  const { connection, background, storage, sessions, settings, results, messages, scanner } = parts;
  const { isTrusted, files } = parts;
  const kept = new History(storage.runs);
  const snapshots = new KeptSnapshots(kept, files, parts.sourcesRead, background);
  const keptSessions = new KeptSessions(kept, sessions, settings, isTrusted, files, scanner, snapshots);
  const keeper = new Keeper(kept, sessions, settings, results, messages);
  const history = lazily(() => restore(kept, results, messages, background));
  background(history);
  const publish = async () => {
    await history();
    const summaries = new RunSummaries();
    const send = () =>
      background(() => connection.sendNotification(historyMethod, summaries.historyParams(kept.results)));
    kept.onChange(send);
    send();
  };
  const keptRuns: KeptRuns = {
    find: (runId) => {
      const found = kept.get(runId);
      return found === undefined ? undefined : resultOf(found);
    },
    open: async (runId) => {
      const found = (await history()).get(runId);
      if (found !== undefined) await keptSessions.open(found);
    },
  };
  const opener = new ProfileOpener({ ...parts, history, keptSessions });
  const keptSources = (runId: string) => snapshots.find(runId);
  return { history, keeper, opener, keptSessions, keptRuns, keptSources, publish };
}

/** Reads the kept runs and adds their results to those that the lenses show. Reports, once, records that cannot be read. */
async function restore(
  history: History,
  results: BenchmarkResults,
  messages: Messages,
  background: Background,
): Promise<History> {
  const damaged = await history.load();
  for (const kept of history.results) {
    const result = resultOf(kept);
    results.put(result, []);
    if (kept.benchmark.pinned) results.setBaseline(result.directory, result.name, { result, sessionIds: [] });
  }
  for (const { benchmarks } of new Set(history.results.map(({ record }) => record)))
    results.arrange(benchmarks);
  report(damaged, messages, background);
  return history;
}

function report(damaged: readonly DamagedRun[], messages: Messages, background: Background): void {
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
    run: () => Promise.all(damaged.map(({ folder }) => removeRun(folder))),
  };
  messages.problem({ ...problem, details }, 'warning', newer ? [] : [remove]);
  for (const run of damaged) background(() => markReported(run));
}
