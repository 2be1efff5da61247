/** Reads one hostile recording after the other, and prints the memory that each took, in megabytes, as JSON. */
import { foreignFormat, readForeignText } from '../../src/foreign/readForeign.ts';
import { hostileKinds, hostileRecording } from './hostileRecordings.ts';
import { isText } from './recordings.ts';

const size = Number(process.argv[2]);
const took: Record<string, number> = {};
/** The highest memory of the process so far; it never becomes less. */
const highest = () => process.resourceUsage().maxRSS * 1024;

for (const kind of hostileKinds) {
  const recording = hostileRecording(kind, size);
  global.gc?.();
  const before = process.memoryUsage.rss();
  const highestBefore = highest();
  const format = foreignFormat(recording);
  if (isText(format)) readForeignText(recording, format);
  const after = highest();
  took[kind] = after > highestBefore ? Math.round((after - before) / 2 ** 20) : 0;
}
console.log(JSON.stringify(took));
