/**
 * How far a run is, and how long the rest may take. A unit is one measurement of one benchmark, or one profile of it:
 * with six measurements and two profiles, a benchmark has eight. The units that are left take as long as those of this run
 * that are done. All times are in milliseconds and come from outside.
 */
import * as l10n from '@vscode/l10n';
import type { Benchtime } from '../../../base/benchtime.ts';
import type { ProfileKind } from '../../../base/profileKinds.ts';
import { kindLabel } from '../../../base/sampleTypeLabels.ts';
import type { RunStep } from '../../../go/build/runEvents.ts';

/** What is known of a run when it begins. */
export interface PlannedRun {
  readonly selections: readonly PlannedSelection[];
  readonly kinds: readonly (ProfileKind | 'counters')[];
  readonly count: number;
  readonly benchtime: Benchtime;
  /** Two if the run compares two builds; then each benchmark is measured and profiled in both. */
  readonly builds: 1 | 2;
  /** How long a unit took before, on average; missing or `null` if that is not known. */
  readonly each?: number | null;
}

export interface PlannedSelection {
  readonly name: string;
  /** The benchmarks that it runs, itself or its sub-benchmarks; `null` if that is not known before it runs. */
  readonly expected: readonly string[] | null;
}

/** A digit's width. Numbers that grow are filled up with it, so that what stands behind them does not move. */
const figureSpace = '\u2007';

/** Go measures for somewhat longer than the benchtime, because it has to find out how many iterations that takes. */
const perBenchtime = 1.25;

export class RunEstimate {
  #work: RunStep['what'] = 'build';
  #name: string | null = null;
  /** When the first unit began; `null` before it. */
  #begun: number | null = null;
  /** When the current unit began. */
  #since = 0;
  /** The index of the selection that is timed now, or was last. */
  #selection = -1;
  /** Of each selection, the benchmarks that have been measured, with their number of measurements. */
  readonly #measured: Map<string, number>[];
  #profiled = 0;

  constructor(private readonly run: PlannedRun) {
    this.#measured = run.selections.map(() => new Map());
  }

  /** A step begins, and the one before it ends. */
  step({ what, benchmark }: Pick<RunStep, 'what' | 'benchmark'>, now: number): void {
    if (this.#work !== 'build' && this.#work !== 'timing') this.#profiled++;
    if (what !== 'build') this.#begun ??= now;
    if (what === 'timing' && benchmark !== this.#selected?.name) this.#selection++;
    this.#work = what;
    this.#name = benchmark;
    this.#since = now;
  }

  /** One more measurement of a benchmark is there. */
  measured(name: string, now: number): void {
    const of = this.#measured[this.#selection];
    of?.set(name, (of.get(name) ?? 0) + 1);
    this.#name = name;
    this.#since = now;
  }

  /** Units that are done, and all of them: `null` while it is not known how many benchmarks there are. */
  get reached(): { readonly done: number; readonly of: number | null } {
    const of = this.#units;
    const done = this.#measurementsDone + this.#profiled;
    return { done, of: of === null ? null : Math.max(of, done + (this.#work === 'build' ? 0 : 1)) };
  }

  /** The benchmark that is measured or profiled now; `null` while the run builds. */
  get name(): string | null {
    return this.#name;
  }

  /** How long the rest may take; `null` if nothing says so. */
  left(now: number): number | null {
    const { done, of } = this.reached;
    const each = this.#perUnit(done);
    return of === null || each === null ? null : each * (of - done) - Math.min(each, now - this.#since);
  }

  /** For the lens: `3 of 12 · about 40 s`. */
  short(now: number): string {
    const what = this.#work === 'build' ? l10n.t('building') : this.#countText(figureSpace);
    return [what, ...this.#leftText(now)].join(' · ');
  }

  /**
   * For the progress bar and the lens's tooltip: `BenchmarkRank/n=100: ~461ns/op · 9 of 96 · about 40 s`. It counts as the lens does.
   *
   * @param number what has been measured until now; empty if nothing is known
   */
  long(now: number, message: string, number = ''): string {
    const work = this.#work;
    const left = this.#leftText(now);
    if (work === 'build' || this.#name === null) return [message, ...left].join(' · ');
    if (work === 'counters') return [message, this.#countText(), ...left].join(' · ');
    const known = number === '' ? [] : [number];
    const profile = work === 'timing' ? [] : [l10n.t('{0} profile', kindLabel(work))];
    return `${this.#name}: ${[...known, ...profile, this.#countText(), ...left].join(' · ')}`;
  }

  /** The unit that is measured now, `3 of 12`. */
  #countText(filler = ''): string {
    const { done, of } = this.reached;
    return of === null
      ? l10n.t('measuring')
      : l10n.t('{0} of {1}', String(done + 1).padStart(String(of).length, filler), of);
  }

  #leftText(now: number): string[] {
    const left = this.left(now);
    return left === null ? [] : [aboutText(left)];
  }

  /** As the units that are done; before the first, as in earlier runs, or as the benchtime says. Of iterations, nobody knows what they take. */
  #perUnit(done: number): number | null {
    if (this.#begun === null) return null;
    if (done > 0) return (this.#since - this.#begun) / done;
    const { benchtime, each } = this.run;
    if (each != null) return each;
    return 'nanoseconds' in benchtime ? (perBenchtime * benchtime.nanoseconds) / 1e6 : null;
  }

  get #selected(): PlannedSelection | undefined {
    return this.run.selections[this.#selection];
  }

  /** The timings are not over: profiles come after all of them. */
  get #isTiming(): boolean {
    return this.#work === 'build' || this.#work === 'timing';
  }

  get #measurementsDone(): number {
    return this.#measured.reduce((sum, of) => sum + [...of.values()].reduce((all, n) => all + n, 0), 0);
  }

  get #units(): number | null {
    const { builds, count, kinds } = this.run;
    let units = 0;
    for (const [i, selection] of this.run.selections.entries()) {
      const names = this.#namesOf(selection, i);
      if (names === null) return null;
      // A benchmark that failed has no more measurements to come.
      const isOver = i < this.#selection || !this.#isTiming;
      const measured = [...(this.#measured[i]?.values() ?? [])].reduce((sum, n) => sum + n, 0);
      units += isOver ? measured : Math.max(measured, builds * count * names.length);
      units += builds * kinds.length * names.length;
    }
    return units;
  }

  /** The benchmarks of a selection, as far as that is known. */
  #namesOf({ name, expected }: PlannedSelection, i: number): readonly string[] | null {
    const measured = [...(this.#measured[i]?.keys() ?? [])];
    if (i < this.#selection || !this.#isTiming) return measured;
    // A benchmark that has a result line of its own has no sub-benchmarks.
    if (measured.includes(name)) return measured;
    return expected === null ? null : [...new Set([...measured, ...expected])];
  }
}

/** A length of time as a guess deserves: `a few seconds`, `about 15 s`, `about 40 s`, `about 3 min`. */
export function aboutText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 4) return l10n.t('a few seconds');
  if (seconds < 18) return l10n.t('about {0} s', 5 * Math.max(1, Math.round(seconds / 5)));
  if (seconds < 95) return l10n.t('about {0} s', 10 * Math.round(seconds / 10));
  return l10n.t('about {0} min', Math.max(2, Math.round(seconds / 60)));
}
