/** Benchmark files made from a seed, with everything that is difficult for a comparison. */

/** Numbers from 0 to 1. The same seed gives the same numbers. */
export type Random = () => number;

/** mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!;
}

const names = [
  'Encode/format=json-8',
  'Encode/format=gob-8',
  'Encode/format=gob/size=1k-8',
  'Encode/format=json/size=64KiB-8',
  'Encode/format=json/size=2k',
  'Decode-4',
  'Decode-8',
  'Decode',
  'Café/größe=10-8',
  'A',
  'VeryLongNameOfABenchmark/with/many/parts=1/and=2/more=3-16',
  'Sort/size=10-2/gomaxprocs=4',
  'X/-3',
];
const units = [
  'ns/op',
  'ns/op',
  'ns/op',
  'B/op',
  'allocs/op',
  'MB/s',
  'text-bytes',
  'widgets',
  'p99-ns/op',
  'x/ns',
  'MB*MB/s',
  'µWatt',
];
const counts = [1, 1, 2, 3, 4, 5, 6, 8, 10, 10, 20, 21, 24, 25, 26, 29, 30, 31, 32, 40, 51, 60, 70];

type Values = (random: Random) => number;

/** How a benchmark's values are distributed around `center`: equal, tied, continuous, zero, huge, tiny, negative. */
const spreads: readonly ((center: number) => Values)[] = [
  (center) => () => Math.round(center),
  (center) => (random) => Math.round(center) + Math.floor(random() * 3),
  (center) => (random) => Math.round(center * 10 + random() * 50) / 10,
  (center) => (random) => center * (1 + random() * 0.1),
  (center) => (random) => center * (1 + random()),
  () => () => 0,
  () => (random) => Math.floor(random() * 2),
  (center) => (random) => center * 1e9 * (1 + random() * 0.01),
  (center) => (random) => center * 1e-7 * (1 + random() * 0.01),
  (center) => (random) => center - 2 * center * random(),
];

const configLines = [
  'goos: linux',
  'goarch: amd64',
  'pkg: example.com/a',
  'pkg: example.com/b',
  'cpu: Some CPU @ 3.00GHz',
  'note: before',
  'note:\tafter',
  'note:',
  'commit: 1',
  'commit: 10',
  'commit: 9',
  'key:value',
  'not a key: value',
  'émile: 1',
];
const otherLines = [
  'PASS',
  'ok  \texample.com/a\t1.5s',
  '',
  'BenchmarkAlone',
  'BenchmarkBroken 10 x ns/op',
  'BenchmarkBroken ten 10 ns/op',
  'BenchmarkBroken 10',
  'BenchmarkBroken 10 5',
  'BenchmarkBroken 10 1e999 ns/op',
  'Benchmark 7 5 ns/op',
  'BenchmarkUnderscore 1_0 5 ns/op',
  'BenchmarkOdd +7 0x1p4 ns/op 1_000 B/op\u00a0.5 widgets',
  'Unit text-bytes assume=exact better=lower',
  'Unit text-bytes assume=nothing',
  'Unit widgets assume=exact',
  'Unit p99-ns/op broken',
  'Unit',
  'Units are fine',
];

/** What the files have in common: the benchmarks, their metrics and the distribution of their values. */
interface Plan {
  readonly name: string;
  readonly metrics: readonly { readonly unit: string; readonly center: number; readonly spread: number }[];
}

function planOf(random: Random): Plan[] {
  const count = 1 + Math.floor(random() * 8);
  return Array.from({ length: count }, () => ({
    name: pick(random, names),
    metrics: Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      unit: pick(random, units),
      center: 10 ** (random() * 7),
      spread: Math.floor(random() * spreads.length),
    })),
  }));
}

