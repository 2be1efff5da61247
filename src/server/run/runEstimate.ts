/**
 * How far a run is, and how long the rest may take. A unit is one measurement of one benchmark, or one profile of it:
 * with six measurements and two profiles, a benchmark has eight. All times are in milliseconds and come from outside.
 */
import type { Benchtime } from '../../benchtime.ts';
import type { RunStep } from '../../go/build/benchmarkRequest.ts';
import type { ProfileKind } from '../../profileKinds.ts';

/** What is known of a run when it begins. */
export interface PlannedRun {
  /** The package folder. */
  readonly directory: string;
  readonly selections: readonly PlannedSelection[];
  readonly kinds: readonly (ProfileKind | 'counters')[];
  readonly count: number;
  readonly benchtime: Benchtime;
  /** Two if the run compares two builds; then each benchmark is measured and profiled in both. */
  readonly builds: 1 | 2;
}

export interface PlannedSelection {
  readonly name: string;
  /** The benchmarks that it runs, itself or its sub-benchmarks; `null` if that is not known before it runs. */
  readonly expected: readonly string[] | null;
}

type Work = RunStep['what'];

/** How long the builds and passes of earlier runs took. One for all runs. */
export class PassTimes {
  readonly #times = new Map<string, number>();

  get(directory: string, what: Work, name: string, benchtime: Benchtime): number | null {
    return this.#times.get(keyOf(directory, what, name, benchtime)) ?? null;
  }

  put(directory: string, what: Work, name: string, benchtime: Benchtime, milliseconds: number): void {
    this.#times.set(keyOf(directory, what, name, benchtime), milliseconds);
  }
}

function keyOf(directory: string, what: Work, name: string, benchtime: Benchtime): string {
  return JSON.stringify([directory, what, name, what === 'build' ? null : benchtime]);
}

/** How far a run is. */
export interface Reached {
  /** Units that are done. */
  readonly done: number;
  /** All units; `null` while it is not known how many benchmarks there are. */
  readonly of: number | null;
  /** How many benchmarks and sub-benchmarks are measured; `null` if that is not known. */
  readonly benchmarks: number | null;
  readonly work: Work;
  /** The benchmark that is measured or profiled now; `null` while the run builds. */
  readonly name: string | null;
  /** Of that benchmark, so many measurements are there, and so many were asked for. `null` if two builds take turns. */
  readonly measured: { readonly done: number; readonly of: number } | null;
}

/** Go measures for somewhat longer than the benchtime, because it has to find out how many iterations that takes. */
const perBenchtime = 1.25;
/** Starting a process and writing a profile. */
const overhead = 150;

/** Two processes for each count, one of them twice as long. See `countingPlan`. */
const countedMilliseconds = 150;

/** A sum, because a run may have hundreds of thousands of measurements, and their mean is asked for each benchmark. */
interface Seen {
  readonly count: number;
  readonly sum: number;
}

export class RunEstimate {
  readonly #run: PlannedRun;
  readonly #times: PassTimes;
  #hasBegun = false;
  #work: Work = 'build';
  #name: string | null = null;
  /** When the current unit, or the build, began. */
  #since: number;
  /** The index of the selection that is timed now, or was last. */
  #selection = -1;
  /** Of each selection, the benchmarks that have been measured, with their number of measurements. */
  readonly #measured: Map<string, number>[];
  #profiled = 0;
  /** How many profiles of a kind and benchmark are there. */
  readonly #profiles = new Map<string, number>();
  #builds = 0;
  /** The units of this run that have ended: by their work, and by work and benchmark. */
  readonly #seen = new Map<string, Seen>();

  constructor(run: PlannedRun, times: PassTimes, now: number) {
    this.#run = run;
    this.#times = times;
    this.#since = now;
    this.#measured = run.selections.map(() => new Map());
  }

