/**
 * Benchmarks that differ by one number: sub-benchmarks named after a size (`BenchmarkTree/size=100`, `.../size=1000`),
 * functions named after one (`BenchmarkGet100`, `BenchmarkGet1000`), or one benchmark run with several GOMAXPROCS (`-cpu=1,2,4`).
 */
import { listAt } from '../../base/maps.ts';

export interface NamedBenchmark {
  /** Full name without the procs suffix. */
  readonly name: string;
  readonly procs: number;
}

export interface Series {
  /** The name with `#` for the number: `BenchmarkTree/size=#`; the plain name for procs. */
  readonly name: string;
  /** The name of the number: `size`, `procs`, or `n` if the benchmark's name has none. */
  readonly parameter: string;
  readonly kind: 'size' | 'procs';
  /** Ascending by `x`. */
  readonly points: readonly SeriesPoint[];
}

export interface SeriesPoint {
  /** Index of the benchmark in the list that was searched. */
  readonly index: number;
  readonly x: number;
  /** The number as it is in the name: `1k`, `1_000`. */
  readonly label: string;
}

/** With fewer sizes no growth can be seen. Two numbers of cores already show whether more cores help. */
const leastPoints = { size: 3, procs: 2 } as const;
/** The largest number divided by the smallest. Numbers closer together are versions or widths of types, not sizes. */
const leastSpan = 4;

/** All series among benchmarks. A benchmark with two sizes, such as rows and columns, may be in two series. */
export function findSeries(benchmarks: readonly NamedBenchmark[]): Series[] {
  return [...sizeSeries(benchmarks), ...procsSeries(benchmarks)];
}

function procsSeries(benchmarks: readonly NamedBenchmark[]): Series[] {
  const byName = new Map<string, SeriesPoint[]>();
  for (const [index, { name, procs }] of benchmarks.entries()) {
    listAt(byName, name).push({ index, x: procs, label: String(procs) });
  }
  return [...byName].flatMap(([name, points]) => {
    const sorted = distinct(points);
    return sorted.length < leastPoints.procs
      ? []
      : [{ name, parameter: 'procs', kind: 'procs' as const, points: sorted }];
  });
}

function sizeSeries(benchmarks: readonly NamedBenchmark[]): Series[] {
  const groups = new Map<string, { name: string; parameter: string; points: SeriesPoint[] }>();
  for (const [index, { name, procs }] of benchmarks.entries()) {
    for (const { template, parameter, x, label } of sizesIn(name)) {
      const key = `${template} ${procs}`;
      const group = groups.get(key) ?? { name: template, parameter, points: [] };
      group.points.push({ index, x, label });
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(({ name, parameter, points }) => {
    const sorted = distinct(points);
    const [first, last] = [sorted[0], sorted.at(-1)];
    const isSeries =
      first !== undefined &&
      last !== undefined &&
      sorted.length >= leastPoints.size &&
      last.x / first.x >= leastSpan;
    return isSeries ? [{ name, parameter, kind: 'size' as const, points: sorted }] : [];
  });
}

/** The points in ascending order; of equal ones, only the first. */
function distinct(points: readonly SeriesPoint[]): SeriesPoint[] {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  return sorted.filter(({ x }, i) => x !== sorted[i - 1]?.x);
}

interface NamedSize {
  readonly template: string;
  readonly parameter: string;
  readonly x: number;
  readonly label: string;
}

/**
 * A size is a number alone between separators, after `key=`, after a word for a count (`n10`, `size10`), or with a unit.
 * The numbers of `sha256`, `utf8` and `v2` are not sizes.
 */
const size =
  /(?<=^|[/_,:\-x×=(])((?:n|size|len|length|depth|count|items|elements|rows|cols|workers|goroutines|k|m|x)?)(\d[\d_]*(?:\.\d+)?(?:e\d+)?)(?:([kmg]i?b?|b)(?=$|[/_,:\-x×)])|(?=$|[/_,:\-x×)]|[a-z]+(?:$|\/)))/gi;

const factors: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };
const binaryFactors: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** A number at the end of a function's name: `BenchmarkGet100`, `BenchmarkGet_100`, `BenchmarkGet10k`. */
const sizeAtEnd = /(?<=\D)(\d+_*)([kmg]i?b?|b)?$/i;
/** The numbers after these words are no sizes, but belong to the names of types and algorithms. */
const notOfSize =
  /(?:u?int|float|complex|utf|base|sha|sha3|md|crc|fnv|aes|rsa|ecdsa|ed|curve|hash|murmur|http|ipv?|v|p|x)_?$/i;

/** The size that a benchmark function is named after. */
function sizeOfFunction(name: string): NamedSize[] {
  const found = sizeAtEnd.exec(name);
  if (found === null) return [];
  const { index, 1: digits = '', 2: unit = '' } = found;
  const stem = name.slice(0, index);
  const x = Number(digits.replaceAll('_', '')) * unitFactor(unit);
  if (!(x > 0) || stem === 'Benchmark' || notOfSize.test(stem)) return [];
  return [{ template: `${stem}#`, parameter: 'n', x, label: digits + unit }];
}

/** The name of the series that a function may be in by the number at its end; `null` if it has none, or is below one. */
export function functionFamily(name: string): string | null {
  return name.includes('/') ? null : (sizeOfFunction(name)[0]?.template ?? null);
}

/** Names have a few. Each makes a template that is as long as the name. */
const mostSizes = 20;

/** The sizes in a name. If all numbers are equal, as in `10x10`, they are one size. */
function sizesIn(name: string): NamedSize[] {
  const slash = name.indexOf('/');
  if (slash === -1) return sizeOfFunction(name);
  // `#01` is added by testing if a name is used again. It is not a size, and such benchmarks are not the same.
  if (/#\d+(?:\/|$)/.test(name)) return [];
  const below = name.slice(slash + 1);
  const found = [...below.matchAll(size)].slice(0, mostSizes).flatMap((match) => {
    const [, word = '', digits = '', unit = ''] = match;
    const x = Number(digits.replaceAll('_', '')) * unitFactor(unit);
    if (!(x > 0)) return [];
    const start = match.index + word.length;
    return [{ start, end: start + digits.length + unit.length, x, label: digits + unit, word }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const isOne = found.length > 1 && found.every(({ x }) => x === first.x);
  const choices = isOne ? [found] : found.map((each) => [each]);
  return choices.map((chosen): NamedSize => {
    const { start, x, label, word } = chosen[0] ?? first;
    let template = name.slice(0, slash + 1);
    let at = 0;
    for (const each of chosen) {
      template += `${below.slice(at, each.start)}#`;
      at = each.end;
    }
    template += below.slice(at);
    const parameter = /(?<!\w)[\d_]*([A-Za-z]\w*)=$/.exec(below.slice(0, start))?.[1] ?? (word || 'n');
    return { template, parameter, x, label };
  });
}

function unitFactor(unit: string): number {
  const letter = unit.charAt(0).toLowerCase();
  if (unit === '' || letter === 'b') return 1;
  return (/[ib]/i.test(unit) ? binaryFactors : factors)[letter] ?? 1;
}
