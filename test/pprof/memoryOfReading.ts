/** Reads one hostile profile after the other, merges some, and prints the memory that each took, in megabytes, as JSON. */
import { decode } from '../../src/pprof/decode.ts';
import { mergeProfiles } from '../../src/pprof/merge.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { hostileProfile, hostileShapes, shapesToMerge } from './hostileProfiles.ts';

const size = Number(process.argv[2]);
const took: Record<string, number> = {};
/** The highest memory of the process so far; it never becomes less. */
const highest = () => process.resourceUsage().maxRSS * 1024;

function measure(what: string, act: () => unknown): void {
  global.gc?.();
  const before = process.memoryUsage.rss();
  const highestBefore = highest();
  act();
  const after = highest();
  took[what] = after > highestBefore ? Math.round((after - before) / 2 ** 20) : 0;
}

// First: they are smaller, and the highest memory never becomes less.
for (const shape of shapesToMerge) {
  const bytes = hostileProfile(shape, size / 4);
  measure(`merge: ${shape}`, () => {
    const read = readProfile(bytes);
    if (read.ok) mergeProfiles([read.value, read.value]);
  });
}
for (const shape of hostileShapes) {
  const bytes = hostileProfile(shape, size);
  measure(shape, () => decode(bytes));
}
console.log(JSON.stringify(took));
