import type * as vscode from 'vscode';
import type { OpenRequest, SessionSummary } from '../../protocol.ts';
import type { Server } from '../server/server.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** What opens a session's profile again, also in another life of the server. */
export function openRequest({ profilePath, base }: SessionSummary, sampleType: number): OpenRequest {
  const request = { path: profilePath, sampleType };
  return base === undefined ? request : { ...request, basePath: base.profilePath };
}

/** Shows again what was shown when the server has died and is back: it has forgotten its sessions, not the files. */
export function reviveActive(server: Server, sessions: Sessions): vscode.Disposable[] {
  let last: OpenRequest | null = null;
  let stopped = false;
  return [
    sessions.onDidChange(() => {
      const { active, activeSession } = sessions;
      if (active !== null && activeSession !== undefined)
        last = openRequest(activeSession, active.sampleType);
      // Without any session the server has died; with some, the user has cleared the costs.
      else if (sessions.all.length > 0) last = null;
    }),
    server.onStopped(() => {
      stopped = true;
    }),
    // The first thing a server tells is what it has kept.
    server.onHistory(() => {
      if (!stopped) return;
      stopped = false;
      if (last !== null) void server.execute('openProfile', last);
    }),
  ];
}
