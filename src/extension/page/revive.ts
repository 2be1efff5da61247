import type * as vscode from 'vscode';
import type { OpenRequest, SessionSummary } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** The request that opens a session's profile again, also after the server has been started again. */
export function reopeningRequest(
  { profilePath, merged, base }: SessionSummary,
  sampleType: number,
): OpenRequest {
  const request = { path: profilePath, sampleType, ...(merged === undefined ? {} : { merged }) };
  return base === undefined ? request : { ...request, basePath: base.profilePath };
}

/**
 * Opens the active profile again after the server has died and been started again: it has forgotten its
 * sessions, but the files are still there.
 */
export function reviveActive(
  server: LanguageServer,
  sessions: Sessions,
  subscriptions: vscode.Disposable[],
): void {
  let last: OpenRequest | null = null;
  let stopped = false;
  subscriptions.push(
    sessions.onDidChange(() => {
      const { active, activeSession } = sessions;
      if (active !== null && activeSession !== undefined)
        last = reopeningRequest(activeSession, active.sampleType);
      // No sessions at all: the server has died. Some sessions: the user has cleared the costs.
      else if (sessions.all.length > 0) last = null;
    }),
    server.onStopped(() => {
      stopped = true;
    }),
    // A server that has started sends the kept runs first. From then on it takes commands.
    server.history.onDidChange(() => {
      if (!stopped) return;
      stopped = false;
      if (last !== null) void server.open(last);
    }),
  );
}
