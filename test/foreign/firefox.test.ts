/** Profiles of Firefox Profiler in the shapes that its writers have: shared tables, tables of threads, and Firefox's own rows. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../cli/runCli.ts';
import { runHere } from '../cli/runHere.ts';
import { foldedLines, leafLines, profileOfText, recording, refusalOf } from './recordings.ts';

const samples = (stack: readonly unknown[], more: object = {}) => ({ stack, weightType: 'samples', ...more });

/** As samply writes it, version 66; `rank` is inlined into `sell`, and one frame is not symbolized. */
const shared = {
  stringArray: ['main', 'sell', 'rank', '0x1f40', '/src/shop/main.rs', 'libc.so.6'],
  stackTable: { frame: [0, 1, 2, 3], prefixOffset: [0, 1, 1, 2] },
  frameTable: {
    func: [0, 1, 2, 3],
    address: [16, 32, 32, 8000],
    inlineDepth: [0, 0, 1, 0],
    line: [3, 9, 14, null],
    nativeSymbol: [0, 0, 0, null],
  },
  funcTable: {
    name: [0, 1, 2, 3],
    source: [0, 0, 0, null],
    resource: [0, 0, 0, 1],
    lineNumber: [1, 7, 12, null],
  },
  nativeSymbols: { libIndex: [0] },
  resourceTable: { lib: [0, 1] },
  sources: { filename: [4] },
};
const libs = [
  { name: 'shop', path: '/src/shop/shop' },
  { name: 'libc.so.6', path: '/lib/libc.so.6' },
];
const meta = { preprocessedProfileVersion: 66, sampleUnits: { time: 'ms', threadCPUDelta: 'µs' } };
const thread = (name: string, of: object) => ({ name, processName: 'shop', samples: of });

function addresses(profile: ReturnType<typeof profileOfText>): string[] {
  const { locations, mappings, strings } = profile;
  return Array.from(locations.mapping, (mapping, row) => {
    const object = mapping < 0 ? '' : strings.get(mappings.filename[mapping]!);
    return `${object} ${locations.address.approximate[row]}`;
  });
}

test('shared tables: stacks by their distance, lines, inlined functions, processor time, programs', () => {
  const of = samples([2, 3, null, 2], {
    timeDeltas: [10, 1, 1, 1.5],
    threadCPUDelta: [0, 500, 250, 1000],
    weight: [1, 1, 1, 5],
  });
  const profile = profileOfText(JSON.stringify({ meta, libs, shared, threads: [thread('shop', of)] }));
  assert.deepEqual(
    profile.sampleTypes.map(({ type, unit }) => `${type}/${unit}`),
    ['samples/count', 'cpu/nanoseconds'],
  );
  assert.equal(profile.defaultSampleType, 'cpu');
  assert.deepEqual(foldedLines(profile, 0), ['main;sell;? 1', 'main;sell;rank 6']);
  assert.deepEqual(foldedLines(profile, 1), ['main;sell;? 500000', 'main;sell;rank 1000000']);
  assert.deepEqual(leafLines(profile), [
    'main /src/shop/main.rs:3',
    'rank /src/shop/main.rs:14',
    'sell /src/shop/main.rs:9',
  ]);
  assert.deepEqual(addresses(profile), [
    '/src/shop/shop 16',
    '/src/shop/shop 32',
    '/src/shop/shop 32',
    '/lib/libc.so.6 8000',
  ]);
  assert.equal(profile.strings.get(profile.mappings.filename[0]!), '/src/shop/shop');
  assert.equal(profile.durationNanos, 3_500_000n);
});

test('several threads are labels, and share their tables', () => {
  const threads = [
    thread('one', samples([1, 1])),
    thread('two', samples([1])),
    thread('asleep', samples([])),
    thread('one', samples([0])),
  ];
  const profile = profileOfText(JSON.stringify({ threads, shared }));
  assert.deepEqual(foldedLines(profile, 0), ['main 1', 'main;sell 1', 'main;sell 2']);
  const labels = Array.from(profile.labels.text, (text) => profile.strings.get(text));
  assert.deepEqual(labels, ['one', 'two', 'one']);
});

