/**
 * One line of benchmark text. Go's benchmark format (golang.org/design/14313-benchmark-format) says:
 *
 *     BenchmarkName-8   \t     100\t     12.3 ns/op\t       0 B/op
 *     name              iterations   value unit      value unit
 *
 * `testing` writes the name, padded and with a tab, before the benchmark runs and the numbers after
 * it. Whatever the benchmark prints stands between the two, with or without line breaks.
 */

/** One measurement of a benchmark, without its name. `go test -count=10` prints ten of them. */
export interface Measurement {
  readonly iterations: number;
  readonly metrics: Readonly<Record<string, number>>;
}

const value = '[-+]?(?:\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?|\\.\\d+|Inf)|NaN';
const valuePattern = new RegExp(`^(?:${value})$`);

/** What `testing` writes after a run: iterations right-aligned in eight columns, then tab-separated pairs. */
const numbersAtEnd = new RegExp(`(\\d{8,10}| {1,7}\\d{1,7})((?:\\t *(?:${value}) \\S+)+)$`);

/** `testing` always pads the name with at least one space before its tab. */
const announcement = /(Benchmark\S*) +\t(.*)$/;

/** Go runs `BenchmarkX` and `Benchmark`, not `Benchmarks`: no lower-case letter follows the prefix. */
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

/** A line that is a whole result, or null. Any white space separates fields, as in hand-edited files. */
export function readResultLine(line: string): ({ readonly name: string } & Measurement) | null {
  if (!line.startsWith('Benchmark')) return null;
  const [name, iterations, ...rest] = line.trimEnd().split(/\s+/);
  if (name === undefined || iterations === undefined || !isBenchmarkName(name)) return null;
  if (!/^0*[1-9]\d*$/.test(iterations) || rest.length < 2 || rest.length % 2 !== 0) return null;
  const metrics = readPairs(rest);
  return metrics && { name, iterations: Number(iterations), metrics };
}

/**
 * The numbers at the end of a line that starts with something else, or null. Zero iterations are no
 * result: testing sometimes still prints an empty one while a panic takes the process down.
 */
export function readNumbersAtEnd(line: string): Measurement | null {
  const match = numbersAtEnd.exec(line);
  if (!match || Number(match[1]) === 0) return null;
  const fields = match[2]!.trim().split(/\s+/);
  const metrics = readPairs(fields);
  return metrics && { iterations: Number(match[1]), metrics };
}

/** A name as `testing` announces it, and the rest of its line; `atStart` asks for it at the line's start. */
export function readAnnouncement(line: string, atStart: boolean): { name: string; rest: string } | null {
  const match = announcement.exec(line);
  if (!match || (atStart && match.index !== 0) || !isBenchmarkName(match[1]!)) return null;
  return { name: match[1]!, rest: match[2]! };
}
