/** The oracle of time for small inputs. It is generous, because it is asked of each of millions. */

/** An input may take this long, and this long for each of its inflated bytes: tens of times what it does take. */
const milliseconds = 30;
const microsecondsPerByte = 30;
/** The engine's own work takes time at random. What is slow is slow each time. */
const repetitions = 5;

/**
 * Runs `examine`, and says so if it takes too long for the input's size. A clock is read quickly, but other programs make it
 * run: only what also takes too much time of a processor is slow.
 */
export function paced<T>(
  inflatedBytes: number,
  examine: () => T,
): { readonly result: T; readonly wrong: string | null } {
  const budget = milliseconds + (microsecondsPerByte * inflatedBytes) / 1000;
  const start = performance.now();
  const result = examine();
  let least = performance.now() - start;
  for (let again = 0; again < repetitions && least > budget; again++) {
    const before = process.cpuUsage();
    examine();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return { result, wrong: least > budget ? `time: ${least.toFixed(0)} ms for ${inflatedBytes} bytes` : null };
}
