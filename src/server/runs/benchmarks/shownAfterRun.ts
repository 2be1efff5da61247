import { summarize } from '../../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from '../../../go/results/benchmarkResult.ts';
import type { ActiveCost } from '../../../protocol.ts';
import { slowest } from '../../results/familyText.ts';
import type { Session } from '../../sessions/session.ts';
import type { SessionStore } from '../../sessions/sessions.ts';

/** What the lines show: a session, and the type of one of its sample types; `null` if the next run should show another. */
export interface ShownCost {
  readonly session: Session;
  readonly type: string | null;
}

/** `null` if the lines show nothing. */
export function shownCost({ active, activeSession }: SessionStore): ShownCost | null {
  const type = activeSession?.sampleTypes[active?.sampleType ?? -1]?.type;
  return activeSession === null || type === undefined ? null : { session: activeSession, type };
}

/**
 * What the lines show when a run has ended: the cost that they have shown before the run, if the run has measured it again;
 * otherwise the first profile of its slowest benchmark. `null` if the run has no profile.
 */
export function shownAfterRun(
  results: readonly BenchmarkResult[],
  sessions: SessionStore,
  before: ShownCost | null,
): ActiveCost | null {
  const profiled = results.filter(({ runId }) => sessions.ofRun(runId).length > 0);
  const origin = before?.session.origin;
  const same = profiled.find(({ name }) => origin?.from === 'benchmark' && origin.benchmark === name);
  const chosen = same ?? slowest(profiled, ({ measurements }) => summarize(measurements, 'ns/op')?.median);
  const ofRun = chosen === undefined ? [] : sessions.ofRun(chosen.runId);
  const again = same === undefined ? undefined : ofRun.find((session) => typeIndex(session, before) !== -1);
  const [first] = ofRun;
  if (again !== undefined) return { sessionId: again.id, sampleType: typeIndex(again, before) };
  return first === undefined ? null : { sessionId: first.id, sampleType: first.defaultSampleType };
}

function typeIndex({ sampleTypes }: Session, shown: ShownCost | null): number {
  return sampleTypes.findIndex(({ type }) => type === shown?.type);
}

/**
 * What the lines show of a benchmark while the run goes on. `null` while they show an older cost that the run will measure
 * again: that one stays until then.
 *
 * @param names what the run was asked to run: a name stands for its sub-benchmarks too
 */
export function shownDuringRun(
  result: BenchmarkResult,
  names: readonly string[],
  sessions: SessionStore,
  before: ShownCost | null,
): ActiveCost | null {
  const cost = shownAfterRun([result], sessions, before);
  const origin = before?.session.origin;
  const shown = origin?.from === 'benchmark' ? origin.benchmark : '';
  const isMeasuredAgain = names.some((name) => shown === name || shown.startsWith(`${name}/`));
  if (cost === null || !isMeasuredAgain) return cost;
  const session = sessions.get(cost.sessionId);
  const isType = before?.type === null || (session !== undefined && typeIndex(session, before) !== -1);
  const isSame = shown === result.name && isType;
  return isSame ? cost : null;
}
