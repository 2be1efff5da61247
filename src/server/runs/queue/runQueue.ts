import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver';
import type { EndTurn, TurnRequest } from '../../../go/machine/machineTurn.ts';
import type { ProgressBar } from '../../client/messages.ts';
import { RunProgress } from './runProgress.ts';

export interface QueuedRun {
  readonly directory: string;
  /** Full names of the benchmarks or tests; at least one. */
  readonly names: readonly string[];
  /** For the user, if the names do not say it: `tests of cart`. */
  readonly title?: string;
  /** For the progress bar, if it does not profile. */
  readonly doing?: string;
  /** What is asked for besides the names. Two runs with the same names and the same `how` are the same. */
  readonly how: string;
  /** It measures kept binaries in turns. If it is cancelled, nothing of it is kept; if it is stopped, all of it. */
  readonly isInTurns?: true;
  /** It measures nothing, so it need not wait for what others measure on this machine. */
  readonly isProgram?: true;
}

/** What a run gets when its turn comes. */
export interface Turn {
  /** Aborted when the user cancels the run, or the server shuts down. */
  readonly signal: AbortSignal;
  readonly progress: RunProgress;
  /** Asked after an abort: whether the user wants what has been measured until then. */
  readonly keepsPartial: () => boolean;
}

export interface QueueEntry {
  readonly run: QueuedRun;
  /** `null` while it waits. */
  readonly progress: RunProgress | null;
  /** What is measured elsewhere on this machine, while it waits for that. */
  readonly elsewhere: string | null;
}

interface Entry extends QueueEntry {
  progress: RunProgress | null;
  elsewhere: string | null;
  readonly abort: AbortController;
  isStopped: boolean;
  /** Makes a waiting run answer at once. */
  giveUp: () => void;
}

/** How often the texts of a run are looked at again, in milliseconds. */
const pace = 1000;

/**
 * Starts runs one after the other: two at the same time would disturb each other's timings. The run that goes has a
 * progress bar, which can cancel it, and which says what waits. Other windows on the machine measure before or after.
 */
