/** Profiles of OpenTelemetry: hand-made ones, and those that its own library makes of profiles for pprof. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { isOtel } from '../../src/foreign/otelWire.ts';
import { readForeignText } from '../../src/foreign/readForeign.ts';
import { isGzip } from '../../src/pprof/inflate.ts';
import { runHere } from '../cli/runHere.ts';
import { profileBytes } from '../pprof/builder.ts';
import { foldedLines, leafLines, profileOfText, recording, recordingPath, refusalOf } from './recordings.ts';

const profiles = join(import.meta.dirname, 'profiles');

for (const [pprof, otel] of [
  ['python.pb.gz', 'python.otlp'],
  ['python.pb.gz', 'python.otlp.json'],
  ['cpp.pb.gz', 'cpp.otlp'],
] as const) {
  test(`${otel} says the same as the profile that it was made of`, async () => {
    for (const sampleIndex of ['0', '1']) {
      for (const report of ['top', 'lines']) {
        const of = (path: string) => runHere(report, '--sample_index', sampleIndex, path);
        const [expected, read] = [await of(join(profiles, pprof)), await of(recordingPath(otel))];
        assert.equal(read.status, 0, read.stderr);
        assert.equal(read.stdout, expected.stdout);
      }
    }
  });
}

const dictionary = {
  stringTable: [
    '',
    'cpu',
    'nanoseconds',
    'samples',
    'count',
    'main',
    'rank',
    '/src/shop/shop.go',
    '/src/shop/shop',
  ],
  functionTable: [
    {},
    { nameStrindex: 5, filenameStrindex: 7 },
    { systemNameStrindex: 6, filenameStrindex: 7 },
  ],
  mappingTable: [{}, { filenameStrindex: 8 }],
  locationTable: [
    {},
    { lines: [{ functionIndex: 1, line: '12' }] },
    {
      mappingIndex: 1,
      address: '4096',
      lines: [
        { functionIndex: 2, line: 30 },
        { functionIndex: 1, line: 13 },
      ],
    },
    { mappingIndex: 1, address: '18446744073709551615' },
  ],
  stackTable: [{}, { locationIndices: [1] }, { locationIndices: [2, 1] }, { locationIndices: [3, 1] }],
  attributeTable: [
    {},
    { keyStrindex: 5, value: { stringValue: 'blue' } },
    { keyStrindex: 6, value: { intValue: '7' } },
    { keyStrindex: 6, value: { stringValueStrindex: 3 } },
  ],
};
const resource = (profilesOf: readonly object[], service = 'shop') => ({
  resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
  scopeProfiles: [{ profiles: profilesOf }],
});
const cpu = (samples: readonly object[]) => ({ sampleType: { typeStrindex: 1, unitStrindex: 2 }, samples });
const counts = (samples: readonly object[]) => ({
  sampleType: { typeStrindex: 3, unitStrindex: 4 },
  samples,
});
const file = (...resourceProfiles: readonly object[]) => JSON.stringify({ resourceProfiles, dictionary });

function labelsOf({ labels, strings }: ReturnType<typeof profileOfText>): string[] {
  return Array.from(labels.key, (key, row) => {
    const text = strings.get(labels.text[row]!);
    return `${strings.get(key)}=${text === '' ? labels.number.approximate[row] : text}`;
  });
}

test('a profile for each type: their samples are one where their stacks are, inlined functions are lines of a location', () => {
  const profile = profileOfText(
    file(
      resource([
        counts([
          { stackIndex: 2, values: ['2', 1] },
          { stackIndex: 3, timestampsUnixNano: ['1', '2'] },
        ]),
        cpu([{ stackIndex: 2, values: ['30000000'] }]),
      ]),
    ),
  );
  assert.deepEqual(
    profile.sampleTypes.map(({ type, unit }) => `${type}/${unit}`),
    ['samples/count', 'cpu/nanoseconds'],
  );
  assert.equal(profile.defaultSampleType, 'samples');
  assert.deepEqual(foldedLines(profile, 0), ['main;? 2', 'main;main;rank 3']);
  assert.deepEqual(foldedLines(profile, 1), ['main;main;rank 30000000']);
  assert.equal(profile.samples.count, 2);
  assert.deepEqual(leafLines(profile), [
    'main /src/shop/shop.go:12',
    'main /src/shop/shop.go:13',
    'rank /src/shop/shop.go:30',
  ]);
  assert.deepEqual(labelsOf(profile), []);
  assert.equal(profile.strings.get(profile.mappings.filename[0]!), '/src/shop/shop');
});

test('attributes are labels, and so is the service where there are several', () => {
  const sample = (...attributeIndices: readonly number[]) => ({
    stackIndex: 1,
    values: [1],
    attributeIndices,
  });
  const profile = profileOfText(
    file(resource([cpu([sample(1, 2), sample(3)])]), resource([cpu([sample()])], 'till')),
  );
  assert.deepEqual(labelsOf(profile), [
    'service.name=shop',
    'main=blue',
    'rank=7',
    'service.name=shop',
    'rank=samples',
    'service.name=till',
  ]);
});

test('what the tables do not have is refused', () => {
  for (const sample of [
    { stackIndex: 4, values: [1] },
    { stackIndex: 1, values: [1], attributeIndices: [4] },
    { stackIndex: 1, values: ['9223372036854775807', 1] },
    { stackIndex: 1, values: ['1.5'] },
  ])
    assert.match(refusalOf(file(resource([cpu([sample])])), 'otel'), /damaged/, JSON.stringify(sample));
});

test('one deep stack under many attributes that say the same is refused for its frames', () => {
  const many = Array.from({ length: 3000 }, (_, index) => index);
  const deep = {
    ...dictionary,
    stackTable: [{}, { locationIndices: many.map(() => 1) }],
    attributeTable: many.map(() => dictionary.attributeTable[1]),
  };
  const samples = many.map((index) => ({ stackIndex: 1, values: [1], attributeIndices: [index] }));
  const read = readForeignText(
    Buffer.from(JSON.stringify({ dictionary: deep, resourceProfiles: [resource([cpu(samples)])] })),
    'otel',
  );
  assert.equal(read.ok ? 'read' : read.problem.code, 'too-many-frames');
});

test('no profile for pprof is taken for one of OpenTelemetry, also if it is cut off', () => {
  const all = readdirSync(profiles).map((name) => readFileSync(join(profiles, name)));
  for (const bytes of [...all, profileBytes({ samples: [{ values: [1], stack: ['f a.go:1'] }] })]) {
    const inflated = isGzip(bytes) ? gunzipSync(bytes) : Buffer.from(bytes);
    const step = Math.max(1, Math.floor(inflated.length / 500));
    for (let end = 1; end <= inflated.length; end += step)
      assert.ok(!isOtel(inflated.subarray(0, end)), `${end}`);
  }
  assert.ok(isOtel(recording('cpp.otlp')));
});

/** A message as a field, with less than 128 bytes. */
const message = (field: number, ...parts: readonly (number | readonly number[])[]) => {
  const bytes = parts.flat();
  return [field * 8 + 2, bytes.length, ...bytes];
};
const onTheWire = (sample: readonly number[], table: readonly number[] = []) =>
  Uint8Array.from([
    ...message(1, message(2, message(2, message(2, sample)))),
    ...message(2, message(5), message(7), message(7, table)),
  ]);

