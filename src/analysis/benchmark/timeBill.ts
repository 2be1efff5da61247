/** The time of an operation as a sum: what it computed, and what it waited for. */
import type { Profile } from '../../pprof/profile.ts';
import { chargesOf } from '../bill/charges.ts';
import { sampleInterval } from '../values/sampleIntervals.ts';
import { ownSamples, sumOf } from './waiting.ts';

/** A profile of a benchmark whose timed loop is known. */
export interface BilledProfile {
  readonly profile: Profile;
  /** 1 for the samples of the timed loop. */
  readonly inLoop: Uint8Array;
  readonly operations: number;
}

/** With the time of an operation in the pass of that profile, in nanoseconds: a tracer takes its time, and a machine has moods. */
export interface BilledPass extends BilledProfile {
  readonly wall: number;
  /** Of all threads of its process together, shares of that time: on a core, and waiting for one. `null` where that is not known. */
  readonly threads: { readonly running: number; readonly waiting: number } | null;
}

/** What an operation waits for, as sample types of a trace's profile name it. */
export const billedWaits = ['net', 'sync', 'sleep', 'collector', 'ready'] as const;

/** In nanoseconds per operation. */
export interface TimeBill extends Readonly<Record<(typeof billedWaits)[number], number>> {
  /** The wall time that is explained. */
  readonly wall: number;
  /** What it was in the pass that was traced. Costs of lines are of that. */
  readonly traced: number;
  /** Outside of system calls; `null` without a CPU profile. */
  readonly cpu: number | null;
  /** Computing and waiting in them. */
  readonly syscall: number;
  /** Waiting for a core that the operating system has given to others; `null` where that is not known. */
  readonly core: number | null;
  /**
   * What is left of the wall time: chance, and waiting for a core where that is not known; without a CPU profile also CPU. Less than 0
   * if the parts are too long together. `null` where several goroutines do the operations at once, so that these parts add up to more.
   */
  readonly unexplained: number | null;
}

/** Of the wall time: with no more, an operation computes nearly all the time. */
const mostOfWaits = 0.1;
/** Of what its process computes. With less, others do the work, and nobody knows how long the operation waits for them. */
const leastOfProcess = 0.5;

/**
 * The share of the time in which a goroutine was kept from its core at least: it could run, and no thread did. So it is less where
 * others run beside it. `null` for one that waits: it is also held up when it goes on, and the tracer has that in its waits.
 *
 * @param computes its CPU time, as a share of the time
 * @param waits the same of what it waits for
 */
function heldUp(
  { running, waiting }: NonNullable<BilledPass['threads']>,
  computes: number,
  waits: number,
): number | null {
  if (waits > mostOfWaits || computes < leastOfProcess * running) return null;
  return Math.max(0, Math.min(1 - waits - running, waiting));
}

/**
 * The bill of a benchmark's own goroutine, whose parts follow one another; of `RunParallel`, what its workers did at once. What
 * other goroutines did meanwhile is in none of them: the operation waited for it, or it cost no time. Each part is a share of the pass
 * that has measured it, and as large a share of the wall time.
 *
 * @param wall as it was timed without profilers
 * @param wait the profile of a trace
 */
export function timeBill(wall: number, wait: BilledPass, cpu: BilledPass | null): TimeBill {
  const waits = ownPart(wait, wall);
  const [net, sync, sleep, collector, ready] = billedWaits.map((kind) => waits.of(`${kind}_delay`));
  const others = { net: net!, sync: sync!, sleep: sleep!, collector: collector!, ready: ready! };
  const waited = Object.values(others).reduce((sum, part) => sum + part, 0);
  const computed = cpu === null ? null : computing(cpu, wall);
  const { waiting, ...computes } = withCalls(waits.of('syscall_delay'), computed, wall - waited);
  const isParallel = waits.isParallel || computed?.isParallel === true;
  const isKnown = computed !== null && cpu?.threads != null && !isParallel;
  const share = isKnown ? heldUp(cpu.threads, computed.all / wall, (waited + waiting) / wall) : null;
  const core = share === null ? null : share * wall;
  const left = wall - (computes.cpu ?? 0) - computes.syscall - waited - (core ?? 0);
  return { wall, traced: wait.wall, ...computes, ...others, core, unexplained: isParallel ? null : left };
}

/**
 * Samples and tracer both have the time in system calls. The samples know with some chance how the computing divides, the tracer knows
 * it without. Only the tracer knows of waiting in them, but it lengthens short calls, too: which of both it is follows from whether
 * there is time for the waiting. What is left of that time stays unexplained.
 */
function withCalls(traced: number, computed: ReturnType<typeof computing> | null, most: number) {
  if (computed === null) return { cpu: null, syscall: traced, waiting: traced };
  const { all, inside, low, high } = computed;
  const computing = traced >= low && traced <= high ? traced : inside;
  const waiting = traced > high && most - all > (traced - inside) / 2 ? traced - inside : 0;
  return { cpu: Math.max(0, all - computing), syscall: computing + waiting, waiting };
}

/** The CPU time, and that in system calls and in C, with the interval of its samples. */
function computing(cpu: BilledPass, wall: number) {
  const { cause, causes } = chargesOf(cpu.profile);
  const isInside = causes.map((each) => (['syscall', 'cgo'].includes(each.cause) ? 1 : 0));
  const all = ownPart(cpu, wall);
  const inside = ownPart(cpu, wall, (sample) => isInside[cause[sample]!]!);
  const perSample = all.of('cpu') / all.sum('samples') || 0;
  const { low, high } = sampleInterval(inside.sum('samples'), all.sum('samples'));
  return {
    all: all.of('cpu'),
    inside: inside.of('cpu'),
    low: low * perSample,
    high: high * perSample,
    isParallel: all.isParallel,
  };
}

/** @param counts 1 for samples that count; all if it is not given */
function ownPart(pass: BilledPass, wall: number, counts: (sample: number) => number = () => 1) {
  const { profile, inLoop, operations } = pass;
  const { own, atOnce } = ownSamples(profile);
  const counted = own.map((each, sample) => each & inLoop[sample]! & counts(sample));
  const isParallel = counted.some((each, sample) => (each & atOnce[sample]!) === 1);
  // What several do at once is no part of the time that passes.
  const scale = (pass.wall > 0 && !isParallel ? wall / pass.wall : 1) / operations;
  const sum = (wanted: string): number => {
    const column = profile.sampleTypes.findIndex(({ type }) => type === wanted);
    return column === -1 ? 0 : sumOf(profile, column, counted);
  };
  return {
    isParallel,
    sum,
    of: (wanted: string): number => sum(wanted) * scale,
  };
}