test('version 70: programs of frames; version 64: what source maps say', () => {
  const newer = {
    ...shared,
    frameTable: { ...shared.frameTable, lib: [1, 1, -1, 1], originalLocation: [null, 0, null, null] },
    sourceLocationTable: { source: [1], line: [77] },
    sources: { filename: [4, 6] },
    stringArray: [...shared.stringArray, 'shop.ts'],
  };
  const profile = profileOfText(
    JSON.stringify({ libs, shared: newer, threads: [{ samples: samples([2]) }] }),
  );
  assert.ok(leafLines(profile).includes('sell shop.ts:77'));
  assert.deepEqual(addresses(profile).slice(1, 3), ['/lib/libc.so.6 32', ' 32']);
});

/** As CPython's sampler writes it, version 57: the last part has the strings. */
const python = (of: object) => ({
  meta: { preprocessedProfileVersion: 57, product: 'Python' },
  libs: [],
  threads: [
    {
      name: 'Thread-7',
      samples: of,
      stackTable: { frame: [0, 1], prefix: [null, 0] },
      frameTable: { address: [-1, -1], func: [0, 1], line: [40, 21], nativeSymbol: [null, null] },
      funcTable: { name: [1, 2], fileName: [3, 3], resource: [0, 0], lineNumber: [38, 20] },
      resourceTable: { lib: [null], name: [3] },
    },
  ],
  shared: { stringArray: ['(root)', 'sell', 'rank', 'shop.py'], sources: { filename: [] } },
});

test('tables of a thread: stacks by their callers', () => {
  const of = samples([1, 0, 1], { time: [0, 0.5, 1], eventDelay: [null, null, null], weight: null });
  const profile = profileOfText(JSON.stringify(python(of)));
  assert.deepEqual(foldedLines(profile, 0), ['sell 1', 'sell;rank 2']);
  assert.deepEqual(leafLines(profile), ['rank shop.py:21', 'sell shop.py:40']);
  assert.equal(profile.durationNanos, 1_000_000n);
});

test('weights: milliseconds become nanoseconds, bytes stay, and those of a comparison can be negative', () => {
  const of = (weightType: string, weight: readonly number[]) => {
    const profile = profileOfText(JSON.stringify(python(samples([1, 0], { weightType, weight }))));
    const [{ type, unit } = { type: '', unit: '' }] = profile.sampleTypes;
    return [`${type}/${unit}`, ...foldedLines(profile, 0)];
  };
  assert.deepEqual(of('tracing-ms', [0.25, 3]), ['time/nanoseconds', 'sell 3000000', 'sell;rank 250000']);
  assert.deepEqual(of('bytes', [4096, 8]), ['space/bytes', 'sell 8', 'sell;rank 4096']);
  assert.deepEqual(of('samples', [-3, 2]), ['samples/count', 'sell 2', 'sell;rank -3']);
});

