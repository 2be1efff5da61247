/**
 * One line of benchmark text. Go's benchmark format (golang.org/design/14313-benchmark-format) says:
 *
 *     BenchmarkName-8   \t     100\t     12.3 ns/op\t       0 B/op
 *     name              iterations   value unit      value unit
 *
 * `testing` writes the name, padded and with a tab, before the benchmark runs, and the numbers after it. What the
 * benchmark prints is between the two, with or without line breaks.
 */

/** One measurement of a benchmark, without its name. `go test -count=10` prints ten of them. */
export interface Measurement {
  readonly iterations: number;
  readonly metrics: Readonly<Record<string, number>>;
  /** The seed by which the linker has ordered the functions; missing for its usual order. */
  readonly layout?: number;
  /** That of the other version with the same number was taken at the same time, in turns of milliseconds. */
  readonly pair?: number;
  /** The ns/op of the quickest quarter of those turns: what it takes while nothing disturbs it. Missing where they say too little. */
  readonly quickest?: number;
  /** How often the threads of a server have switched, of a request; missing if the system does not say. */
  readonly switches?: number;
  /** What the process had of the cores meanwhile; missing if the system does not say. */
  readonly core?: CoreUse;
}

/** What the measurements have of a unit; nothing of those that lack it. */
export function valuesOf(measurements: readonly Pick<Measurement, 'metrics'>[], unit: string): number[] {
  return measurements.flatMap(({ metrics }) => metrics[unit] ?? []);
}

/** Shares of the time that passed. All threads are added up, so that a program on two cores has 2. */
export interface CoreUse {
  /** It ran on a core. */
  readonly running: number;
  /** It could have run, but had to wait for a core. */
  readonly waiting: number;
}

const value = '[-+]?(?:\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?|\\.\\d+|Inf)|NaN';
const valuePattern = new RegExp(`^(?:${value})$`);

/** What `testing` writes after a run: the iterations, right-aligned in eight columns, then pairs behind a tab each. */
const iterationsAtEnd = /(?:\d{8,10}| {1,7}\d{1,7})$/;
const longestIterations = 14;
const pairPattern = new RegExp(`^ *(?:${value}) \\S+$`);

/** `testing` always writes at least one space between the name and its tab. */
const announcement = /(Benchmark(?<!Benchmark\S*?Benchmark)\S*) +\t(.*)$/s;

/** Go runs `BenchmarkX` and `Benchmark`, not `Benchmarks`: the prefix is not followed by a lower-case letter. */
export function isBenchmarkName(text: string): boolean {
  return /^Benchmark(?!\p{Ll})/u.test(text);
}

function parseValue(text: string): number | null {
  if (!valuePattern.test(text)) return null;
  return Number(text.replace('Inf', 'Infinity'));
}

function readPairs(fields: readonly string[]): Readonly<Record<string, number>> | null {
  const pairs: [unit: string, value: number][] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const parsed = parseValue(fields[i]!);
    if (parsed === null) return null;
    pairs.push([fields[i + 1]!, parsed]);
  }
  return Object.fromEntries(pairs);
}

/** A line that is a whole result; else `null`. Fields may be separated by any white space, as in files edited by hand. */
export function readResultLine(line: string): ({ readonly name: string } & Measurement) | null {
  if (!line.startsWith('Benchmark')) return null;
  const [name, iterations, ...rest] = line.trimEnd().split(/\s+/);
  if (name === undefined || iterations === undefined || !isBenchmarkName(name)) return null;
  if (!/^0*[1-9]\d*$/.test(iterations) || rest.length < 2 || rest.length % 2 !== 0) return null;
  const metrics = readPairs(rest);
  return metrics && { name, iterations: Number(iterations), metrics };
}

/**
 * The numbers at the end of a line that begins with other text; `null` if there are none. Zero iterations are not a
 * result: `testing` may print an empty one while a panic ends the process.
 */
export function readNumbersAtEnd(line: string): Measurement | null {
  const fields = line.split('\t');
  // From the end on: a line can be full of what looks like numbers, and each field is looked at once.
  let first = fields.length;
  let iterations = 0;
  for (let at = fields.length - 1; at > 0 && pairPattern.test(fields[at]!); at--) {
    const [found] = iterationsAtEnd.exec(fields[at - 1]!.slice(-longestIterations)) ?? [];
    if (found === undefined) continue;
    first = at;
    iterations = Number(found);
  }
  if (iterations === 0) return null;
  const metrics = readPairs(fields.slice(first).join(' ').trim().split(/\s+/));
  return metrics && { iterations, metrics };
}

/** A name as `testing` writes it before the run, and the rest of its line. With `atStart`, the line must begin with it. */
export function readAnnouncement(line: string, atStart: boolean): { name: string; rest: string } | null {
  const match = announcement.exec(line);
  if (!match || (atStart && match.index !== 0) || !isBenchmarkName(match[1]!)) return null;
  return { name: match[1]!, rest: match[2]! };
}
