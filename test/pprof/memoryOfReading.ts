/** Reads one hostile profile after the other, and prints the memory that each took, in megabytes, as JSON. */
import { decode } from '../../src/pprof/decode.ts';
import { hostileProfile, hostileShapes } from './hostileProfiles.ts';

const size = Number(process.argv[2]);
const took: Record<string, number> = {};
/** The highest memory of the process so far; it never becomes less. */
const highest = () => process.resourceUsage().maxRSS * 1024;
for (const shape of hostileShapes) {
  const bytes = hostileProfile(shape, size);
  global.gc?.();
  const before = process.memoryUsage.rss();
  const highestBefore = highest();
  decode(bytes);
  const after = highest();
  took[shape] = after > highestBefore ? Math.round((after - before) / 2 ** 20) : 0;
}
console.log(JSON.stringify(took));
