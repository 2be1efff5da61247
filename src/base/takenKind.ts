/** The kinds of profile that a run has taken. */
import type { TakenKind } from './model.ts';
import { oneOf } from './outsideValues.ts';
import {
  type KindMetric,
  kindsOfProfile,
  type ProfileKind,
  profileKinds,
  simulatedEvents,
} from './profileKinds.ts';

/** What is counted if the user names nothing else, in the order in which it is shown. */
export const usualEvents = ['instructions', 'cache-misses', 'branch-misses'] as const;

/** A name of perf's: `instructions`, `L1-dcache-load-misses`. It becomes a part of a program's arguments and of names of files. */
const eventName = /^[A-Za-z][\w.-]{0,63}$/;

export function isEventName(text: string): boolean {
  return eventName.test(text);
}

type EventKind = Exclude<TakenKind, ProfileKind>;

function isEventKind(kind: TakenKind): kind is EventKind {
  return kind.startsWith('event:');
}

export function isGoKind(kind: TakenKind): kind is ProfileKind {
  return !isEventKind(kind);
}

/** The event of such a kind; `null` for the kinds of `go test`. */
export function eventOfKind(kind: TakenKind): string | null {
  return isEventKind(kind) ? kind.slice('event:'.length) : null;
}

export function kindOfEvent(event: string): TakenKind {
  return `event:${event}`;
}

const goKind = oneOf(...profileKinds);

/** Checks what comes from outside; `undefined` if it is no such kind. */
export function readTakenKind(value: unknown): TakenKind | undefined {
  const known = goKind(value);
  if (known !== undefined || typeof value !== 'string' || !value.startsWith('event:')) return known;
  const event = value.slice('event:'.length);
  return isEventName(event) ? kindOfEvent(event) : undefined;
}

/** The metrics of each kind of profile. */
export function metricsOfKind(kind: TakenKind): readonly KindMetric[] {
  if (isGoKind(kind)) return kindsOfProfile[kind].metrics;
  const event = eventOfKind(kind) ?? kind;
  const simulated = event === 'instructions' ? Object.keys(simulatedEvents) : [];
  return [event, ...simulated].map((sampleType) => {
    // Of the clocks of perf.
    const counted = /-clock$/.test(sampleType) ? `${sampleType}-ns` : sampleType;
    return { sampleType, perOperation: `${counted}/op`, total: counted };
  });
}
