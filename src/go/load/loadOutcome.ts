/** What came of the requests that were sent to a server, and how long they took. */
import { mergedTimes, type OperationTimes, percentile } from '../../bench/statistics/operationTimes.ts';

/** What came of the requests that our client has sent. */
export interface LoadOutcome {
  /** Requests that were answered in this time, whatever the answer was. */
  readonly completed: number;
  /** Requests that got no answer in this time. */
  readonly unanswered: number;
  /** How long they were counted, in seconds. */
  readonly seconds: number;
  /** Of these requests, those without an answer, or with a status from 400 on, by what went wrong: `503`, `ECONNRESET`. */
  readonly failures: Readonly<Record<string, number>>;
  /** Requests that were due and could not be sent: all connections were busy. 0 without a rate. */
  readonly unsent: number;
  /** Milliseconds within which half, 90 and 99 of 100 requests were answered; `null` where there is no answer. */
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  /** The longest that an answer took, in milliseconds. */
  readonly longest: number | null;
  /** How long each of the requests took. */
  readonly latencies: OperationTimes;
  /** The CPU time of our client, as a share of one core. */
  readonly clientCpu: number;
}

export function failureCount({ failures }: Pick<LoadOutcome, 'failures'>): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0);
}

/** Whether more than half of the requests failed: then figures are of failing, not of what was meant. */
export function mostFailed(load: LoadOutcome): boolean {
  return failureCount(load) > (load.completed + load.unanswered) / 2;
}

type Counted = Omit<LoadOutcome, 'p50' | 'p90' | 'p99' | 'longest'>;

export function withPercentiles(counted: Counted): LoadOutcome {
  const within = (share: number) =>
    counted.completed === 0 ? null : percentile(counted.latencies, share) / 1e6;
  return { ...counted, p50: within(0.5), p90: within(0.9), p99: within(0.99), longest: within(1) };
}

/** What came of the requests of several stretches of time, as if they had been one. */
export function joinedOutcomes(parts: readonly LoadOutcome[]): LoadOutcome {
  const sum = (of: (part: LoadOutcome) => number) => parts.reduce((all, part) => all + of(part), 0);
  const failures: Record<string, number> = {};
  for (const [kind, count] of parts.flatMap((part) => Object.entries(part.failures)))
    failures[kind] = (failures[kind] ?? 0) + count;
  const seconds = sum((part) => part.seconds);
  return withPercentiles({
    completed: sum(({ completed }) => completed),
    unanswered: sum(({ unanswered }) => unanswered),
    seconds,
    failures,
    unsent: sum(({ unsent }) => unsent),
    latencies: mergedTimes(parts.map(({ latencies }) => latencies)),
    clientCpu: seconds === 0 ? 0 : sum((part) => part.clientCpu * part.seconds) / seconds,
  });
}
