/** A server that is watched: a new profile every few seconds, until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../../analysis/values/profileFacts.ts';
import { defaultSampleType } from '../../../analysis/values/sampleType.ts';
import { total } from '../../../analysis/values/total.ts';
import { scaledLabel } from '../../../analysis/values/units.ts';
import { ok, type Result, sentence } from '../../../base/result.ts';
import { busyPercent } from '../../../go/load/loadText.ts';
import { isAway, ServerFigureSource, type ServerFigures } from '../../../go/servers/serverFigures.ts';
import { sizeOfFile } from '../../../go/toolchain/keptFiles.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import { profileLabel } from './chooseProfile.ts';
import { type ConnectedServer, type ServersContext, serverLabel } from './connecting.ts';
import { fetchProfile, fetchRate } from './fetching.ts';
import type { LastFetch } from './keptServers.ts';
import { removeMoments, tidyMoments } from './moments.ts';
import type { Watched } from './watched.ts';

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
  /** What the server said after the profile before; `null` if there was none, or the server was away since. */
  #before: ServerFigures | null = null;

  constructor(
    private readonly context: ServersContext,
    private readonly connected: ConnectedServer,
    private readonly what: LastFetch,
    private readonly watched: Watched,
  ) {}

  /** Goes on until the signal stops it, or the server fails again and again: then answers why. */
  async run(signal: AbortSignal, events: WatchEvents): Promise<Result<void>> {
    let failures = 0;
    let lastAnswer = performance.now();
    this.watched.begin(this.what);
    const { index, access } = this.connected;
    const figures = new ServerFigureSource(index, access, this.what.seconds ?? 1);
    for (;;) {
      this.#before ??= await figures.ask(signal);
      const fetched = await this.#fetch(signal);
      const after = await figures.ask(signal);
      if (signal.aborted) return this.#ended(ok(undefined));
      if (fetched.ok) {
        failures = 0;
        lastAnswer = performance.now();
        this.#show(fetched.value, after, events);
        this.#before = after;
      } else {
        this.#before = null;
        failures++;
        const gone = performance.now() - lastAnswer;
        const mayComeBack = isAway(fetched.problem) ? gone < patience : failures < mostFailures;
        if (this.#last === null || !mayComeBack) return this.#ended(fetched);
        this.watched.away(sentence(fetched.problem));
        events.waits(l10n.t('no answer for {0} s {1}', Math.round(gone / 1000), sparkline(this.#values)));
      }
      if (!fetched.ok || !isRecording(this.what)) await this.#wait(signal);
      if (signal.aborted) return this.#ended(ok(undefined));
    }
  }

  #ended<T extends Result<unknown>>(outcome: T): T {
    this.watched.end(outcome.ok ? '' : sentence(outcome.problem));
    return outcome;
  }

  #fetch(signal: AbortSignal): Promise<Result<SessionSource>> {
    const what = isRecording(this.what) ? this.what : { ...this.what, seconds: null };
    return fetchProfile(this.context, this.connected, what, signal);
  }

  #wait(signal: AbortSignal): Promise<void> {
    return sleep((this.what.seconds ?? 1) * 1000, undefined, { signal, ref: false }).catch(() => undefined);
  }

  #show(source: SessionSource, figures: ServerFigures, events: WatchEvents): void {
    const { sessions } = this.context;
    const { name } = this.what;
    const { profile } = source.held;
    const seconds = isRecording(this.what) ? secondsOf(profile, this.what.seconds ?? 1) : null;
    const reading = readingOf(profile, seconds);
    this.#values.push(reading.value);
    if (this.#values.length > mostValues) this.#values.shift();
    // The newest value comes first: a narrow view cuts the end.
    const value = `${profileLabel(name)} ${reading.text}`;
    const text = `${value} ${sparkline(this.#values)}`;
    const short = sparkline(this.#values.slice(-mostInTitle));
    const title = `${serverLabel(this.connected.server)} · ${value} ${short}`;
    const before = this.#last;
    const after = before === null ? {} : { watchedAfter: before.profilePath };
    const session = sessions.addFile({ ...source, title, ...fetchRate(seconds), ...after });
    const file = source.profilePath;
    const bytes = sizeOfFile(file);
    const gone = this.watched.add({ file, bytes, seconds, profile }, this.#before, figures);
    const { active } = sessions;
    // What the user looks at otherwise stays.
    if (before === null || active?.sessionId === before.id) {
      const sampleType = before === null ? session.defaultSampleType : (active?.sampleType ?? 0);
      sessions.show({ sessionId: session.id, sampleType });
    }
    this.#last = session;
    removeMoments(this.context, gone);
    tidyMoments(this.context, this.watched);
    events.shown(session, text);
  }
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
  const value = all / seconds;
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
