/** For the scripts that `memoryTaken` runs. At the end, what was measured is printed as JSON, in megabytes. */
const took: Record<string, number> = {};
/** The highest memory of the process so far; it never becomes less. */
const highest = () => process.resourceUsage().maxRSS * 1024;

process.on('exit', () => console.log(JSON.stringify(took)));

/** Acts, and keeps how much memory that took. */
export function measure(what: string, act: () => unknown): void {
  global.gc?.();
  const before = process.memoryUsage.rss();
  const highestBefore = highest();
  act();
  const after = highest();
  took[what] = after > highestBefore ? Math.round((after - before) / 2 ** 20) : 0;
}
