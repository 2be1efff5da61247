import * as l10n from '@vscode/l10n';
import { listAt } from '../../../base/maps.ts';
import { medianInterval } from '../../../bench/statistics/median.ts';
import { formatMetric } from '../../../bench/verdicts/summary.ts';
import type { RunStep } from '../../../go/build/runEvents.ts';
import { shortName } from '../../results/familyText.ts';
import type { RunEstimate } from './runEstimate.ts';

/** How far the run is that goes now, in words. */
export class RunProgress {
  /** When the run began, in milliseconds since the epoch. */
  readonly since = Date.now();
  /** `null` until it is known what the run will do. */
  #estimate: RunEstimate | null = null;
  #message: string;
  #said = { short: '', share: 0 };
  #share = 0;
  #listener: (isNumber: boolean) => void = () => undefined;
  /** The benchmarks of the run whose timings have begun. */
  readonly #begun = new Set<string>();
  /** The measurements of each benchmark, in ns/op. */
  readonly #times = new Map<string, number[]>();
  #last: { readonly name: string; readonly number: string } | null = null;

  /**
   * @param title what the user calls the run
   * @param names of the run's benchmarks
   * @param now a clock, in milliseconds
   */
  constructor(
    title: string,
    private readonly names: readonly string[],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#message = l10n.t('{0}: starting', title);
  }

  /** @param listener hears whether the step is the first number of a benchmark, which nobody shall wait for */
  onStep(listener: (isNumber: boolean) => void): void {
    this.#listener = listener;
  }

  begin(estimate: RunEstimate): void {
    this.#estimate = estimate;
  }

  step(step: RunStep): void {
    this.#estimate?.step(step, this.now());
    if (step.benchmark !== null) this.#begun.add(step.benchmark);
    this.#message = step.message;
    this.#listener(false);
  }

  /**
   * Says how far a run is that has no estimate.
   *
   * @param short for the lens; empty where nothing is known
   * @param share from 0 to 1
   */
  say(short: string, sentence: string, share: number): void {
    this.#said = { short, share };
    this.#message = sentence;
    this.#listener(false);
  }

  /** @param nsPerOp for the lens, which says what is known so far; `null` where it must not */
  measured(name: string, nsPerOp: number | null = null): void {
    this.#estimate?.measured(name, this.now());
    if (nsPerOp === null) return;
    const times = listAt(this.#times, name);
    times.push(nsPerOp);
    this.#last = { name, number: this.#number };
    if (times.length === 1) this.#listener(true);
  }

  /** Its lens has the result from now on, beside the progress. */
  timed(name: string): void {
    this.#times.delete(name);
  }

  end(): void {
    this.#share = 1;
  }

  /** From 0 to 1. It never goes back, also where there is more to do than was known. */
  get share(): number {
    const { done = 0, of = null } = this.#estimate?.reached ?? {};
    this.#share = Math.max(this.#share, of === null || of === 0 ? this.#said.share : done / of);
    return this.#share;
  }

  /**
   * For the progress bar: `BenchmarkX: ~461ns/op · 3 of 8 · about 40 s`. Editors show it at once, lenses when nothing
   * has changed for a while: in VS Code for half a second.
   */
  get sentence(): string {
    return this.#estimate?.long(this.now(), this.#message, this.#number) ?? this.#message;
  }

  /** For the lens: `~461ns/op · 3 of 8 · about 40 s`; of a sub-benchmark `n=100: ~461ns/op · measuring`. */
  get short(): string {
    if (this.#estimate === null) return this.#said.short || l10n.t('starting');
    const progress = this.#estimate.short(this.now());
    return this.#number === '' ? progress : `${this.#named(this.#number)} · ${progress}`;
  }

  /** What the current benchmark took in the measurements until now, `~461ns/op`, also when there are no more to come; empty if there is none. */
  get soFar(): string {
    return this.#last !== null && this.#last.name === this.#estimate?.name
      ? this.#named(this.#last.number)
      : '';
  }

  /** @param number of the benchmark that is measured; of a sub-benchmark it gets the name */
  #named(number: string): string {
    const name = this.#estimate?.name ?? this.current;
    return name === this.current ? number : `${shortName(name, this.current)}: ${number}`;
  }

  /** What is known until now of the benchmark that is measured; empty if nothing is. */
  get #number(): string {
    const times = this.#times.get(this.#estimate?.name ?? '');
    return times === undefined ? '' : `~${formatMetric(medianInterval(times).median, 'ns/op')}`;
  }

  /** The benchmark of the run that is built, measured or profiled now, by the name that was asked for. */
  get current(): string {
    const [first = ''] = this.names;
    const name = this.#estimate?.name ?? first;
    return this.names.find((each) => name === each || name.startsWith(`${each}/`)) ?? first;
  }

  /** Whether the timings of a benchmark of the run have begun. */
  hasBegun(name: string): boolean {
    return this.#begun.has(name);
  }
}
