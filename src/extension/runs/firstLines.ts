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

/** The first and the last line (0-based) of a function of a Go file; `null` if there is none of this name. */
export function linesOfFunction(code: string, name: string): { first: number; last: number } | null {
  const lines = code.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`func ${name}(`));
  if (first === -1) return null;
  const length = lines.slice(first).findIndex((line) => line.startsWith('}'));
  return { first, last: first + Math.max(0, length) };
}
