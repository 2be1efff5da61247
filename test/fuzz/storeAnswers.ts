/** Answers of stores to start from, and changes of JSON that leave it JSON. */
import { profileBytes } from '../pprof/builder.ts';
import type { Random } from './random.ts';

const labels = [
  { name: 'version', value: 'v1.2.0' },
  { name: 'job', value: 'shop' },
];
const type = {
  ID: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds',
  name: 'process_cpu',
  sampleType: 'cpu',
  sampleUnit: 'nanoseconds',
  periodType: 'cpu',
  periodUnit: 'nanoseconds',
};
const profile = profileBytes({ samples: [{ values: [1], stack: ['main main.go:1'] }] });

/** One of each kind of answer: of Pyroscope, of Parca, and refusals. */
const answers: readonly object[] = [
  { profileTypes: [type, { ...type, sampleType: 'samples', sampleUnit: 'count' }] },
  { names: ['__session_id__', 'job', 'version'] },
  {
    series: [
      { labels, points: [{ value: 1e9, timestamp: '1785600000000' }, { value: 2e9 }] },
      { labels: labels.slice(1), points: [{ value: -1, timestamp: 1785600015000 }] },
    ],
  },
  {
    types: [
      { ...type, delta: true },
      { ...type, sampleType: 'samples' },
    ],
  },
  { labelNames: ['job', 'version'], labelValues: ['shop', 'till'] },
  {
    series: [
      {
        labelset: { labels },
        samples: [
          { timestamp: '2026-08-01T12:00:00Z', value: '1000', duration: '10000000000' },
          { value: 3 },
        ],
      },
    ],
  },
  { pprof: Buffer.from(profile).toString('base64') },
  { code: 'invalid_argument', message: 'no org id\nmy-name:my-password' },
];

export const storeSeeds = (): Uint8Array[] => answers.map((answer) => Buffer.from(JSON.stringify(answer)));

/** Values that no store means. */
const strange: readonly unknown[] = [
  ...[null, true, 0, -0, -1, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e300, -1e308, 8.64e15, 8.64e15 + 1],
  ...[
    '',
    '1e309',
    'NaN',
    '-Infinity',
    '0x10',
    ' 7 ',
    '9223372036854775808',
    'my-password',
    '\u202e\u001b[2J',
    '\ud800',
  ],
  ...['1969-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '2026-02-30', '{0}{1}'],
  ...[[], {}, [[]], [null], { name: 'version' }, { name: '__proto__', value: 'x' }, { value: 'x' }],
];
const keys =
  'profileTypes types names labelNames labelValues series labels labelset points samples name value timestamp duration ID sampleType pprof message __proto__ constructor length'.split(
    ' ',
  );

/** The JSON with another value, key, or number of items somewhere; as it is if it is none. */
export function changedJson(random: Random, json: Uint8Array): Uint8Array {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(json).toString());
  } catch {
    return json;
  }
  return Buffer.from(JSON.stringify(changed(random, value)) ?? '');
}

function changed(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.below(8) === 0) return random.pick(strange);
  if (Array.isArray(value)) return changedList(random, value);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const entry = entries[at];
  if (entry === undefined) return withKey(value, random.pick(keys), random.pick(strange));
  const [key, item] = entry;
  const others = Object.fromEntries(entries.filter((_, i) => i !== at));
  switch (random.below(6)) {
    case 0:
      return others;
    case 1:
      return withKey(others, random.pick(keys), item);
    default:
      return withKey(others, key, changed(random, item));
  }
}

/** `__proto__` is a key like others. */
function withKey(value: object, key: string, item: unknown): object {
  return Object.fromEntries([...Object.entries(value), [key, item]]);
}

function changedList(random: Random, items: readonly unknown[]): unknown[] {
  const at = random.below(items.length + 1);
  const [before, behind] = [items.slice(0, at), items.slice(at + 1)];
  const item = items[at];
  if (item === undefined) return [...items, random.pick(strange)];
  switch (random.below(6)) {
    case 0:
      return [...before, ...behind];
    case 1:
      return [...before, ...Array.from({ length: 2 + random.below(20) }, () => item), ...behind];
    default:
      return [...before, changed(random, item), ...behind];
  }
}
