/** The costs that a user can choose, in the order in which they are offered. */
import type { ActiveCost, CostChoice, CostGroup, SessionSummary } from '../../protocol.ts';

/**
 * A group for each run, and for each file: the shown one first, then the newest. Within a run the kinds of profiles are in
 * their order, each with its main sample type first; live heap and sample counts come last, because they are rarely wanted.
 *
 * @param sessions newest first
 * @param shown the session that is shown
 */
export function costGroups(sessions: readonly SessionSummary[], shown: string | null): CostGroup[] {
  const runs = new Map<string, SessionSummary[]>();
  for (const session of sessions) {
    const run = runOf(session);
    runs.set(run, [...(runs.get(run) ?? []), session]);
  }
  const shownRun = [...runs].find(([, members]) => members.some(({ id }) => id === shown))?.[0];
  const ordered = [...runs].sort(([a], [b]) => Number(b === shownRun) - Number(a === shownRun));
  return ordered.map(([, members]) => groupOf(members));
}

/** The main cost of the newest run or file; `undefined` if there is none. */
export function newestCost(sessions: readonly SessionSummary[]): ActiveCost | undefined {
  return costGroups(sessions, null)[0]?.choices[0]?.cost;
}

/** The same for all profiles of one run; each file is by itself. */
export function runOf({ id, origin }: SessionSummary): string {
  return origin.from === 'file' ? `file ${id}` : `run ${origin.runId}`;
}

function groupOf(newestFirst: readonly SessionSummary[]): CostGroup {
  const members = [...newestFirst].reverse();
  const choices = members.flatMap((session) => choicesOf(session));
  const main = choices.filter(({ isRare }) => !isRare);
  const rare = choices.filter(({ isRare }) => isRare);
  return {
    title: members[0] === undefined ? '' : titleOf(members[0]),
    choices: [...main, ...rare].map(({ choice }) => choice),
  };
}

/** An older run says of when it is, unless its title does: `BenchmarkPage · run of 14:02:11`. */
function titleOf({ runTitle, origin, age }: SessionSummary): string {
  const isPlain = origin.from === 'benchmark' && runTitle === origin.benchmark;
  return isPlain && age != null && age.newestRunId !== null ? `${runTitle} · ${age.short}` : runTitle;
}

function choicesOf(session: SessionSummary): { choice: CostChoice; isRare: boolean }[] {
  const { id, sampleTypes, defaultSampleType } = session;
  return [...sampleTypes.entries()]
    .sort(([a], [b]) => Number(b === defaultSampleType) - Number(a === defaultSampleType))
    .map(([sampleType, { type, label }]) => ({
      choice: { cost: { sessionId: id, sampleType }, label },
      isRare: sampleType !== defaultSampleType && (type === 'samples' || type.startsWith('inuse_')),
    }));
}

/**
 * The main cost of the next kind of profile of the shown run: memory after CPU, and CPU again after the last. Of a file, the
 * next sample type. `null` where there is no other.
 */
export function nextKind(sessions: readonly SessionSummary[], active: ActiveCost): ActiveCost | null {
  const session = sessions.find(({ id }) => id === active.sessionId);
  if (session === undefined) return null;
  const kinds = sessions
    .filter((each) => runOf(each) === runOf(session))
    .reverse()
    .map(({ id, defaultSampleType }) => ({ sessionId: id, sampleType: defaultSampleType }));
  const costs = kinds.length > 1 || session.origin.from !== 'file' ? kinds : ownCosts(session);
  const at = costs.findIndex(({ sessionId, sampleType }) =>
    kinds.length > 1 ? sessionId === active.sessionId : sampleType === active.sampleType,
  );
  const next = costs[(at + 1) % costs.length];
  return costs.length < 2 || next === undefined ? null : next;
}

function ownCosts({ id, sampleTypes }: SessionSummary): ActiveCost[] {
  return sampleTypes.map((_, sampleType) => ({ sessionId: id, sampleType }));
}

/** Whether each word of what the user has typed is in the text, in any order and case. */
export function hasWords(typed: string, text: string): boolean {
  const lower = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
