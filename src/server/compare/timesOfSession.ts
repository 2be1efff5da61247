/** How long single operations of a session's benchmark took, or the requests that were sent to its server. */
import * as l10n from '@vscode/l10n';
import type { TimesReport } from '../../base/times.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { type TimedVersion, timesReport } from '../../go/results/timesText.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { Comparisons } from './comparisons.ts';

interface TimesContext {
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly comparisons: Pick<Comparisons, 'resultsOf'>;
}

/** `null` where nothing was timed. The older version stands beside it where that was timed, too. */
export function timesOfSession(
  { sessions, comparisons }: TimesContext,
  sessionId: string,
): TimesReport | null {
  const session = sessions.get(sessionId);
  if (session?.latencies !== undefined)
    return timesReport('request', [{ name: l10n.t('now'), times: session.latencies }]);
  const { result, before } = (session && comparisons.resultsOf(session)) ?? {};
  const now = result === undefined ? [] : timed(l10n.t('now'), result);
  if (now.length === 0) return null;
  const older = before === undefined ? [] : timed(l10n.t('before'), before.result);
  return timesReport('operation', [...older, ...now]);
}

function timed(name: string, { times }: BenchmarkResult): TimedVersion[] {
  return times === undefined || 'missing' in times ? [] : [{ name, times }];
}
