/** A server that is watched: a new profile every few seconds, until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../../analysis/values/profileFacts.ts';
import { defaultSampleType } from '../../../analysis/values/sampleType.ts';
import { total } from '../../../analysis/values/total.ts';
import { scaledLabel } from '../../../analysis/values/units.ts';
import { ok, type Problem, type Result } from '../../../base/result.ts';
import { busyPercent } from '../../../go/load/loadText.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import { profileLabel } from './chooseProfile.ts';
import { type ConnectedServer, type ServersContext, serverLabel } from './connecting.ts';
import { fetchProfile, removeProfiles } from './fetching.ts';
import type { LastFetch } from './keptServers.ts';

/** What the chart shows: so many of the newest values. */
const mostValues = 30;
/** And so many in the title of a profile, which stands in the status bar. */
const mostInTitle = 10;
const mostFailures = 3;
/** Milliseconds. A server that is built and started again does not answer for so long. */
const patience = 120_000;

interface Reading {
  readonly value: number;
  /** `42%`, `1.20MB/s`. */
  readonly text: string;
}

interface WatchEvents {
  /** A new profile is on the lines. @param text the chart and its newest value */
  shown(session: Session, text: string): void;
  /** The server has not answered. It is asked again. @param text for how long, and the chart */
  waits(text: string): void;
}

export class Watching {
  readonly #values: number[] = [];
  #last: Session | null = null;

  constructor(
    private readonly context: ServersContext,
    private readonly connected: ConnectedServer,
    private readonly what: LastFetch,
  ) {}

  /** Goes on until the signal stops it, or the server fails again and again: then answers why. */
  async run(signal: AbortSignal, events: WatchEvents): Promise<Result<void>> {
    let failures = 0;
    let lastAnswer = performance.now();
    for (;;) {
      const fetched = await this.#fetch(signal);
      if (signal.aborted) return ok(undefined);
      if (fetched.ok) {
        failures = 0;
        lastAnswer = performance.now();
        this.#show(fetched.value, events);
      } else {
        failures++;
        const gone = performance.now() - lastAnswer;
        const mayComeBack = isAway(fetched.problem) ? gone < patience : failures < mostFailures;
        if (this.#last === null || !mayComeBack) return fetched;
        events.waits(l10n.t('no answer for {0} s {1}', Math.round(gone / 1000), sparkline(this.#values)));
      }
      if (!fetched.ok || !isRecording(this.what)) await this.#wait(signal);
      if (signal.aborted) return ok(undefined);
    }
  }

  #fetch(signal: AbortSignal): Promise<Result<SessionSource>> {
    const what = isRecording(this.what) ? this.what : { ...this.what, seconds: null };
    return fetchProfile(this.context, this.connected, what, signal);
  }

  #wait(signal: AbortSignal): Promise<void> {
    return sleep((this.what.seconds ?? 1) * 1000, undefined, { signal, ref: false }).catch(() => undefined);
  }

  #show(source: SessionSource, events: WatchEvents): void {
    const { sessions } = this.context;
    const { name, seconds } = this.what;
    const { profile } = source.held;
    const reading = readingOf(profile, isRecording(this.what) ? seconds : null);
    this.#values.push(reading.value);
    if (this.#values.length > mostValues) this.#values.shift();
    // The newest value comes first: a narrow view cuts the end.
    const value = `${profileLabel(name)} ${reading.text}`;
    const text = `${value} ${sparkline(this.#values)}`;
    const short = sparkline(this.#values.slice(-mostInTitle));
    const title = `${serverLabel(this.connected.server)} · ${value} ${short}`;
    const before = this.#last;
    const after = before === null ? {} : { watchedAfter: before.profilePath };
    const rate =
      isRecording(this.what) && seconds !== null
        ? { operations: secondsOf(profile, seconds), perUnit: 'second' as const }
        : {};
    const session = sessions.addFile({ ...source, title, ...rate, ...after });
    const { active } = sessions;
    // What the user looks at otherwise stays.
    if (before === null || active?.sessionId === before.id) {
      const sampleType = before === null ? session.defaultSampleType : (active?.sampleType ?? 0);
      sessions.show({ sessionId: session.id, sampleType });
    }
    if (before?.watchedAfter !== undefined) removeProfiles(this.context, [before.watchedAfter]);
    this.#last = session;
    events.shown(session, text);
  }
}

/** Nobody listens, or the proxy in front of the server says that it has none. */
function isAway({ code, args }: Problem): boolean {
  if (code === 'server-refused') return Number(args[1]) >= 502 && Number(args[1]) <= 504;
  return code === 'server-unreachable' || code === 'connection-lost' || code === 'server-silent';
}

/** The server waits for the time that it is asked for. Of goroutines, it says at once where they are. */
function isRecording({ name }: LastFetch): boolean {
  return name !== 'goroutine';
}

/** The time that the profile covers; what was asked for, if it does not say that. */
function secondsOf({ durationNanos }: Profile, asked: number): number {
  const seconds = Number(durationNanos) / 1e9;
  return seconds > 0 ? seconds : asked;
}

function readingOf(profile: Profile, seconds: number | null): Reading {
  const busy = cpuShareOfWallTime(profile);
  if (busy !== null) return { value: busy, text: busyPercent(busy) };
  const sampleType = defaultSampleType(profile);
  const { unit = '' } = profile.sampleTypes[sampleType] ?? {};
  const all = Number(total(profile, sampleType));
  if (seconds === null) return { value: all, text: scaledLabel(all, unit, 'auto') };
  const value = all / secondsOf(profile, seconds);
  return { value, text: `${scaledLabel(Math.round(value), unit, 'auto')}/s` };
}

const bars = '▁▂▃▄▅▆▇█';

/** A small chart of one line of text: a bar for each value, from 0 to the largest one. */
function sparkline(values: readonly number[]): string {
  const most = values.reduce((largest, value) => Math.max(largest, value), 0);
  return values
    .map((value) => bars[most <= 0 ? 0 : Math.min(7, Math.floor((Math.max(0, value) / most) * 7.999))] ?? '')
    .join('');
}