export class RunQueue {
  readonly #listeners = new Set<() => void>();
  /** In the order in which they start. The first one goes. */
  readonly #entries: Entry[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(
    private readonly createProgress: () => ProgressBar,
    private readonly takeTurn: (request: TurnRequest) => Promise<EndTurn | null> = async () => () =>
      undefined,
  ) {}

  /**
   * Called when a run is added, starts or ends, at once for the first number of a benchmark, and at most once a second when
   * the texts of its progress have changed.
   */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** The first one goes, the others wait. */
  get entries(): readonly QueueEntry[] {
    return this.#entries;
  }

  /** Whether a run that goes or waits does all that this one would do. */
  has({ directory, names, how }: QueuedRun): boolean {
    return this.#entries.some(({ run }) => run.how === how && isOfAll(run, directory, names));
  }

  /**
   * Cancels the first run that has all these benchmarks and goes or waits. Answers false if there is none.
   *
   * @param isStop keeps what it has measured, also of a run in turns
   */
  cancel(directory: string, names: readonly string[], isStop = false): boolean {
    return this.#cancel(
      this.#entries.find(({ run }) => isOfAll(run, directory, names)),
      isStop,
    );
  }

  /** Stops the run that goes. Answers false if none does. */
  cancelFirst(): boolean {
    return this.#cancel(this.#entries[0], true);
  }

  /** Answers what `work` answers; `null` if it was cancelled before its turn came. */
  async add<T>(
    run: QueuedRun,
    work: (turn: Turn) => Promise<T>,
    token: CancellationToken,
  ): Promise<T | null> {
    const waiting = { run, progress: null, elsewhere: null, isStopped: false };
    const entry: Entry = { ...waiting, abort: new AbortController(), giveUp: () => undefined };
    const givenUp = new Promise<null>((resolve) => {
      entry.giveUp = () => resolve(null);
    });
    this.#entries.push(entry);
    token.onCancellationRequested(() => this.#cancel(entry));
    const done = this.#last.then(() => (entry.abort.signal.aborted ? null : this.#start(entry, work)));
    this.#last = done.catch(() => undefined);
    this.#changed();
    try {
      return await Promise.race([done, givenUp]);
    } finally {
      this.#remove(entry);
    }
  }

  async #start<T>(entry: Entry, work: (turn: Turn) => Promise<T>): Promise<T | null> {
    const bar = this.createProgress();
    bar.token.onCancellationRequested(() => this.#cancel(entry));
    // The messages have the name.
    bar.begin(entry.run.doing ?? l10n.t('Profiling'), startingText(entry.run));
    const endTurn = entry.run.isProgram === true ? () => undefined : await this.#turn(entry, bar);
    try {
      return endTurn === null ? null : await this.#go(entry, bar, work);
    } finally {
      endTurn?.();
      this.#remove(entry);
      bar.done();
    }
  }

  /** Waits for what is measured elsewhere on this machine. `null` if the run is cancelled before. */
  async #turn(entry: Entry, bar: ProgressBar): Promise<EndTurn | null> {
    const { run, abort } = entry;
    const end = await this.takeTurn({
      title: titleOf(run),
      directory: run.directory,
      signal: abort.signal,
      waits: ({ title, folder }) => {
        entry.elsewhere = l10n.t('{0} in {1}', title, folder);
        bar.report(0, waitsSentence(titleOf(run), entry.elsewhere));
        this.#changed();
      },
    });
    if (entry.elsewhere !== null) bar.report(0, startingText(run));
    entry.elsewhere = null;
    return end;
  }

  async #go<T>(entry: Entry, bar: ProgressBar, work: (turn: Turn) => Promise<T>): Promise<T> {
    const progress = new RunProgress(titleOf(entry.run), entry.run.names);
    entry.progress = progress;
    this.#changed();
    let shown = '';
    let isTold = true;
    let toldAt = Number.NEGATIVE_INFINITY;
    const show = (isDue: boolean, isNumber = false): void => {
      const text = [progress.sentence, ...this.#waitingText()].join(' · ');
      if (text !== shown) bar.report(Math.round(progress.share * 100), text);
      isTold &&= text === shown && !isNumber;
      shown = text;
      if (isTold || !(isDue || performance.now() - toldAt >= pace)) return;
      isTold = true;
      toldAt = performance.now();
      this.#changed();
    };
    progress.onStep((isNumber) => show(isNumber, isNumber));
    const timer = setInterval(() => show(true), pace);
    try {
      const keepsPartial = () => !this.#isDisposed && (entry.isStopped || entry.run.isInTurns !== true);
      return await work({ signal: entry.abort.signal, progress, keepsPartial });
    } finally {
      clearInterval(timer);
    }
  }

  #waitingText(): string[] {
    const [next, ...others] = this.#entries.slice(1);
    if (next === undefined) return [];
    if (others.length > 0) return [l10n.t('{0} runs wait', others.length + 1)];
    return [l10n.t('{0} waits', titleOf(next.run))];
  }

  #cancel(entry: Entry | undefined, isStop = false): boolean {
    if (entry === undefined || entry.abort.signal.aborted) return false;
    entry.isStopped = isStop;
    entry.abort.abort();
    if (entry.progress === null && entry !== this.#entries[0]) {
      entry.giveUp();
      this.#remove(entry);
    }
    return true;
  }

  #remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    if (at === -1) return;
    this.#entries.splice(at, 1);
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Cancels all runs, and waits until the one that goes has ended. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    for (const entry of [...this.#entries]) this.#cancel(entry);
    await this.#last;
  }
}

/** Whether a run has all these benchmarks or tests of a folder. */
export function isOfAll(run: QueuedRun, directory: string, names: readonly string[]): boolean {
  return run.directory === path.normalize(directory) && names.every((name) => run.names.includes(name));
}

function startingText(run: QueuedRun): string {
  return l10n.t('{0}: starting', titleOf(run));
}

export function waitsSentence(name: string, other: string): string {
  return l10n.t('{0} waits for {1}: two at the same time would disturb each other.', name, other);
}

/** What the user calls a run: its benchmark, or how many it has. */
export function titleOf({ names, title }: QueuedRun): string {
  if (title !== undefined) return title;
  const [first = ''] = names;
  return names.length === 1 ? first : l10n.t('{0} benchmarks', names.length);
}
