/** Whether work grows with the length of a text, or with its square: told apart by processor time, on busy machines too. */

/** In milliseconds. What is linear takes far less, on a busy machine too; what is quadratic takes a quarter of a second and more. */
const clearlyFast = 120;

/** Most is told by a text of this part of the length: what is quadratic takes the square of this part of the time. */
const part = 1 / 8;
const clearlyFastOfPart = clearlyFast * part ** 2;

/** Eight times the length: eight times the time, or sixty-four. */
const allowedGrowth = 22;

/** Of this process, in milliseconds: other processes do not count. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * `null` if the work is linear; else what was seen. A collection of garbage or a compilation may fall into one try, so slow work
 * is tried again.
 *
 * @param work with a text of some length
 * @param of the text of so many characters
 */
export function growthProblem<T>(
  work: (text: T) => unknown,
  of: (length: number) => T,
  length: number,
): string | null {
  const piece = of(length * part);
  if (processorTime(() => work(piece)) < clearlyFastOfPart) return null;
  const whole = of(length);
  let seen = '';
  for (let attempt = 0; attempt < 3; attempt++) {
    const long = processorTime(() => work(whole));
    if (long < clearlyFast) return null;
    const short = processorTime(() => work(piece));
    if (long <= short * allowedGrowth) return null;
    seen = `${length * part} characters take ${short.toFixed(0)} ms, ${length} take ${long.toFixed(0)} ms`;
  }
  return seen;
}
