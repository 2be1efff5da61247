import { writeFileSync } from 'node:fs';

/** For the scripts that `memoryTaken` runs. At the end, what was measured is printed as JSON, in megabytes. */
const took: Record<string, number> = {};
/** The highest memory of the process since it was forgotten. */
const highest = () => process.resourceUsage().maxRSS * 1024;

process.on('exit', () => console.log(JSON.stringify(took)));

/** Acts, and keeps how much memory that took. */
export function measure(what: string, act: () => unknown): void {
  global.gc?.();
  forgetHighest();
  const before = process.memoryUsage.rss();
  const highestBefore = highest();
  act();
  const after = highest();
  took[what] = after > highestBefore ? Math.round((after - before) / 2 ** 20) : 0;
}

/** Linux can. Elsewhere, only what takes more than all before it is measured. */
function forgetHighest(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}
