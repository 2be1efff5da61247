import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Writer } from 'protobufjs/minimal.js';
import { int64At } from '../../src/pprof/columns.ts';
import { decode } from '../../src/pprof/decode.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { succeeded, why } from '../why.ts';
import { bytesField, type ProfileSpec, profileBytes, profileOf, varintField } from './builder.ts';

/** A profile's samples as texts: `value value: leaf < caller < root`. */
function samplesOf(profile: Profile): string[] {
  const { samples, locations, functions, strings, sampleTypes } = profile;
  const texts: string[] = [];
  for (let s = 0; s < samples.count; s++) {
    const values = sampleTypes.map((_, t) => int64At(samples.values, s * sampleTypes.length + t));
    const frames: string[] = [];
    for (let i = samples.locationStart[s]!; i < samples.locationStart[s + 1]!; i++) {
      const location = samples.locations[i]!;
      for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
        const f = locations.lineFunction[row]!;
        frames.push(`${strings.get(functions.name[f]!)}:${int64At(locations.lineNumber, row)}`);
      }
    }
    texts.push(`${values.join(' ')}: ${frames.join(' < ')}`);
  }
  return texts;
}

const twoSamples: ProfileSpec = {
  sampleTypes: ['samples/count', 'cpu/nanoseconds'],
  samples: [
    { values: [2, 20_000_000], stack: [['inlined a.go:3', 'caller a.go:20'], 'main main.go:5'] },
    { values: [1, 10_000_000], stack: ['main main.go:6'] },
  ],
};
const twoSamplesRead = ['2 20000000: inlined:3 < caller:20 < main:5', '1 10000000: main:6'];

test('samples keep their values and their stacks, inlined frames innermost first', () => {
  assert.deepEqual(samplesOf(profileOf(twoSamples)), twoSamplesRead);
});

test('repeated integers may be packed, unpacked or both in one sample', () => {
  for (const repeated of ['packed', 'unpacked', 'mixed'] as const) {
    assert.deepEqual(samplesOf(profileOf({ ...twoSamples, repeated })), twoSamplesRead, repeated);
  }
});

test('a sample is the same however long its stack, and whatever follows its values', () => {
  // Up to 127 bytes of ids their length is one byte, then two, then three.
  for (const depth of [0, 1, 127, 128, 200, 9000]) {
    const stack = Array.from({ length: depth }, (_, n) => `f${n} a.go:${n}`);
    const read = samplesOf(profileOf({ samples: [{ values: [7], stack, labels: { user: 'ann' } }] }));
    assert.deepEqual(read, [`7: ${stack.map((frame) => frame.replace(' a.go', '')).join(' < ')}`]);
  }
});

test('a sample whose lengths are padded, or whose values come first, is read as well', () => {
  // Field 1 of two ids, field 2 of one value; 0x82 0x00 is 2 in one byte more than it needs.
  const spellings = [
    [0x0a, 2, 1, 2, 0x12, 1, 5],
    [0x0a, 0x82, 0x00, 1, 2, 0x12, 0x81, 0x00, 5],
    [0x12, 1, 5, 0x0a, 2, 1, 2],
    [0x0a, 1, 1, 0x12, 1, 5, 0x0a, 1, 2],
  ];
  const spec = { samples: [{ values: [5], stack: ['leaf a.go:1', 'main a.go:2'] }] };
  const withoutSamples = dropField(profileBytes(spec), 2);
  for (const spelling of spellings) {
    const writer = Writer.create();
    bytesField(writer, 2, Uint8Array.from(spelling));
    const read = readProfile(Buffer.concat([withoutSamples, writer.finish()]));
    assert.deepEqual(read.ok && samplesOf(read.value), ['5: leaf:1 < main:2'], spelling.join(' '));
  }
});

test('a packed id that reaches into the next field is damage', () => {
  const withoutSamples = dropField(profileBytes(twoSamples), 2);
  const writer = Writer.create();
  bytesField(writer, 2, Uint8Array.from([0x0a, 1, 0x81, 0x12, 2, 1, 1]));
  const read = readProfile(Buffer.concat([withoutSamples, writer.finish()]));
  assert.equal(read.ok ? 'read' : read.problem.code, 'truncated');
});

