/** Reads one hostile profile after the other, merges some, and prints the memory that each took, in megabytes, as JSON. */
import { decode } from '../../src/pprof/decode.ts';
import { mergeProfiles } from '../../src/pprof/merge.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { measure } from '../memoryMeasured.ts';
import { hostileProfile, hostileShapes, shapesToMerge } from './hostileProfiles.ts';

const size = Number(process.argv[2]);

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
