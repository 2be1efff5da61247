/**
 * What makes timings unreliable: the state of the machine while a benchmark was timed, and how much its measurements
 * differ. From these numbers it makes sentences, the most important one first.
 */
import type { Problem } from '../../base/result.ts';
import { type Measurement, valuesOf } from '../benchfmt/resultLine.ts';
import { twoSpeeds } from '../statistics/twoSpeeds.ts';
import { layoutSpread, withoutLayouts } from './layouts.ts';
import { formatMetric, halfRange, summarize } from './summary.ts';

/** The machine during the timings. `null` is a value that could not be read. */
export interface MachineWatch {
  /** Wall time of the timings. */
  readonly seconds: number;
  /** All cores of the machine. */
  readonly cores: number;
  /** The cores that we may use, by the quota of a container and the affinity of processes. It may be a fraction. */
  readonly usableCores: number;
  /** Processor time of all other processes. */
  readonly otherSeconds: number | null;
  /** The other process that used most processor time. */
  readonly busiest: { readonly name: string; readonly seconds: number } | null;
  /** Processor time that the host gave to other virtual machines. */
  readonly stolenSeconds: number | null;
  /** Time in which the container was stopped because its quota was used up. */
  readonly throttledSeconds: number | null;
  /** How many times a core was slowed down because it was hot. */
  readonly hotThrottles: number | null;
  readonly onBattery: boolean | null;
  /** The name of the setting that keeps the cores slow. */
  readonly slowGovernor: string | null;
}

/** There is no note if other processes use less than this much of a core, or less than this share of all cores. */
const tolerableCores = 0.25;
const tolerableShare = 0.05;
/** Counters of processor time are too coarse for a shorter time. */
const leastSeconds = 0.3;
const tolerableSteal = 0.02;
const tolerableThrottling = 0.01;

/** What disturbed the timings of this run. */
export function disturbances(watch: MachineWatch): Problem[] {
  const { seconds, cores, usableCores, otherSeconds, stolenSeconds, throttledSeconds } = watch;
  if (!(seconds > 0)) return [];
  const notes: Problem[] = [];
  const busy = seconds < leastSeconds ? 0 : (otherSeconds ?? 0) / seconds;
  if (busy > Math.max(tolerableCores, tolerableShare * cores)) notes.push(busyNote(watch, busy));
  const stolen = (stolenSeconds ?? 0) / seconds / cores;
  if (stolen > tolerableSteal) {
    notes.push(
      note(
        'noise-stolen',
        'The host of this virtual machine took away {0} of its processor time.',
        percent(stolen),
      ),
    );
  }
  const throttled = (throttledSeconds ?? 0) / seconds;
  if (throttled > tolerableThrottling) {
    notes.push(
      note(
        'noise-quota',
        'The container had used up its {0} and was stopped for {1} of the time.',
        coresText(usableCores),
        percent(throttled),
      ),
    );
  }
  if ((watch.hotThrottles ?? 0) > 0) {
    notes.push(
      note('noise-heat', 'Cores were slowed down because they were hot. Let the machine cool down.'),
    );
  }
  return notes;
}

const standing: ReadonlySet<string> = new Set([
  'noise-battery',
  'noise-governor',
  'noise-one-core',
  'waited',
  'layouts',
  'calls-in-loop',
  'waits-until-event',
  'counters-shared',
  'counters-lost',
  'counters-skid',
]);

/**
 * The notes that say something against these timings in particular. The `conditions` are true for every run on this
 * machine, so they are not repeated beside each result; that the benchmark `waited`, depends on its layout, or measures
 * `calls-in-loop`, is what it does; and what counters and traces say of themselves says nothing of its time.
 */
export function disturbancesIn(notes: readonly Problem[]): Problem[] {
  return notes.filter(({ code }) => !standing.has(code));
}

/** What makes all timings on this machine less certain. */
export function conditions(watch: MachineWatch): Problem[] {
  const notes: Problem[] = [];
  if (watch.onBattery === true) {
    notes.push(note('noise-battery', 'The machine runs on battery, which may slow it down. Plug it in.'));
  }
  if (watch.slowGovernor !== null) {
    notes.push(
      note(
        'noise-governor',
        'The processor is set to save power ({0}), and its clock goes up and down.',
        watch.slowGovernor,
      ),
    );
  }
  if (watch.usableCores <= 1) {
    notes.push(
      note(
        'noise-one-core',
        'There is one core for the benchmark, the garbage collector and everything else.',
      ),
    );
  }
  return notes;
}