test('ids are arbitrary: sparse, above 2^53, and adjacent there', () => {
  const ids: [string, (n: number) => bigint][] = [
    ['sparse', (n) => BigInt(n) * 1_000_003n],
    ['above 2^32', (n) => 2n ** 40n + BigInt(n)],
    ['adjacent above 2^53', (n) => 2n ** 53n + BigInt(n)],
    ['at the end of uint64', (n) => 2n ** 64n - BigInt(n)],
  ];
  for (const [what, id] of ids) {
    const profile = profileOf({ ...twoSamples, id });
    assert.deepEqual(samplesOf(profile), twoSamplesRead, what);
    assert.equal(int64At(profile.locations.id, 0), id(1), what);
  }
});

test('values at the ends of int64 are kept to the last bit, beside small ones', () => {
  const values = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -1n, 0n];
  const profile = profileOf({ samples: values.map((value) => ({ values: [value], stack: ['main'] })) });
  const read = values.map((_, s) => int64At(profile.samples.values, s));
  assert.deepEqual(read, values);
});

test('a column of safe integers has no exact twin', () => {
  assert.equal(profileOf(twoSamples).samples.values.exact, null);
});

test('labels are a text or a number with a unit', () => {
  const profile = profileOf({
    samples: [{ values: [1], stack: ['main'], labels: { user: 'ann', bytes: [64, 'bytes'], n: -3 } }],
  });
  const { labels, strings } = profile;
  const read = Array.from(labels.key, (key, i) => [
    strings.get(key),
    strings.get(labels.text[i]!),
    int64At(labels.number, i),
    strings.get(labels.numberUnit[i]!),
  ]);
  assert.deepEqual(read, [
    ['user', 'ann', 0n, ''],
    ['bytes', '', 64n, 'bytes'],
    ['n', '', -3n, ''],
  ]);
});

test('a location may name a mapping that is not there, and then has none', () => {
  const bytes = profileBytes({ samples: [{ values: [1], stack: ['main'] }], binary: '/bin/app' });
  // The mapping is field 3; without it the location's mapping_id 1 dangles.
  const withoutMapping = dropField(bytes, 3);
  const read = readProfile(withoutMapping);
  assert.ok(read.ok, why(read));
  assert.deepEqual([...read.value.locations.mapping], [-1]);
});

test('unknown fields are skipped, whatever their number and wire type', () => {
  const extra = Writer.create();
  varintField(extra, 99, 2n ** 64n - 1n);
  extra.uint32((100 << 3) | 1).fixed64(1);
  extra.uint32((101 << 3) | 2).bytes(Uint8Array.of(1, 2, 3));
  extra.uint32((102 << 3) | 5).fixed32(1);
  const read = succeeded(
    readProfile(Buffer.concat([extra.finish(), profileBytes(twoSamples), extra.finish()])),
  );
  assert.deepEqual(samplesOf(read), twoSamplesRead);
});

test('an unknown field inside a message may have a number beyond 32 bits', () => {
  const unknown = Writer.create();
  unknown.uint64({ low: 0x0000_0000, high: 1, unsigned: true }).uint32(7);
  const extra = Writer.create();
  bytesField(extra, 3, Buffer.concat([Uint8Array.of(8, 1), unknown.finish()]));
  const read = succeeded(readProfile(Buffer.concat([profileBytes(twoSamples), extra.finish()])));
  assert.equal(read.mappings.count, 1);
});

test('of a field that is there twice the last counts, and the first may be wrong', () => {
  const wrong = Writer.create();
  varintField(wrong, 7, 99);
  bytesField(wrong, 11, Uint8Array.of(8, 99));
  const right = profileBytes({ ...twoSamples, dropFrames: 'inlined', periodType: 'cpu/nanoseconds' });
  const read = succeeded(readProfile(Buffer.concat([wrong.finish(), right])));
  assert.equal(read.dropFrames, 'inlined');
  assert.deepEqual(read.periodType, { type: 'cpu', unit: 'nanoseconds' });
  assert.equal(readProfile(Buffer.concat([right, wrong.finish()])).ok, false);
});

