/**
 * Malicious and damaged profiles, several hundred, the same in every run:
 *
 *   names     each hostile text in every place of a profile that holds a text
 *   files     names of files that must not be opened
 *   times     a profile of the future, before all time, of no time
 *   values    more than a number holds
 *   tables    ids that are missing, twice, in circles, huge
 *   archives  gzip: bombs, several, cut off, with something behind
 *   formats   what is no profile
 */
import { gzipSync } from 'node:zlib';
import { type RawProfile, rawProfile } from './profileFile.ts';
import { hostileFiles, hostileTexts, type Text } from './texts.ts';

export interface HostileInput {
  /** `names: links 3`. No two inputs have the same. */
  readonly name: string;
  readonly group: 'names' | 'files' | 'times' | 'values' | 'tables' | 'archives' | 'formats';
  readonly bytes: Uint8Array;
  /** The text that stands everywhere, of `names`. */
  readonly text?: Text;
}

export interface Surroundings {
  /** A source file of the workspace. Its lines 5, 9 and 13 get the costs. */
  readonly source: string;
  /** The folder of the workspace. */
  readonly folder: string;
  /** Private files outside. Their text must appear nowhere. */
  readonly canary: readonly string[];
}

const makers: Readonly<Record<HostileInput['group'], (around: Surroundings) => Iterable<HostileInput>>> = {
  names,
  files,
  times: (around) => numbered('times', times(around)),
  values: (around) => numbered('values', values(around)),
  tables: (around) => numbered('tables', tables(around)),
  archives: (around) => numbered('archives', archives(around)),
  formats: () => numbered('formats', formats()),
};

/** Those of one group. The archives and formats take a second. */
export function hostileInputs(around: Surroundings, group: HostileInput['group']): readonly HostileInput[] {
  return [...makers[group](around)];
}

export function hostileCorpus(around: Surroundings): readonly HostileInput[] {
  return Object.values(makers).flatMap((make) => [...make(around)]);
}

function* names({ source }: Surroundings): Generator<HostileInput> {
  for (const [group, texts] of Object.entries(hostileTexts)) {
    for (const [i, text] of texts.entries()) {
      const name = `names: ${group} ${i}`;
      yield { name, group: 'names', text, bytes: rawProfile(withText(text, source)) };
    }
  }
}

