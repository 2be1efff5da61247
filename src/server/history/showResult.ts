/** The table of a package's results, and what shows the profile of one of them. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { summarize } from '../../bench/verdicts/summary.ts';
import type { BenchmarkAddress, OpenOutcome, ResultChoice, ResultsTable } from '../../protocol.ts';
import type { CodeChanges } from '../changes/codeChanges.ts';
import { filePath } from '../client/lspTerms.ts';
import type { KnownResult } from '../results/comparedResult.ts';
import { slowest } from '../results/familyText.ts';
import { resultsTable } from '../results/resultsTable.ts';
import { positionOf, sourcePositions } from '../results/sourceOrder.ts';
import type { Services } from '../services/services.ts';
import { showOpened } from '../sessions/openOutcome.ts';
import { runIdOf } from '../sessions/session.ts';
import type { History } from './history.ts';
import type { HistoryCommands } from './historyCommands.ts';
import type { ProfileOpener } from './profileOpener.ts';

export interface ShowResultContext extends Pick<Services, 'results' | 'sessions' | 'texts' | 'scanner'> {
  readonly opener: ProfileOpener;
  readonly changes: CodeChanges;
  readonly historyCommands: Pick<HistoryCommands, 'stagesOf'>;
  /** Resolves once the results of earlier runs are there. */
  readonly history: () => Promise<History>;
}

/**
 * Shows the result that is named; of a benchmark or file, the slowest, unless the lines show one of its results already.
 * The kind of profile and the sample type stay what they are, where the result has them.
 */
export async function showResult(context: ShowResultContext, choice: ResultChoice): Promise<OpenOutcome> {
  const { results, sessions } = context;
  await context.history();
  if ('runId' in choice) {
    const named = results.find(choice.runId);
    return named === undefined
      ? { status: 'failed', message: l10n.t('This result is no longer the latest of its benchmark.') }
      : show(context, named);
  }
  const known = await resultsOf(context, choice);
  const { active, activeSession } = sessions;
  const shown = activeSession?.origin.from === 'benchmark' ? activeSession.origin.runId : null;
  if (active !== null && known.some(({ result }) => result.runId === shown)) {
    return { status: 'opened', sessionId: active.sessionId };
  }
  const chosen = slowest(known.filter(hasProfile), timeOf);
  if (chosen !== undefined) return show(context, chosen);
  const name = choice.benchmark ?? path.basename(filePath(choice.uri) ?? choice.uri);
  return {
    status: 'failed',
    message:
      known.length === 0
        ? l10n.t('There are no results of {0} yet. Profile it first.', name)
        : l10n.t('The results of {0} have no profile. The output has them.', name),
  };
}

/** The latest results of a benchmark and its sub-benchmarks, or of all benchmarks of a file. */
async function resultsOf(
  { results, texts, scanner }: ShowResultContext,
  { uri, benchmark }: BenchmarkAddress,
): Promise<KnownResult[]> {
  const file = filePath(uri);
  if (file === null) return [];
  const directory = path.dirname(file);
  const all = results.ofPackage(directory);
  if (benchmark !== null) {
    return all.filter(({ result: { name } }) => name === benchmark || name.startsWith(`${benchmark}/`));
  }
  const positions = await sourcePositions(directory, texts, await scanner());
  return all.filter(({ result }) => positionOf(result.name, positions)?.file === path.basename(file));
}

function timeOf({ result }: KnownResult): number | undefined {
  return summarize(result.measurements, 'ns/op')?.median;
}

function hasProfile({ result, sessionIds }: KnownResult): boolean {
  return sessionIds.length > 0 || result.profiles.length > 0;
}

async function show({ sessions, opener }: ShowResultContext, known: KnownResult): Promise<OpenOutcome> {
  const { active, activeSession } = sessions;
  const kind = activeSession?.origin.from === 'benchmark' ? activeSession.origin.kind : null;
  const sampleType = active === null ? {} : { sampleType: active.sampleType };
  const opened = sessions.ofRun(known.result.runId);
  const same = opened.find(({ origin }) => origin.from === 'benchmark' && origin.kind === kind);
  const session = same ?? opened[0];
  if (session !== undefined) return showOpened(sessions, session, session === same ? sampleType : {});
  const { profiles, name } = known.result;
  const profile = profiles.find((each) => each.kind === kind) ?? profiles[0];
  if (profile === undefined) {
    return { status: 'failed', message: l10n.t('There is no profile of {0}.', name) };
  }
  return opener.open({ path: profile.path, ...(profile.kind === kind ? sampleType : {}) });
}

/** The table of the package that a session's benchmark is in; `null` if the session is of no benchmark. */
export async function resultsOfSession(
  { results, sessions, texts, scanner, history, changes, historyCommands }: ShowResultContext,
  sessionId: string,
): Promise<ResultsTable | null> {
  const kept = await history();
  const session = sessions.get(sessionId);
  const runId = session === undefined ? null : runIdOf(session);
  if (session === undefined || runId === null) return null;
  // A run that is just ending is not kept yet; an older one is no longer among the latest.
  const directory = results.find(runId)?.result.directory ?? kept.get(runId)?.benchmark.directory;
  if (directory === undefined) return null;
  const positions = await sourcePositions(directory, texts, await scanner());
  const table = resultsTable(results.ofPackage(directory), positions, runId, (result) =>
    changes.ofResult(result),
  );
  const stages = historyCommands.stagesOf(session);
  return stages === null ? table : { ...table, stages };
}
