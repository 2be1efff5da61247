/**
 * What spoils timings, told from numbers alone: how the machine was while a benchmark was timed, and how its runs differ.
 * Sentences out, in the order of what weighs most.
 */
import type { Problem } from '../../result.ts';
import type { Measurement } from '../benchfmt/resultLine.ts';
import { twoSpeeds } from '../statistics/twoSpeeds.ts';
import { formatMetric, type Summary, summarize } from './summary.ts';

/** The machine during the timings; `null` is what could not be read. */
export interface MachineWatch {
  /** Wall time of the timings. */
  readonly seconds: number;
  /** Cores the machine has, whoever may use them. */
  readonly cores: number;
  /** Cores that we may use: the quota of a container, and what processes are bound to; may be a fraction. */
  readonly usableCores: number;
  /** Processor time of everything but the benchmark. */
  readonly otherSeconds: number | null;
  /** The process that used most of it. */
  readonly busiest: { readonly name: string; readonly seconds: number } | null;
  /** Processor time that the host of a virtual machine gave to others. */
  readonly stolenSeconds: number | null;
  /** Time in which the container had used up its quota. */
  readonly throttledSeconds: number | null;
  /** Times that a core was slowed down because it was hot. */
  readonly hotThrottles: number | null;
  readonly onBattery: boolean | null;
  /** A setting keeps the cores slow; its name. */
  readonly slowGovernor: string | null;
}

/** Others may have this much of a core, or this share of all, before it is worth a word. */
const tolerableCores = 0.25;
const tolerableShare = 0.05;
/** Counters of processor time are too coarse to say anything of a shorter time. */
const leastSeconds = 0.3;
const tolerableSteal = 0.02;
const tolerableThrottling = 0.01;

/** What disturbed all that was timed. */
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

const standing: ReadonlySet<string> = new Set(['noise-battery', 'noise-governor', 'noise-one-core']);

/** Whether a note is of `conditions`: true of every run on this machine, so nothing to repeat beside each result. */
export function isStanding({ code }: Problem): boolean {
  return standing.has(code);
}

/** What makes timings on this machine less sure, whatever else happens. */
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

/** Whether GOMAXPROCS is what the cores are there for; only where the user did not choose it. */
export function procsNote({ procs }: TimedBenchmark, usableCores: number): Problem | null {
  // Go since 1.25 rounds a container's quota up, and never goes below two.
  if (procs <= Math.max(2, Math.ceil(usableCores))) return null;
  return note(
    'noise-procs',
    'GOMAXPROCS is {0}, but there are only {1} for it: Go before 1.25 does not see the limit of a container. Set it to {2}.',
    procs,
    coresText(usableCores),
    Math.max(1, Math.floor(usableCores)),
  );
}

/** Interval around the median beyond which a result says little; from fewer runs the range has to be larger. */
const hugeSpread = 0.1;
const hugeRange = 0.25;
const fewestForInterval = 6;

/** What is odd about the runs themselves. */
export function spreadNotes({ measurements }: TimedBenchmark): Problem[] {
  const times = measurements.flatMap(({ metrics }) => metrics['ns/op'] ?? []);
  const speeds = twoSpeeds(times);
  if (speeds !== null) {
    const { fast, slow } = speeds;
    return [
      note(
        'noise-two-speeds',
        'It runs at two speeds: {0} runs at {1}, {2} at {3}. Something switches between them; the median says little.',
        fast.count,
        formatMetric(fast.median, 'ns/op'),
        slow.count,
        formatMetric(slow.median, 'ns/op'),
      ),
    ];
  }
  const summary: Summary | null = summarize(measurements, 'ns/op');
  const limit = times.length < fewestForInterval ? hugeRange : hugeSpread;
  if (summary === null || summary.spread === null || summary.spread <= limit) return [];
  return [
    note(
      'noise-spread',
      'Its runs differ by ±{0}. More runs make the result surer.',
      percent(summary.spread),
    ),
  ];
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