test('old text formats are recognised as google/pprof does', () => {
  const first = [
    'heap profile: 1: 2 [3: 4] @ heap/5',
    'goroutine profile: total 3',
    '# note\nmy-own profile: total 1',
  ];
  for (const text of [...first, '--- contentionz 1 ---', '--- threadz 1 ---']) {
    const read = readProfile(Buffer.from(`${text}\n`));
    assert.equal(read.ok ? 'read' : read.problem.code, 'legacy-format', text);
  }
});

test('two profiles one after the other are not one', () => {
  const bytes = profileBytes({ ...twoSamples, timeNanos: 1n });
  const read = decode(Buffer.concat([bytes, bytes]));
  assert.equal(read.ok ? 'read' : read.problem.code, 'concatenated');
});

test('names are read as UTF-8, and kept as bytes where they are not', () => {
  const profile = profileOf({ samples: [{ values: [1], stack: ['главная.Ünïcode'] }] });
  const name = profile.functions.name[0]!;
  assert.equal(profile.strings.get(name), 'главная.Ünïcode');
  assert.equal(Buffer.from(profile.strings.raw(name)).toString('utf8'), 'главная.Ünïcode');
});

test('names of one byte a character are read beside longer ones', () => {
  for (const names of [['main', 'init'], ['main', 'é', 'init'], ['é']]) {
    const { strings, functions } = profileOf({ samples: [{ values: [1], stack: names }] });
    assert.deepEqual(
      Array.from(functions.name, (name) => strings.get(name)),
      names,
    );
  }
});

test('a name cut within a character takes nothing of the next', () => {
  // 0xc3 begins a character of two bytes; 0xa9 could end it, but stands in the next string.
  const writer = Writer.create();
  for (const text of [[], [0xc3], [0xa9], [0x61]]) bytesField(writer, 6, Uint8Array.from(text));
  const valueType = Writer.create();
  varintField(valueType, 1, 3);
  bytesField(writer, 1, valueType.finish());
  const read = succeeded(readProfile(writer.finish()));
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => read.strings.get(index)),
    ['', '\ufffd', '\ufffd', 'a'],
  );
});

test('any bytes give a profile or a sentence, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const read = readProfile(bytes);
      if (!read.ok) assert.match(read.problem.template, /^[A-Z].*\.$/);
    }),
    { numRuns: 2000 },
  );
});

test('any damage to a real profile gives a profile or a sentence', () => {
  const bytes = profileBytes({ ...twoSamples, binary: '/bin/app', comments: ['c'], timeNanos: 5n });
  const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(damage, fc.nat(bytes.length), (changes, cut) => {
      const damaged = Uint8Array.from(bytes);
      for (const [at, byte] of changes) damaged[at] = byte;
      readProfile(damaged);
      readProfile(damaged.subarray(0, cut));
      readProfile(gzipSync(bytes).subarray(0, cut));
    }),
    { numRuns: 1000 },
  );
});

test('every int64 comes back from its varint', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const profile = profileOf({ samples: [{ values: [value], stack: ['main'] }] });
      assert.equal(int64At(profile.samples.values, 0), value);
    }),
  );
});

test('a varint padded with zeros means what it would without, as for Go', () => {
  const bytes = profileBytes(twoSamples);
  // time_nanos (field 9) with the tag in two bytes and the value 1 in ten.
  const padded = [0xc8, 0x00, 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00];
  const read = succeeded(readProfile(Buffer.concat([bytes, Uint8Array.from(padded)])));
  assert.equal(read.timeNanos, 1n);
});

/** The bytes without the top-level fields of this number, all of which must be length-delimited or varints. */
function dropField(bytes: Uint8Array, field: number): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const tag = bytes[at++]!;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if ((tag & 7) === 2) at += length;
    if (tag >> 3 !== field) kept.push(bytes.subarray(start, at));
  }
  return Buffer.concat(kept);
}
