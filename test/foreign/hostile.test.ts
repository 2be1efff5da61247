/** Recordings that are made to cost as much as possible are read, or refused with a sentence. `test/hostile/linear` proves the time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../src/base/result.ts';
import { foreignFormat, readForeignText } from '../../src/foreign/readForeign.ts';
import { decode } from '../../src/pprof/decode.ts';
import { encode } from '../../src/pprof/encode.ts';
import { growthProblem } from '../hostile/linear/cost.ts';
import { succeeded } from '../why.ts';
import { deepRecordings, hostileKinds, hostileRecording } from './hostileRecordings.ts';
import { isText } from './recordings.ts';

const bytes = 2 ** 16;

for (const kind of hostileKinds) {
  test(kind, () => {
    const recording = hostileRecording(kind, bytes);
    const format = foreignFormat(recording);
    assert.ok(isText(format), `it is ${format}`);
    const read = readForeignText(recording, format);
    if (!read.ok) {
      assert.match(sentence(read.problem), /^[A-Z].*\.$/);
      return;
    }
    // What was made of it is a profile by the rules of the format.
    const again = succeeded(decode(encode(read.value)));
    assert.equal(again.samples.count, read.value.samples.count);
  });
}

for (const kind of [
  'folded: one frame a stack, all distinct',
  'folded: nothing but distinct frames',
  'perf: nothing but distinct frames',
  'speedscope: many profiles',
]) {
  test(`${kind}: a larger one is refused for its frames`, () => {
    const recording = hostileRecording(kind, 16 * bytes);
    const format = foreignFormat(recording);
    assert.ok(isText(format));
    const read = readForeignText(recording, format);
    assert.equal(read.ok ? 'read' : read.problem.code, 'too-many-frames');
  });
}

test('a deep stack that is seen again and again takes time for its depth only once', () => {
  for (const [kind, make] of Object.entries(deepRecordings)) {
    const read = (recording: Buffer) => {
      const format = foreignFormat(recording);
      assert.ok(isText(format));
      const profile = succeeded(readForeignText(recording, format));
      assert.ok(profile.samples.count <= 2, kind);
    };
    assert.equal(
      growthProblem(read, (length) => Buffer.from(make(length)), 16_000),
      null,
      kind,
    );
  }
});

test('bytes that are cut off or changed anywhere never break a reader', () => {
  const sources = [
    'folded: frames that look like places',
    'perf: distinct source lines',
    'v8-cpu: ticks on many lines',
    'v8-heap: deep',
    'speedscope: events',
    'firefox: threads of shared stacks',
    'firefox: rows',
    'otel: samples of many attributes',
    'otel: messages of the wire',
  ].map((kind) => hostileRecording(kind, 200));
  const inlined = Buffer.from(
    `p 1 1.0: 1 c:\n\t1 f (/o)\n\np 1 1.0: 1 c:\n${'\t1 f (inlined)\n'.repeat(8)}\n`,
  );
  for (const recording of [...sources, inlined]) {
    const own = foreignFormat(recording);
    const formats = own === 'folded' || own === 'perf-script' ? (['folded', 'perf-script'] as const) : [own];
    for (let at = 0; at < recording.length; at++) {
      const changed = [0, 0x0a, 0x20, 0x3b].map((value) =>
        Buffer.concat([recording.subarray(0, at), Buffer.of(value), recording.subarray(at + 1)]),
      );
      for (const variant of [...changed, recording.subarray(0, at)]) {
        foreignFormat(variant);
        for (const format of formats) {
          assert.ok(isText(format));
          const read = readForeignText(variant, format);
          if (read.ok) assert.ok(decode(encode(read.value)).ok);
        }
      }
    }
  }
});