  /** A step begins, and the one before it ends. */
  step({ what, benchmark }: Pick<RunStep, 'what' | 'benchmark'>, now: number): void {
    if (this.#work !== 'timing' && this.#hasBegun) this.#endUnit(now);
    this.#hasBegun = true;
    if (what === 'timing' && benchmark !== this.#selected?.name) this.#selection++;
    this.#work = what;
    this.#name = benchmark;
    this.#since = now;
  }

  /** One more measurement of a benchmark is there. */
  measured(name: string, now: number): void {
    this.#note('timing', name, now);
    const of = this.#measured[this.#selection];
    of?.set(name, (of.get(name) ?? 0) + 1);
    this.#name = name;
    this.#since = now;
  }

  /** The run has ended well: what its last pass took is remembered. */
  end(now: number): void {
    if (this.#work !== 'timing') this.#endUnit(now);
  }

  get reached(): Reached {
    const of = this.#units;
    const done = this.#measurementsDone + this.#profiled;
    const { builds, count } = this.#run;
    const measured = this.#measured[this.#selection]?.get(this.#name ?? '') ?? 0;
    return {
      done,
      of: of === null ? null : Math.max(of, done + (this.#work === 'build' ? 0 : 1)),
      benchmarks: this.#benchmarks,
      work: this.#work,
      name: this.#name,
      measured: builds === 1 ? { done: measured, of: count } : null,
    };
  }

  /** How long the rest may take; `null` if nothing says so. */
  left(now: number): number | null {
    const elapsed = Math.max(0, now - this.#since);
    let left = 0;
    const { builds, kinds, count } = this.#run;
    if (this.#work === 'build') {
      const build = this.#times.get(this.#run.directory, 'build', '', this.#run.benchtime);
      if (build === null) return null;
      left += Math.max(0, build - elapsed) + Math.max(0, builds - this.#builds - 1) * build;
    }
    for (const [i, selection] of this.#run.selections.entries()) {
      const names = this.#namesOf(selection, i);
      if (names === null) return null;
      for (const name of names) {
        const missing = builds * count - (this.#measured[i]?.get(name) ?? 0);
        const isOver = i < this.#selection || !this.#isTiming;
        if (!isOver && missing > 0) {
          const each = this.#expected('timing', name);
          if (each === null) return null;
          left += missing * each;
        }
        for (const kind of kinds) {
          const lacking = builds - (this.#profiles.get(`${kind} ${name}`) ?? 0);
          if (lacking <= 0) continue;
          const each = this.#expected(kind, name);
          if (each === null) return null;
          left += lacking * each;
        }
      }
    }
    if (this.#work !== 'build') {
      const current = this.#expected(this.#work, this.#name ?? '') ?? 0;
      left -= Math.min(elapsed, current);
    }
    return Math.max(0, left);
  }

  get #selected(): PlannedSelection | undefined {
    return this.#run.selections[this.#selection];
  }

  /** The timings are not over: profiles come after all of them. */
  get #isTiming(): boolean {
    return this.#work === 'build' || this.#work === 'timing';
  }

  #endUnit(now: number): void {
    if (this.#work === 'build') this.#builds++;
    else {
      const profile = `${this.#work} ${this.#name}`;
      this.#profiled++;
      this.#profiles.set(profile, (this.#profiles.get(profile) ?? 0) + 1);
    }
    this.#note(this.#work, this.#name ?? '', now);
  }

  #note(work: Work, name: string, now: number): void {
    const milliseconds = Math.max(0, now - this.#since);
    for (const key of [work, `${work} ${name}`]) {
      const { count, sum } = this.#seen.get(key) ?? { count: 0, sum: 0 };
      this.#seen.set(key, { count: count + 1, sum: sum + milliseconds });
    }
    this.#times.put(this.#run.directory, work, name, this.#run.benchtime, milliseconds);
  }

  get #measurementsDone(): number {
    return this.#measured.reduce((sum, of) => sum + [...of.values()].reduce((all, n) => all + n, 0), 0);
  }

  get #units(): number | null {
    const { builds, count, kinds } = this.#run;
    let units = 0;
    for (const [i, selection] of this.#run.selections.entries()) {
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

  get #benchmarks(): number | null {
    const each = this.#run.selections.map((selection, i) => this.#namesOf(selection, i));
    return each.includes(null) ? null : each.reduce((sum, names) => sum + (names?.length ?? 0), 0);
  }

  /** The benchmarks of a selection, as far as that is known. */
  #namesOf({ name, expected }: PlannedSelection, i: number): readonly string[] | null {
    const measured = [...(this.#measured[i]?.keys() ?? [])];
    if (i < this.#selection || !this.#isTiming) return measured;
    // A benchmark that has a result line of its own has no sub-benchmarks.
    if (measured.includes(name)) return measured;
    return expected === null ? null : [...new Set([...measured, ...expected])];
  }

  /** How long a unit takes: as those of this run, or else of earlier runs, or else as its benchtime says. */
  #expected(work: Work, name: string): number | null {
    const seen = this.#seen.get(`${work} ${name}`) ?? this.#seen.get(work);
    if (seen !== undefined) return seen.sum / seen.count;
    const { directory, benchtime } = this.#run;
    return this.#times.get(directory, work, name, benchtime) ?? byBenchtime(work, benchtime);
  }
}

/** `null` for a benchtime in iterations: how long one takes is not known. See `passIterations` for the profiles. */
function byBenchtime(work: Work, benchtime: Benchtime): number | null {
  if (!('nanoseconds' in benchtime)) return null;
  const milliseconds = benchtime.nanoseconds / 1e6;
  switch (work) {
    case 'timing':
      return perBenchtime * milliseconds;
    case 'counters':
      // Counted five times, then three events are recorded.
      return 5 * (countedMilliseconds + 2 * overhead) + 3 * (cpuPass(milliseconds) + overhead);
    case 'mem':
      return Math.max(100, milliseconds / 4) + overhead;
    default:
      return cpuPass(milliseconds) + overhead;
  }
}

function cpuPass(milliseconds: number): number {
  return perBenchtime * Math.max(milliseconds, 300, Math.min(1000, 2 * milliseconds));
}
