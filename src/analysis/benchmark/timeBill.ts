/** The time of an operation as a sum: what it computed, and what it waited for. */
import type { Profile } from '../../pprof/profile.ts';
import { chargesOf } from '../bill/charges.ts';
import { ownSamples, sumOf } from './waiting.ts';

/** A profile of a benchmark whose timed loop is known. */
export interface BilledProfile {
  readonly profile: Profile;
  /** 1 for the samples of the timed loop. */
  readonly inLoop: Uint8Array;
  readonly operations: number;
}

/** In nanoseconds per operation. */
export interface TimeBill {
  /** The wall time that is explained: that of the pass which was traced, and a tracer takes its time. */
  readonly wall: number;
  /** Outside of system calls; `null` without a CPU profile. */
  readonly cpu: number | null;
  readonly net: number;
  readonly sync: number;
  readonly syscall: number;
  /**
   * What is left of the wall time: sleep, waiting for a processor; without a CPU profile also CPU. Less than 0 if the passes took
   * different times. `null` where several goroutines do the operations at once, so that these parts add up to more.
   */
  readonly unexplained: number | null;
}

/**
 * The bill of a benchmark's own goroutine, whose parts follow one another; of `RunParallel`, what its workers did at once. What
 * other goroutines did meanwhile is in none of them: the operation waited for it, or it cost no time.
 *
 * @param wait the profile of a trace
 */
export function timeBill(wait: BilledProfile, wall: number, cpu: BilledProfile | null): TimeBill {
  const waits = ownPart(wait);
  const [net, sync, syscall] = ['net_delay', 'sync_delay', 'syscall_delay'].map((type) => waits.of(type));
  const computed = cpu === null ? null : ownPart(cpu, outsideSystemCalls(cpu.profile));
  const bill = { wall, cpu: computed?.of('cpu') ?? null, net: net!, sync: sync!, syscall: syscall! };
  const isParallel = waits.isParallel || computed?.isParallel === true;
  const left = wall - (bill.cpu ?? 0) - bill.net - bill.sync - bill.syscall;
  return { ...bill, unexplained: isParallel ? null : left };
}

/** @param counts 1 for samples that count; all if it is not given */
function ownPart({ profile, inLoop, operations }: BilledProfile, counts?: Uint8Array) {
  const { own, atOnce } = ownSamples(profile);
  const counted = own.map((each, sample) => each & inLoop[sample]! & (counts?.[sample] ?? 1));
  return {
    isParallel: counted.some((each, sample) => (each & atOnce[sample]!) === 1),
    of(wanted: string): number {
      const column = profile.sampleTypes.findIndex(({ type }) => type === wanted);
      return column === -1 ? 0 : sumOf(profile, column, counted) / operations;
    },
  };
}

/** A trace has the time in system calls and in C, whether they wait or compute. */
function outsideSystemCalls(profile: Profile): Uint8Array {
  const { cause, causes } = chargesOf(profile);
  const isOutside = causes.map((each) => (['syscall', 'cgo'].includes(each.cause) ? 0 : 1));
  return Uint8Array.from(cause, (index) => isOutside[index]!);
}
