/** Profiles of any size that are made to take as much memory as possible for their bytes, or time. */

/** A message or a field as bytes. */
type Bytes = readonly number[];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}

function message(tag: number, ...parts: readonly Bytes[]): number[] {
  // For short lists much faster than `flat`.
  const bytes = ([] as number[]).concat(...parts);
  return [tag, ...varint(bytes.length), ...bytes];
}

/** A row of a table, with its id: made millions of times. */
function row(tag: number, id: number, more: Bytes = []): number[] {
  const bytes = varint(id);
  return [tag, 1 + bytes.length + more.length, 0x08, ...bytes, ...more];
}

const times = (count: number, bytes: Bytes): number[] => Array.from({ length: count }, () => bytes).flat();

const sample = 0x12;
const mapping = 0x1a;
const location = 0x22;
const functions = 0x2a;
const string = 0x32;
/** A sample type without a name, the empty string, and "A". */
const start = [0x0a, 0, string, 0, string, 1, 0x41];
const oneFunction = message(functions, [0x08, 1]);

/** What comes first, and what is repeated after it: a part for each number from 1 on. */
interface Shape {
  readonly first: Bytes;
  readonly part: (n: number) => Bytes;
}

const emptyLines = times(20, [0x22, 0]);
const fullLines = times(50, [0x22, 6, 8, 1, 16, 1, 24, 1]);
const emptyLabels = message(sample, [0x10, 1], times(20, [0x1a, 0]));
const fullLabels = message(sample, [0x10, 1], times(20, [0x1a, 6, 8, 1, 24, 1, 32, 1]));
const manyValues = message(sample, [0x12, ...varint(10_000)], times(10_000, [1]));
const manyIds = message(sample, [0x0a, 100], times(100, [1]), [0x10, 1]);
const largeId = varint(2 ** 40);

const shapes: Readonly<Record<string, Shape>> = {
  'empty strings': { first: start, part: () => [string, 0] },
  'short strings': { first: start, part: (n) => [string, 2, 0x41 + (n % 26), 0x42] },
  'lines without a function': {
    first: [...start, ...oneFunction],
    part: (n) => message(location, [0x08, ...varint(n)], emptyLines),
  },
  lines: {
    first: [...start, ...oneFunction],
    part: (n) => message(location, [0x08, ...varint(n)], fullLines),
  },
  'labels that say nothing': {
    first: start,
    part: () => emptyLabels,
  },
  labels: {
    first: start,
    part: () => fullLabels,
  },
  'packed values': { first: [...times(10_000, [0x0a, 0]), string, 0], part: () => manyValues },
  'packed ids': { first: [...start, ...message(location, [0x08, 1])], part: () => manyIds },
  'packed ids after a large one': {
    first: [
      ...start,
      ...message(location, [0x08, ...largeId]),
      ...message(location, [0x08, 1]),
      ...message(sample, [0x0a, largeId.length, ...largeId, 0x10, 1]),
    ],
    part: () => manyIds,
  },
  samples: { first: start, part: () => [sample, 2, 0x10, 1] },
  mappings: { first: start, part: (n) => row(mapping, n) },
  locations: { first: start, part: (n) => row(location, n) },
  'locations with large ids': {
    first: start,
    part: (n) => row(location, 2 ** 45 + 1000 * n),
  },
  functions: { first: start, part: (n) => row(functions, n, [16, 1]) },
  'mappings of one id': { first: start, part: () => [mapping, 2, 8, 1] },
  'locations of one id': { first: start, part: () => [location, 2, 8, 1] },
  'functions of one id': { first: start, part: () => [functions, 2, 8, 1] },
  'mappings without an id': { first: start, part: () => [mapping, 0] },
};

/** All samples are different, so a merge keeps each, in tables in which it finds equal ones. */
const manySorts: Readonly<Record<string, Shape>> = {
  'numbers of labels': {
    first: [...start, ...message(location, [0x08, 1])],
    part: (n) => message(sample, [0x10, 1], message(0x1a, [8, 1, 24, ...varint(n)])),
  },
  'locations of samples': {
    first: start,
    part: (n) => [
      ...row(location, n, [24, ...varint(n)]),
      ...message(sample, [0x0a, varint(n).length, ...varint(n), 0x10, 1]),
    ],
  },
};

export const shapesToMerge: readonly string[] = Object.keys(manySorts);

export const hostileShapes: readonly string[] = Object.keys(shapes);

/** The profile of a shape, of about so many bytes. */
export function hostileProfile(shape: string, size: number): Uint8Array {
  const { first, part } = shapes[shape] ?? manySorts[shape]!;
  const bytes = new Uint8Array(size);
  bytes.set(first.slice(0, size));
  let end = Math.min(first.length, size);
  for (let n = 1; ; n++) {
    const next = part(n);
    if (end + next.length > size) return bytes.subarray(0, end);
    bytes.set(next, end);
    end += next.length;
  }
}