function fileText(random: Random, plans: readonly Plan[]): string {
  const lines: string[] = [];
  const isRich = random() < 0.5;
  if (random() < 0.7) lines.push(...configLines.slice(0, 3));
  const count = pick(random, counts);
  for (const { name, metrics } of plans) {
    if (random() < 0.1) continue;
    if (isRich && random() < 0.3) lines.push(pick(random, configLines));
    if (isRich && random() < 0.3) lines.push(pick(random, otherLines));
    const drift = random() < 0.5 ? 1 : 1 + (random() - 0.5) * pick(random, [0.02, 0.2, 2]);
    const columns = metrics.map(({ unit, center, spread }) => ({
      unit,
      value: spreads[spread]!(center * drift),
    }));
    const runs = random() < 0.8 ? count : pick(random, counts);
    for (let run = 0; run < runs; run++) {
      const fields = columns.map(({ unit, value }) => `${formatted(random, value(random))} ${unit}`);
      lines.push(`Benchmark${name} \t ${1 + Math.floor(random() * 1e6)}\t ${fields.join('\t ')}`);
    }
  }
  return lines.join(random() < 0.1 ? '\r\n' : '\n') + (random() < 0.9 ? '\n' : '');
}

/** A number as testing prints it: usually few digits, so that values are equal; sometimes all digits. */
function formatted(random: Random, value: number): string {
  return random() < 0.9 ? String(Number(value.toPrecision(4))) : String(value);
}

const optionSets: readonly (readonly string[])[] = [
  [],
  [],
  [],
  [],
  ['-ignore', 'note,commit'],
  ['-ignore', '.config'],
  ['-table', 'pkg', '-row', '.name'],
  ['-table', '.unit'],
  ['-table', ''],
  ['-col', ''],
  ['-row', ''],
  ['-row', '.name,/format', '-ignore', '/size'],
  ['-row', '.name /size@num'],
  ['-col', '.file,note'],
  ['-col', 'note .file'],
  ['-col', 'commit@num'],
  ['-col', 'commit@alpha,.file', '-table', 'goos'],
  ['-col', '/format', '-ignore', '.file'],
  ['-col', '/format@(gob json)', '-row', '.name'],
  ['-col', '/gomaxprocs', '-row', '.name'],
  ['-table', '.fullname', '-row', 'pkg', '-col', '.file'],
  ['-table', '.config@alpha', '-row', '.fullname@alpha'],
  ['-row', '.fullname@(Decode-8 Decode A)'],
  ['-filter', '/format:json'],
  ['-filter', '.unit:(ns/op OR B/op)'],
  ['-filter', '-.unit:/op$/ OR .name:Decode'],
  ['-filter', '.name:/^(En|De)code$/ -/gomaxprocs:4'],
  ['-filter', 'pkg:"example.com/a" AND (goos:linux OR note:before) *'],
  ['-filter', '.fullname:Café/größe=10-8 OR .unit:sec/op'],
  ['-filter', '-(.unit:widgets OR .unit:µWatt)'],
  ['-filter', '.file:/0/'],
  ['-filter', 'broken'],
  ['-alpha', '0.01'],
  ['-alpha', '0.5'],
  ['-alpha', '1'],
  ['-alpha', '0'],
  ['-confidence', '0.8'],
  ['-confidence', '0.99'],
  ['-confidence', '0.5'],
  ['-confidence', '1'],
  ['-confidence', '0'],
];

export interface Scenario {
  /** By file name. */
  readonly files: ReadonlyMap<string, string>;
  /** benchstat's options. */
  readonly options: readonly string[];
  /** The files on the command line. */
  readonly inputs: readonly string[];
}

/** Files and how to compare them. The same seed gives the same. */
export function scenario(seed: number): Scenario {
  const random = randomFrom(seed);
  const plans = planOf(random);
  const count = pick(random, [1, 2, 2, 2, 2, 3, 4]);
  const files = new Map<string, string>();
  for (let i = 0; i < count; i++) files.set(`f${i}.txt`, fileText(random, plans));
  const inputs = [...files.keys()].map((name, i) =>
    random() < 0.2 ? `Label ${'x'.repeat(i * 12)}=${name}` : name,
  );
  if (random() < 0.05) inputs.push('f0.txt', 'f0.txt');
  return { files, options: pick(random, optionSets), inputs };
}
