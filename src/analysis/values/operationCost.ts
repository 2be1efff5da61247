/**
 * Costs per operation, as texts. Everything that shows them rounds them here: lines, hovers, lists, the page. Two of them
 * beside each other, or beside their shares, then never contradict.
 */
import { isSimulated } from '../../base/profileKinds.ts';
import type { ValueType } from '../../pprof/profile.ts';
import { type OperationName, perOperation } from './units.ts';
import type { Value } from './value.ts';

/** A sample type whose values are costs of a known number of operations. */
export interface OperationType extends ValueType {
  /** More than 0. */
  readonly operations: number;
  /** What one sample stands for, in the type's unit; `null` for types that count every event. */
  readonly samplePeriod: number | null;
  /** If missing, they are those of a benchmark. */
  readonly per?: OperationName;
}

/** A cost from fewer samples may well be half or twice as much. */
export const fewSamples = 10;

/** Stands before costs from few samples. */
const about = '~';

/**
 * `1.24µs/op`, `480 B/op`, `3 allocs/op`, `1 in 30,000 ops`; from few samples `~1.2µs/op`.
 *
 * A cost from samples has so many digits that one sample more or less is seen: two below ten samples, then three. With
 * fewer digits, a line with 9 samples and one with 13 would both cost 100µs, beside 9% and 13%.
 */
export function operationCost(
  value: Value,
  { type, unit, operations, samplePeriod, per }: OperationType,
): string {
  if (type === 'instructions' && samplePeriod === null) {
    const each = Math.round(Number(value) / operations);
    // Every one was counted, so every digit is true.
    if (Math.abs(each) >= 10) return `${each.toLocaleString('en')} instr/${per ?? 'op'}`;
  }
  const isRough = samplePeriod !== null && Number(value) !== 0 && samplesOf(value, samplePeriod) < fewSamples;
  const text = perOperation(value, operations, countedThing(type) ?? unit, isRough ? 2 : 3, per);
  return isRough ? about + text : text;
}

/** False for sample counts, which are no cost of the code, and for what was live when the profile was taken. */
export function isCostOfOperations(type: string): boolean {
  return type !== 'samples' && !type.startsWith('inuse_');
}

/** How many samples a value of a sampled type is the sum of. */
export function samplesOf(value: Value, samplePeriod: number): number {
  return Math.round(Math.abs(Number(value)) / samplePeriod);
}

/**
 * What one sample of a CPU profile stands for, in the sample type's unit: 10 ms, or 1 where samples are counted. `null` for
 * sample types that count every event, such as allocations at rate 1, and for profiles without sample counts.
 *
 * @param totalOf the total of a sample type
 */
export function samplePeriodOf(
  sampleTypes: readonly ValueType[],
  sampleType: number,
  totalOf: (sampleType: number) => Value,
): number | null {
  const counted = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  if (counted === -1 || !sampleTypes.some(({ type }) => type === 'cpu')) return null;
  if (sampleType === counted) return 1;
  if (sampleTypes[sampleType]?.type !== 'cpu') return null;
  // All samples of a CPU profile stand for the same time.
  const period = Number(totalOf(sampleType)) / Number(totalOf(counted));
  return Number.isFinite(period) && period > 0 ? period : null;
}

/** A share in whole percent, with one decimal below ten. */
export function shareLabel(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return `${percent < 9.95 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}

/** Events that perf counts. */
const countedEvent = /^(?:instructions|cycles|branches)$|-(?:misses|faults|switches|migrations|references)$/;

/** What a sample type counts, in the words of `go test -benchmem`; `null` where it is not a count. */
export function countedThing(type: string): string | null {
  if (type === 'alloc_objects' || type === 'inuse_objects') return 'allocs';
  if (type === 'contentions') return 'waits';
  if (!countedEvent.test(type)) return null;
  // What kind of faults or misses stands beside it, and a line has little room.
  if (type === 'instructions') return 'instr';
  const thing = type.slice(type.lastIndexOf('-') + 1);
  return isSimulated(type) ? `simulated ${thing}` : thing;
}