test('rows, as Firefox and simpleperf write them: frames are texts, and processes have processes', () => {
  const rows = (schema: readonly string[], data: readonly unknown[]) => ({
    schema: Object.fromEntries(schema.map((name, at) => [name, at])),
    data,
  });
  const own = (name: string, frames: readonly string[], line: number | null) => ({
    name,
    samples: rows(
      ['stack', 'time', 'responsiveness'],
      [
        [frames.length - 1, 5, 0],
        [0, 7, 0],
        [null, 8, 0],
      ],
    ),
    stackTable: rows(
      ['prefix', 'frame', 'category'],
      frames.map((_, at) => [at === 0 ? null : at - 1, at, 0]),
    ),
    frameTable: rows(
      ['location', 'relevantForJS', 'line'],
      frames.map((_, at) => [at, false, at === 0 ? null : line]),
    ),
    stringTable: frames,
  });
  const main = own(
    'main',
    ['start (in libshop.so)', 'rank (https://shop.example/a.js:12:7)[3]', '0x7f10'],
    null,
  );
  const child = own('child', ['operator() (int) (in libshop.so) + 12', 'https://shop.example/b.js:1:0'], 31);
  const file = { meta: { version: 24 }, libs: [], threads: [main], processes: [{ threads: [child] }] };
  const profile = profileOfText(JSON.stringify(file));
  assert.deepEqual(foldedLines(profile, 0), [
    'operator() (int) 1',
    'operator() (int);(root scope) https://shop.example/b.js 1',
    'start 1',
    'start;rank;? 1',
  ]);
  assert.deepEqual(leafLines(profile), [
    '(root scope) https://shop.example/b.js https://shop.example/b.js:31',
    'operator() (int) :0',
    'rank https://shop.example/a.js:12',
    'start :0',
  ]);
  assert.ok(addresses(profile).includes('libshop.so 0'));
  assert.ok(addresses(profile).includes(' 32528'));
});

test('a row that is not there is refused', () => {
  const broken: readonly object[] = [
    { stackTable: { frame: [9], prefixOffset: [0] } },
    { stackTable: { frame: [null], prefixOffset: [0] } },
    { stackTable: { frame: [0, 0], prefixOffset: [0, 2] } },
    { stackTable: { frame: [0, 0], prefix: [1, null] } },
    { stackTable: { frame: [0], prefix: [0] } },
    { frameTable: { func: [4] } },
    { funcTable: { name: [99, 0, 0, 0] } },
    { stringArray: [] },
  ];
  for (const part of broken) {
    const file = { shared: { ...shared, ...part }, threads: [{ samples: samples([0]) }] };
    assert.match(refusalOf(JSON.stringify(file), 'firefox'), /damaged/, JSON.stringify(part));
  }
  const none = { shared, threads: [{ samples: samples([4]) }] };
  assert.match(refusalOf(JSON.stringify(none), 'firefox'), /damaged/);
});

/** The programs and libraries of each stack, with how many samples have it. */
function objects(profile: ReturnType<typeof profileOfText>): string[] {
  const { samples, locations, mappings, strings } = profile;
  const counts = new Map<string, number>();
  for (let sample = 0; sample < samples.count; sample++) {
    const stack = samples.locations.subarray(
      samples.locationStart[sample],
      samples.locationStart[sample + 1],
    );
    const names = Array.from(stack, (location) => {
      const mapping = locations.mapping[location]!;
      return mapping < 0 ? '?' : basename(strings.get(mappings.filename[mapping]!));
    });
    const count = samples.values.approximate[sample * profile.sampleTypes.length]!;
    counts.set(names.join(), (counts.get(names.join()) ?? 0) + count);
  }
  return [...counts].map(([stack, count]) => `${stack} ${count}`).sort();
}

test('samply, without names, and perf say the same of one recording', () => {
  const [samply, perf] = [recording('samply.json'), recording('samply.perf.txt')].map(profileOfText);
  assert.ok(samply !== undefined && perf !== undefined);
  assert.deepEqual(objects(samply), objects(perf));
  assert.equal(objects(samply).length, 7);
  assert.equal(samply.functions.count, 0);
});

test('what we write for Firefox Profiler is read again with the same costs, on the same lines', async () => {
  const before = join(import.meta.dirname, 'profiles/rust.pb');
  const path = temporaryFolder().path('rust.profile.json');
  writeFileSync(path, (await runHere('firefox', before)).stdout);
  for (const report of ['top', 'lines']) {
    const [expected, read] = [await runHere(report, before), await runHere(report, path)];
    assert.equal(read.status, 0, read.stderr);
    const rows = (text: string) => text.slice(text.indexOf('      flat')).replaceAll(' (inline)', '');
    assert.equal(rows(read.stdout), rows(expected.stdout));
  }
});