const join = (...parts: Text[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

/** A profile with the text in every place. Two functions are in the source, so its lines have costs; a third is elsewhere. */
function withText(text: Text, source: string): RawProfile {
  return {
    ...twoLines(source),
    sampleTypes: [
      [text, text],
      ['cpu', 'nanoseconds'],
    ],
    samples: [
      {
        locations: [1, 2, 3],
        values: [3, 30_000_000],
        labels: [
          { key: text, text },
          { key: 'number', number: 7, unit: text },
        ],
      },
      { locations: [2, 3], values: [1, 10_000_000], labels: [{ key: 'user', text }] },
    ],
    mappings: [{ id: 1, start: 0x1000, limit: 0x9000, file: join('/bin/', text), buildId: text }],
    functions: [
      { id: 1, name: join('main.', text), file: source, startLine: 3 },
      { id: 2, name: join('main.', text, '.caller'), file: source, startLine: 8 },
      { id: 3, name: text, systemName: text, file: join('/elsewhere/', text, '.go'), startLine: 1 },
    ],
    periodType: [text, text],
    comments: [text],
    defaultSampleType: 'cpu',
    dropFrames: 'evil.*nothing',
  };
}

/** Leaf on line 5, its caller on line 9, and a root that is in another file. */
function twoLines(source: string): RawProfile {
  return {
    sampleTypes: [
      ['samples', 'count'],
      ['cpu', 'nanoseconds'],
    ],
    samples: [
      { locations: [1, 2, 3], values: [3, 30_000_000] },
      { locations: [2, 3], values: [1, 10_000_000] },
    ],
    mappings: [{ id: 1, start: 0x1000, limit: 0x9000, file: '/bin/shop' }],
    locations: [
      { id: 1, mapping: 1, address: 0x2001, lines: [{ func: 1, line: 5 }] },
      { id: 2, mapping: 1, address: 0x2002, lines: [{ func: 2, line: 9 }] },
      { id: 3, mapping: 1, address: 0x2003, lines: [{ func: 3, line: 13 }] },
    ],
    functions: [
      { id: 1, name: 'shop.sum', file: source, startLine: 3 },
      { id: 2, name: 'shop.total', file: source, startLine: 8 },
      { id: 3, name: 'shop.all', file: source, startLine: 12 },
    ],
    timeNanos: 1_700_000_000_000_000_000n,
    durationNanos: 1_000_000_000n,
    period: 10_000_000,
    periodType: ['cpu', 'nanoseconds'],
  };
}

function* files(around: Surroundings): Generator<HostileInput> {
  const base = twoLines(around.source);
  for (const [i, file] of hostileFiles(around).entries()) {
    // With a time that is long after every file was written, and one of no time.
    for (const timeNanos of [4_000_000_000_000_000_000n, 0n]) {
      const functions = base.functions!.map((func) => ({ ...func, file }));
      const bytes = rawProfile({ ...base, functions, timeNanos });
      yield { name: `files: ${i} ${JSON.stringify(file)} at ${timeNanos}`, group: 'files', bytes };
    }
  }
}

function numbered(
  group: HostileInput['group'],
  inputs: Iterable<readonly [what: string, bytes: Uint8Array]>,
): HostileInput[] {
  return [...inputs].map(([what, bytes]) => ({ name: `${group}: ${what}`, group, bytes }));
}

const mostNegative = -(2n ** 63n);
const mostPositive = 2n ** 63n - 1n;
const numbers = [mostNegative, -1n, 0n, 1n, 2n ** 53n + 1n, mostPositive];

function* times({ source }: Surroundings): Generator<[string, Uint8Array]> {
  const base = twoLines(source);
  for (const value of numbers) {
    yield [`taken at ${value}`, rawProfile({ ...base, timeNanos: value })];
    yield [`lasts ${value}`, rawProfile({ ...base, durationNanos: value })];
    yield [`period ${value}`, rawProfile({ ...base, period: value })];
    yield [`all ${value}`, rawProfile({ ...base, timeNanos: value, durationNanos: value, period: value })];
  }
}

function* values({ source }: Surroundings): Generator<[string, Uint8Array]> {
  const base = twoLines(source);
  const [first, second] = base.samples!;
  for (const value of numbers) {
    const samples = [
      { ...first!, values: [value, value] },
      { ...second!, values: [value, -value - 1n] },
    ];
    yield [`${value}`, rawProfile({ ...base, samples })];
    const labels = [{ key: 'bytes', number: value, unit: 'bytes' }];
    yield [`label ${value}`, rawProfile({ ...base, samples: [{ ...first!, labels }] })];
    const lines = [{ func: 1, line: value, column: value }];
    yield [
      `line ${value}`,
      rawProfile({ ...base, locations: [{ id: 1, lines }, ...base.locations!.slice(1)] }),
    ];
    const functions = base.functions!.map((func) => ({ ...func, startLine: value }));
    yield [`first line ${value}`, rawProfile({ ...base, functions })];
    const mappings = [{ id: 1, start: value, limit: -value, offset: value, file: '/bin/shop' }];
    yield [`mapping ${value}`, rawProfile({ ...base, mappings })];
  }
  yield ['too few', rawProfile({ ...base, samples: [{ ...first!, values: [1] }] })];
  yield ['too many', rawProfile({ ...base, samples: [{ ...first!, values: Array(1000).fill(1) }] })];
  yield ['none', rawProfile({ ...base, samples: [{ ...first!, values: [] }] })];
}

/** `count` times a field of the profile with this content. */
function repeated(count: number, ...field: readonly number[]): Uint8Array {
  const all = new Uint8Array(count * field.length);
  for (let i = 0; i < all.length; i++) all[i] = field[i % field.length]!;
  return all;
}

function* tables({ source }: Surroundings): Generator<[string, Uint8Array]> {
  const base = twoLines(source);
  const [one, two, three] = base.locations!;
  const huge = 2n ** 64n - 1n;
  yield ['no samples', rawProfile({ ...base, samples: [] })];
  yield ['no locations', rawProfile({ ...base, locations: [] })];
  yield ['no functions', rawProfile({ ...base, functions: [] })];
  yield ['no mappings', rawProfile({ ...base, mappings: [] })];
  yield ['no sample types', rawProfile({ ...base, sampleTypes: [] })];
  yield ['a location twice', rawProfile({ ...base, locations: [one!, one!, two!, three!] })];
  yield ['a function twice', rawProfile({ ...base, functions: [...base.functions!, base.functions![0]!] })];
  yield ['a mapping twice', rawProfile({ ...base, mappings: [base.mappings![0]!, base.mappings![0]!] })];
  yield ['huge ids', rawProfile(renumbered(base, (id) => huge - BigInt(id)))];
  yield ['ids far apart', rawProfile(renumbered(base, (id) => 2n ** BigInt(20 * Number(id))))];
  yield ['ids the other way round', rawProfile({ ...base, locations: [...base.locations!].reverse() })];
  yield ['zero ids', rawProfile(renumbered(base, () => 0n))];
  yield ['a location without lines', rawProfile({ ...base, locations: [{ id: 1 }, { id: 2 }, { id: 3 }] })];
  const stack = Array.from({ length: 14_000 }, (_, i) => 1 + (i % 3));
  yield [
    'a deep stack that calls itself',
    rawProfile({ ...base, samples: [{ locations: stack, values: [1, 1] }] }),
  ];
  yield ['an empty stack', rawProfile({ ...base, samples: [{ locations: [], values: [1, 1] }] })];
  const lines = Array.from({ length: 10_000 }, (_, i) => ({ func: 1 + (i % 3), line: i }));
  yield ['ten thousand inlined calls', rawProfile({ ...base, locations: [{ id: 1, lines }, two!, three!] })];
  const labels = Array.from({ length: 5_000 }, (_, i) => ({ key: `key${i}`, text: `value${i}` }));
  yield ['five thousand labels', rawProfile({ ...base, samples: [{ ...base.samples![0]!, labels }] })];
  const sampleTypes = Array.from({ length: 500 }, (_, i) => [`type${i}`, 'count'] as const);
  const manyValues = { locations: [1], values: Array(500).fill(1) };
  yield ['five hundred sample types', rawProfile({ ...base, sampleTypes, samples: [manyValues] })];
  yield [
    'the same sample type four times',
    rawProfile({
      ...base,
      sampleTypes: Array(4).fill(['cpu', 'count']),
      samples: [{ locations: [1], values: [1, 2, 3, 4] }],
    }),
  ];
  yield ['an unknown default', rawProfile({ ...base, defaultSampleType: 'evil' })];
  yield ['patterns that are none', rawProfile({ ...base, dropFrames: '((((', keepFrames: '[z-a]' })];
  yield [
    'a pattern that takes long elsewhere',
    rawProfile({ ...base, dropFrames: '(a*)*(a*)*(a*)*b', keepFrames: '(x+x+)+y' }),
  ];
  // Two bytes each, thirty times as much in memory if nobody looks.
  const samples = rawProfile(base);
  for (const [what, tag] of [
    ['sample types', 0x0a],
    ['samples', 0x12],
    ['mappings', 0x1a],
    ['locations', 0x22],
    ['functions', 0x2a],
    ['texts', 0x32],
    ['period types', 0x5a],
  ] as const) {
    yield [`three hundred thousand empty ${what}`, Buffer.concat([samples, repeated(300_000, tag, 0)])];
  }
  yield ['two hundred thousand empty comments', Buffer.concat([samples, repeated(200_000, 0x68, 0)])];
  yield [
    'three hundred thousand fields that nobody knows',
    Buffer.concat([samples, repeated(300_000, 0x78, 1)]),
  ];
  yield [
    'a hundred thousand samples of nothing',
    Buffer.concat([samples, repeated(100_000, 0x12, 4, 0x10, 1, 0x10, 1)]),
  ];
  yield [
    'a length that the file does not have',
    Buffer.concat([samples, Buffer.of(0x32, 0xff, 0xff, 0xff, 0xff, 0x0f)]),
  ];
  yield ['a varint without end', Buffer.concat([samples, repeated(100, 0xff)])];
  yield ['groups in groups', Buffer.concat([samples, repeated(100_000, 0x7b)])];
}

function renumbered(base: RawProfile, renumber: (id: number) => bigint): RawProfile {
  const to = (id: number | bigint) => renumber(Number(id));
  return {
    ...base,
    samples: base.samples!.map((sample) => ({ ...sample, locations: sample.locations.map(to) })),
    mappings: base.mappings!.map((mapping) => ({ ...mapping, id: to(mapping.id) })),
    locations: base.locations!.map(({ id, mapping, lines, ...rest }) => ({
      ...rest,
      id: to(id),
      mapping: to(mapping!),
      lines: lines!.map((line) => ({ ...line, func: to(line.func) })),
    })),
    functions: base.functions!.map((func) => ({ ...func, id: to(func.id) })),
  };
}

function* archives({ source }: Surroundings): Generator<[string, Uint8Array]> {
  const profile = rawProfile(twoLines(source));
  const zipped = gzipSync(profile);
  const zeros = (bytes: number) => gzipSync(new Uint8Array(bytes), { level: 1 });
  yield ['as it should be', zipped];
  yield ['a bomb of 64 MB of zeros', zeros(64 << 20)];
  yield ['a bomb of empty messages', gzipSync(repeated(3_000_000, 0x1a, 0), { level: 1 })];
  yield ['a bomb of empty texts', gzipSync(repeated(2_000_000, 0x32, 0), { level: 1 })];
  yield ['a bomb behind a profile', Buffer.concat([zipped, zeros(32 << 20)])];
  yield ['a bomb in a bomb', gzipSync(zeros(64 << 20))];
  yield ['two profiles', Buffer.concat([zipped, zipped])];
  yield ['a thousand members', Buffer.concat(Array(1000).fill(gzipSync('')))];
  yield ['a thousand members and a profile', Buffer.concat([...Array(1000).fill(gzipSync('')), zipped])];
  yield ['gzip in gzip in gzip', gzipSync(gzipSync(zipped))];
  for (const share of [0.05, 0.5, 0.95]) {
    yield [`cut off at ${share}`, zipped.subarray(0, Math.floor(zipped.length * share))];
    yield [`not zipped, cut off at ${share}`, profile.subarray(0, Math.floor(profile.length * share))];
  }
  yield ['a wrong checksum', Buffer.concat([zipped.subarray(0, -8), new Uint8Array(8)])];
  yield ['something behind', Buffer.concat([zipped, Buffer.from('<script>evil()</script>')])];
  yield [
    'a name of a file',
    Buffer.concat([
      Buffer.of(0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3),
      Buffer.from('../../evil\0'),
      zipped.subarray(10),
    ]),
  ];
  yield ['a header alone', zipped.subarray(0, 10)];
  yield ['a size that is a lie', Buffer.concat([zipped.subarray(0, -4), Buffer.of(0xff, 0xff, 0xff, 0xff)])];
}

function* formats(): Generator<[string, Uint8Array]> {
  const texts: Record<string, string> = {
    nothing: '',
    'a heap profile as text': `heap profile: 1: 2 [3: 4] @ heap/1048576\n1: 2 [3: 4] @ 0x1 [x](command:evil)\n`,
    'a goroutine profile as text':
      'goroutine profile: total 1\n1 @ 0x1 0x2\n#\t0x1\t<script>evil()</script>+0x1\t/etc/passwd:1\n',
    'contention without end': `--- contention:\ncycles/second=1\n${'1 1 @ 0x1\n'.repeat(20_000)}`,
    'a page of a server': '<html><script>evil()</script></html>',
    json: '{"__proto__":{"evil":true}}',
    speedscope: '{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[]}',
    'a profile of Firefox':
      '{"meta":{"preprocessedProfileVersion":66},"shared":{},"threads":[{"samples":{"stack":[0]}}]}',
    'an execution trace': 'go 1.22 trace\0\0\0evil',
    'a benchmark': 'BenchmarkEvil 1 1 ns/op\n',
    'a program': '\u007fELF\u0002\u0001\u0001',
    'zip, not gzip': 'PK\u0003\u0004evil',
    'escape sequences': '\u001b[2J\u001b]0;evil\u0007',
    'a hundred thousand line ends': '\n'.repeat(100_000),
    'a text of links': '[x](command:evil.run)\n'.repeat(100),
  };
  for (const [what, text] of Object.entries(texts)) yield [what, Buffer.from(text)];
  let seed = 1;
  for (const length of [1, 2, 3, 10, 100, 10_000]) {
    const noise = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      noise[i] = seed >> 16;
    }
    yield [`${length} bytes of noise`, noise];
  }
}
