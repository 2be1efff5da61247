/** Which lines have a cost that contains that of some marked frames. */
import { locationsWith } from '../costs/markedCode.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { SampleSums } from '../costs/sampleSums.ts';
import type { Value } from '../values/value.ts';
import { isZero } from '../values/value.ts';
import { isWeightless, weightsOf } from '../values/weights.ts';

/**
 * By source line of the profile's layout: 1 if some sample with a cost has the line at a marked frame or at a caller of
 * one, however far above. In one pass over the samples.
 *
 * @param isMarked 1 for marked rows of the line columns
 */
export function linesAbove(costs: ProfileCosts, isMarked: Uint8Array, sampleType: number): Uint8Array {
  const { profile, lines } = costs;
  const { samples, locations } = profile;
  const { lineStart } = locations;
  const { sourceLineOfRow } = lines;
  const hasMarked = locationsWith(profile, isMarked);
  const weights = weightsOf(profile, sampleType);
  const above = new Uint8Array(lines.lineNumber.length);
  for (let sample = 0; sample < samples.count; sample++) {
    if (isWeightless(weights, sample)) continue;
    const end = samples.locationStart[sample + 1]!;
    let i = samples.locationStart[sample]!;
    while (i < end && hasMarked[samples.locations[i]!] === 0) i++;
    let isBelow = false;
    for (; i < end; i++) {
      const location = samples.locations[i]!;
      for (let row = lineStart[location]!; row < lineStart[location + 1]!; row++) {
        isBelow ||= isMarked[row] === 1;
        if (isBelow) above[sourceLineOfRow[row]!] = 1;
      }
    }
  }
  return above;
}

/**
 * How much of a line's cost is at marked frames or below them, by mark. A stack with several marks counts for each.
 *
 * @param markOfRow by row of the line columns: 0 for no mark, else the mark's number
 * @param sourceLine of the profile's layout
 * @returns largest first
 */
export function marksBelow(
  costs: ProfileCosts,
  markOfRow: Int32Array,
  sampleType: number,
  sourceLine: number,
): { readonly mark: number; readonly value: Value }[] {
  const { profile, lines } = costs;
  const { samples, locations } = profile;
  const { sourceLineOfRow } = lines;
  const weights = weightsOf(profile, sampleType);
  const markCount = markOfRow.reduce((most, mark) => Math.max(most, mark), 0) + 1;
  const sums = new SampleSums(weights, markCount);
  for (let sample = 0; sample < samples.count; sample++) {
    if (isWeightless(weights, sample)) continue;
    const met: number[] = [];
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      const location = samples.locations[i]!;
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
        if (markOfRow[row] !== 0) met.push(markOfRow[row]!);
        if (sourceLineOfRow[row] === sourceLine) for (const mark of met) sums.addOnce(mark, sample);
      }
    }
  }
  return Array.from({ length: markCount }, (_, mark) => ({ mark, value: sums.value(mark) }))
    .filter(({ value }) => !isZero(value))
    .sort((a, b) => Math.abs(Number(b.value)) - Math.abs(Number(a.value)));
}
