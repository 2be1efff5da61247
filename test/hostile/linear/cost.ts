/** Whether work grows with the length of a text, or with its square: told apart by processor time, on busy machines too. */

/** In milliseconds. What is linear takes far less, on a busy machine too; what is quadratic takes a quarter of a second and more. */
const clearlyFast = 120;

/** Of a quarter of the length, what is quadratic takes a sixteenth of the time. */
const clearlyFastOfQuarter = clearlyFast / 16;

/** Four times the length: four times the time, or sixteen. */
const allowedGrowth = 9;

/** Of this process, in milliseconds: other processes do not count. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * `null` if the work is linear; else what was seen. Most is told by a quarter of the length. A collection of garbage or a
 * compilation may fall into one try, so slow work is tried again.
 *
 * @param work with a text of some length
 * @param of the text of so many characters
 */
export function growthProblem<T>(
  work: (text: T) => unknown,
  of: (length: number) => T,
  length: number,
): string | null {
  const quarter = of(length / 4);
  if (processorTime(() => work(quarter)) < clearlyFastOfQuarter) return null;
  const whole = of(length);
  let seen = '';
  for (let attempt = 0; attempt < 3; attempt++) {
    const long = processorTime(() => work(whole));
    if (long < clearlyFast) return null;
    const short = processorTime(() => work(quarter));
    if (long <= short * allowedGrowth) return null;
    seen = `${length / 4} characters take ${short.toFixed(0)} ms, ${length} take ${long.toFixed(0)} ms`;
  }
  return seen;
}
