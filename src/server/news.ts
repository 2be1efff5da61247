/** What changes while the server runs, and who hears it. */
import { type Connection, DidChangeConfigurationNotification } from 'vscode-languageserver';
import { sweepCheckouts } from '../go/git/checkoutFolders.ts';
import {
  type RunningParams,
  resultsMethod,
  runningMethod,
  type SessionsParams,
  sessionsMethod,
  trustGrantedMethod,
} from '../protocol.ts';
import { watchSources } from './changes/watchSources.ts';
import { waitingRun } from './hovers/runLonger.ts';
import type { Parts } from './parts.ts';
import { statusNews } from './results/briefText.ts';
import { asksForWaits } from './results/remarks.ts';

/** Called once, before the client is initialized. */
export function hearNews(connection: Connection, parts: Parts): void {
  hearParts(connection, parts);
  hearEditor(connection, parts);
}

function hearParts(connection: Connection, parts: Parts): void {
  const { client, sessions, results, changed, skids, reasons, ages, messages, runs, programs } = parts;
  const { annotations } = parts;
  const sendSessions = () => {
    const { all, active, activeTitle } = sessions;
    const summaries = all.map((session) => {
      const { origin, id } = session;
      const result = origin.from === 'benchmark' ? results.find(origin.runId)?.result : undefined;
      const age = ages.of(session);
      const whole = programs.wholeCost(id);
      return session.summary({
        ...(age === null ? {} : { age }),
        ...(result !== undefined && asksForWaits(result) ? { waitingRun: waitingRun(result) } : {}),
        ...(whole === null ? {} : { whole }),
      });
    });
    const shown = sessions.shownRunId === null ? undefined : results.latestWith(sessions.shownRunId);
    const activeNews =
      shown === undefined
        ? ''
        : statusNews({ compared: shown, codeChanged: parts.changes.ofResult(shown.result) });
    const sessionsParams: SessionsParams = { sessions: summaries, active, activeTitle, activeNews };
    messages.news(sessionsMethod, sessionsParams);
  };
  if (client.refreshLenses) changed.lenses.on(() => parts.lensRefresh.changed());
  changed.results.on(() => {
    // After a run its hovers should know at once.
    if (sessions.activeSession !== null) skids.prepare(sessions.activeSession);
    reasons.runEnded();
    changed.lenses.fire();
    messages.news(resultsMethod);
  });
  changed.comparisons.on(() => {
    changed.results.fire();
    sendSessions();
    showAgain(connection, parts);
  });
  let isRunning = false;
  runs.queue.onChange(() => {
    annotations.refreshNumbers();
    if (runs.isIdle !== isRunning) return;
    isRunning = !runs.isIdle;
    const params: RunningParams = { isRunning };
    messages.news(runningMethod, params);
  });
  let shownRunId: string | null = null;
  sessions.onChange(() => {
    // The lens of a benchmark says which of its sub-benchmarks the lines show.
    if (sessions.shownRunId !== shownRunId) changed.lenses.fire();
    shownRunId = sessions.shownRunId;
    sendSessions();
    showAgain(connection, parts);
  });
}

function hearEditor(connection: Connection, parts: Parts): void {
  const { client, background, settings, trust, documents, changed } = parts;
  const { annotations, changes, smells, sessions } = parts;
  documents.onDidChangeContent(({ document: { uri } }) => {
    changes.documentChanged(uri);
    annotations.refresh(uri);
    smells.refresh(uri);
  });
  documents.onDidSave(() => parts.pgoFits.saved());
  documents.onDidClose(({ document: { uri } }) => {
    changes.documentChanged(uri);
    annotations.forget(uri);
    smells.forget(uri);
    sessions.tidy();
  });
  connection.onInitialized(() => {
    background(() => parts.publish());
    background(() => parts.mapping.refresh());
    background(parts.restored);
    watchSources(connection, background, client, parts.documents, changes);
    if (client.listsFolders) {
      const readFolders = async () => {
        settings.forgetFolders();
        parts.workspace.folders = await settings.folders();
        changed.lenses.fire();
        showAgain(connection, parts);
      };
      connection.workspace.onDidChangeWorkspaceFolders(() => background(readFolders));
    }
    if (!client.dynamicConfiguration) return;
    for (const section of ['pprofLens', 'go']) {
      background(() => connection.client.register(DidChangeConfigurationNotification.type, { section }));
    }
  });
  connection.onDidChangeConfiguration(() => {
    settings.forget();
    background(() => parts.mapping.refresh());
    changed.lenses.fire();
    showAgain(connection, parts);
  });
  connection.onNotification(trustGrantedMethod, () => {
    trust.granted = true;
    settings.forget();
    background(() => sweepCheckouts(process.env));
  });
}

/** What is shown in open documents, but for lenses. */
function showAgain({ languages }: Connection, { annotations, smells, client, background }: Parts): void {
  annotations.refreshAll();
  smells.refreshAll();
  if (client.refreshHints) background(() => languages.inlayHint.refresh());
}
