/** Profiles to start from: small ones of every kind, and real ones if the conformance data is there. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { isGzip } from '../../src/pprof/inflate.ts';
import { namesIn, pathOf } from '../conformance/data.ts';
import { type ProfileSpec, profileBytes } from '../pprof/builder.ts';

const specs: readonly ProfileSpec[] = [
  { samples: [] },
  { samples: [{ values: [1], stack: [] }] },
  {
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: [
      { values: [2, 20_000_000], stack: [['inlined a.go:3', 'caller a.go:20'], 'main main.go:5'] },
      { values: [1, 10_000_000], stack: ['main main.go:6'], labels: { user: 'ann', bytes: [64, 'bytes'] } },
      { values: [1, 10_000_000], stack: ['0x1234', 'f ./x//a.go:1:2', 'f ./x//a.go:1:2', 'main main.go:5'] },
    ],
    binary: '/bin/app',
    comments: ['one', 'two'],
    dropFrames: 'caller',
    keepFrames: 'main',
    defaultSampleType: 'cpu',
    timeNanos: 1n,
    durationNanos: 2n,
    period: 3n,
    periodType: 'cpu/nanoseconds',
  },
  {
    samples: [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -1n, 0n].map((value) => ({
      values: [value],
      stack: ['leaf a.go:1', 'main main.go:2'],
    })),
    id: (n) => 2n ** 53n + BigInt(n),
    repeated: 'mixed',
  },
  {
    samples: Array.from({ length: 40 }, (_, n) => ({
      values: [n],
      stack: Array.from({ length: n }, (_, depth) => `f${(n * depth) % 7} f.go:${depth}`),
      labels: { diff: 'pprof::base' },
    })),
    repeated: 'unpacked',
  },
];

/** The largest real profile. Mutations of larger ones find the same faults, but more slowly. */
const largest = 12_000;

/** Inflated profiles. */
export function seedProfiles(): Uint8Array[] {
  const real = namesIn('profiles')
    .map((name) => readFileSync(pathOf('profiles', name)))
    .map((bytes) => (isGzip(bytes) ? gunzipSync(bytes) : bytes));
  return [...specs.map(profileBytes), ...real.filter(({ length }) => length <= largest)];
}

/** Whole files: real ones and malformed ones. */
export function seedFiles(): Uint8Array[] {
  const read = (part: 'profiles' | 'malformed') =>
    namesIn(part).map((name) => readFileSync(pathOf(part, name)));
  return [...read('profiles'), ...read('malformed')].filter(({ length }) => length > 0 && length <= largest);
}
