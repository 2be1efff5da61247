import type { SessionSummary } from '../../protocol.ts';

/** What `Sessions` has, without VS Code. */
interface ShownSessions {
  readonly all: readonly SessionSummary[];
  readonly activeSession: SessionSummary | undefined;
  onDidChange(listener: () => void): { dispose(): void };
}

/**
 * Calls `shown` once, when the lines show a profile of a benchmark that was not there before: the first one of a run that goes on.
 *
 * @returns what ends the waiting
 */
export function onFirstLines(sessions: ShownSessions, shown: () => void): { dispose(): void } {
  const before = new Set(sessions.all.map(({ id }) => id));
  const waiting = sessions.onDidChange(() => {
    const session = sessions.activeSession;
    if (session?.origin.from !== 'benchmark' || before.has(session.id)) return;
    waiting.dispose();
    shown();
  });
  return waiting;
}
