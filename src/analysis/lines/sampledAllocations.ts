/** How exact the memory of a line is in a profile that did not record every allocation. */
import type { Profile } from '../../pprof/profile.ts';
import { locationsWith } from '../costs/markedCode.ts';
import type { LineIndex } from './lines.ts';

/** What a value was estimated from. */
export interface AllocationSamples {
  readonly count: number;
  /** Of the value, in its unit squared. */
  readonly variance: number;
}

/**
 * Go records an object of `size` bytes with the probability 1 - e^(-size / rate), on average one in each `rate` bytes, and
 * divides by it what it writes. So the profile tells how many objects were recorded. Large ones always are, and are exact.
 *
 * @param file index in `index.files`
 * @returns `null` for other sample types, and for profiles that do not say their rate
 */
export function allocationSamples(
  index: LineIndex,
  file: number,
  line: number,
  sampleType: number,
): AllocationSamples | null {
  const { profile } = index;
  const { samples, sampleTypes, period, periodType } = profile;
  const [of, what] = sampleTypes[sampleType]?.type.split('_') ?? [];
  const column = (name: string) => sampleTypes.findIndex(({ type }) => type === `${of}_${name}`);
  const [objectColumn, byteColumn] = [column('objects'), column('space')];
  const rate = Number(period);
  if (objectColumn < 0 || byteColumn < 0 || periodType.type !== 'space' || rate <= 1) return null;
  const sourceLine = index.sourceLine(file, line);
  const isHere = locationsWith(
    profile,
    Uint8Array.from(index.sourceLineOfRow, (each) => (each === sourceLine ? 1 : 0)),
  );
  let count = 0;
  let variance = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const valueAt = (at: number) => samples.values.approximate[sample * sampleTypes.length + at]!;
    const [objects, bytes] = [valueAt(objectColumn), valueAt(byteColumn)];
    if (!(objects > 0 && bytes > 0) || !isOnStack(profile, isHere, sample)) continue;
    const missed = Math.exp(-bytes / objects / rate);
    const recorded = objects * (1 - missed);
    count += recorded;
    variance += ((what === 'space' ? bytes : objects) ** 2 * missed) / recorded;
  }
  return { count: Math.round(count), variance };
}

function isOnStack({ samples }: Profile, isHere: Uint8Array, sample: number): boolean {
  for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
    if (isHere[samples.locations[i]!] === 1) return true;
  }
  return false;
}