function busyNote({ busiest, cores, seconds }: MachineWatch, busy: number): Problem {
  const others = busy.toFixed(1);
  if (busiest === null || busiest.seconds < (busy * seconds) / 2) {
    return note('noise-busy', 'Other processes kept {0} of {1} cores busy.', others, cores);
  }
  return note(
    'noise-busy',
    'Other processes kept {0} of {1} cores busy, {2} most of all.',
    others,
    cores,
    busiest.name,
  );
}

export interface TimedBenchmark {
  readonly procs: number;
  readonly measurements: readonly Measurement[];
}

/** A note if GOMAXPROCS is larger than the number of cores. Ask only if the user did not choose GOMAXPROCS. */
export function procsNote({ procs }: TimedBenchmark, usableCores: number): Problem | null {
  // Since 1.25, Go rounds the quota of a container up, and uses at least 2.
  if (procs <= Math.max(2, Math.ceil(usableCores))) return null;
  return note(
    'noise-procs',
    'GOMAXPROCS is {0}, but there are only {1} for it: Go before 1.25 does not see the limit of a container. Set it to {2}.',
    procs,
    coresText(usableCores),
    Math.max(1, Math.floor(usableCores)),
  );
}

/**
 * A note if GOMAXPROCS was another one in some processes of the run: since 1.25, Go follows the limit of a container. Each
 * number has a result of its own then, with fewer measurements. Ask only if the user did not choose GOMAXPROCS.
 *
 * @param procs of all results of the benchmark in this run
 */
export function procsChangedNote(procs: readonly number[]): Problem | null {
  const different = [...new Set(procs)].sort((a, b) => a - b);
  if (different.length < 2) return null;
  return note(
    'noise-procs-changed',
    'GOMAXPROCS was not the same in all processes of this run ({0}): the limit of the container has changed meanwhile. Set GOMAXPROCS to keep it.',
    different.join(', '),
  );
}

/** A note is made if the interval around the median is wider than this; with few measurements, if half the range is. */
const hugeSpread = 0.1;
const hugeRange = 0.25;
const fewestForInterval = 6;

/** Notes about how the measurements differ. */
export function spreadNotes({ measurements: all }: TimedBenchmark): Problem[] {
  const measurements = withoutLayouts(all, 'ns/op');
  const times = valuesOf(measurements, 'ns/op');
  const speeds = twoSpeeds(times);
  if (speeds !== null) {
    const { fast, slow } = speeds;
    return [
      note(
        'noise-two-speeds',
        'It runs at two speeds: {0} measurements at {1}, {2} at {3}. Something switches between them, so the median says little.',
        fast.count,
        formatMetric(fast.median, 'ns/op'),
        slow.count,
        formatMetric(slow.median, 'ns/op'),
      ),
    ];
  }
  const summary = summarize(measurements, 'ns/op');
  if (summary === null) return [];
  const isFew = times.length < fewestForInterval;
  const spread = isFew ? halfRange(times, summary.median) : (summary.spread ?? 0);
  // Times of 0 have no shares.
  if (!(spread > (isFew ? hugeRange : hugeSpread) && Number.isFinite(spread))) return [];
  return [
    note(
      'noise-spread',
      'The measurements differ by ±{0}. More of them make the result more certain.',
      percent(spread),
    ),
  ];
}

/** The range of the layouts' medians, as a share, from which on there is a note. */
const hugeLayouts = 0.05;

/** A note if the benchmark depends much on where the linker has put its code. */
export function layoutNote({ measurements }: TimedBenchmark): Problem | null {
  const layouts = layoutSpread([measurements], 'ns/op');
  if (layouts === null || !layouts.isEvident || 2 * layouts.spread <= hugeLayouts) return null;
  return note(
    'layouts',
    'It differs by ±{0} between {1} layouts: where the linker puts the code matters to it. Smaller changes of a single build mean nothing.',
    percent(layouts.spread),
    layouts.count,
  );
}

function note(code: string, template: string, ...args: (string | number)[]): Problem {
  return { code, template, args };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

function coresText(cores: number): string {
  return cores === 1 ? '1 core' : `${Number(cores.toFixed(1))} cores`;
}