test('files of older versions of the protocol, in which the same numbers mean something else, are refused', () => {
  const older: Readonly<Record<string, readonly number[]>> = {
    '1.9, with values': [0x08, 1, 0x12, 1, 20],
    '1.9, with values, attributes and times': [
      0x08, 1, 0x12, 1, 20, 0x1a, 1, 1, 0x2a, 8, 0, 0, 0, 0, 0, 0, 0, 1,
    ],
    '1.7, with places of a table': [0x08, 1, 0x10, 3, 0x1a, 1, 20],
  };
  for (const [version, sample] of Object.entries(older)) {
    const read = readForeignText(onTheWire(sample), 'otel');
    assert.equal(read.ok ? 'read' : read.problem.code, 'other-version', version);
  }
  const read = readForeignText(onTheWire([0x08, 1, 0x22, 2, 20, 1, 0x20, 3]), 'otel');
  assert.ok(read.ok && read.value.samples.values.approximate[0] === 24);
});

test('files of the collector: messages one a line, or each behind its size', () => {
  const [wire, json] = [
    recording('python.otlp'),
    Buffer.from(recording('python.otlp.json')).toString().trim(),
  ];
  const size = (length: number) => Buffer.from([0, 0, length >> 8, length & 255]);
  const framed = Buffer.concat([size(wire.length), wire, size(wire.length), wire]);
  const once = profileOfText(wire);
  const doubled = once.samples.values.approximate.map((value) => 2 * value);
  for (const twice of [framed, `${json}\n${json}\n`, `${json}\n${json}`]) {
    const profile = profileOfText(twice);
    const sums = profile.sampleTypes.map((_, type) =>
      profile.samples.values.approximate.reduce((sum, value, at) => sum + (at % 2 === type ? value : 0), 0),
    );
    assert.deepEqual(sums, [doubled[0]! + doubled[2]!, doubled[1]! + doubled[3]!]);
    assert.deepEqual(labelsOf(profile), []);
  }
  assert.ok(!isOtel(framed.subarray(0, -1)));
  assert.match(refusalOf(`${json}\n${json.slice(0, 99)}`, 'otel'), /cut off or damaged/);
});
