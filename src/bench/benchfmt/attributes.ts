/** What benchmarks say of themselves with `b.Attr`: lines that a test binary prints with `-test.v`. */

/** By key, in the order in which they were first said. */
export type Attributes = Readonly<Record<string, string>>;

/** Go sets no limits. What is longer or more would hide the result beside which it is shown. */
const mostAttributes = 50;
const longestKey = 100;
const longestValue = 500;

/** `=== ATTR  BenchmarkX/sub key any value`: a key has no spaces, and a benchmark's name neither. */
const line = /^=== ATTR {2}(\S+) (\S+) (.*)$/gm;

/**
 * The attributes of a benchmark, with those of the benchmarks that it is a part of. The last value of a key counts, and its
 * own before those of the others. Keys and values that are too long are cut; of too many, the first are left.
 *
 * @param output of a test binary
 * @param benchmark its full name without the procs suffix
 */
export function attributesOf(output: string, benchmark: string): Attributes {
  const isPart = (name: string) =>
    benchmark.startsWith(name) && ['', '/'].includes(benchmark.charAt(name.length));
  const found = [...output.matchAll(line)]
    .filter(([, name = '']) => isPart(name))
    // The outermost first. The order of one benchmark's own stays.
    .sort(([, a = ''], [, b = '']) => a.length - b.length);
  const values = new Map<string, string>();
  for (const [, , key = '', value = ''] of found) {
    const shortKey = cut(key, longestKey);
    if (values.size < mostAttributes || values.has(shortKey)) {
      values.set(shortKey, cut(value.replace(/\r$/, ''), longestValue));
    }
  }
  return Object.fromEntries(values);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
