import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readRecord, recordText } from '../../../src/go/results/runRecord.ts';
import { recordedBenchmark, runRecord } from '../../server/history/runs.ts';

test('a record that is written and read again is the same, infinities too', () => {
  const metrics = { 'ns/op': Number.POSITIVE_INFINITY, 'x/op': Number.NaN, 'B/op': 0.1 };
  const record = runRecord({
    benchmarks: [
      recordedBenchmark({ measurements: [{ iterations: 1, metrics, layout: 7 }], label: 'before the cache' }),
    ],
  });
  assert.deepEqual(readRecord('run-1', recordText(record)), { ok: true, value: record });
});

test('a record keeps counted instructions, and why there are none', () => {
  const missing = { code: 'no-valgrind', template: 'Install {0}.', args: ['valgrind'] };
  const record = runRecord({
    benchmarks: [
      recordedBenchmark({ instructions: { perOp: 3214, spread: 0, by: 'valgrind' } }),
      recordedBenchmark({ instructions: { missing } }),
    ],
  });
  assert.deepEqual(readRecord('run-1', recordText(record)), { ok: true, value: record });
});

test('a record keeps what the machine saw of the memory', () => {
  const missing = { code: 'no-memory', template: 'Not known.', args: [] };
  const seen = { operations: 9, collections: 2, pauses: 3, heapGoal: 4, stacks: 5, peak: 6 };
  const record = runRecord({
    benchmarks: [recordedBenchmark({ memory: seen }), recordedBenchmark({ memory: { missing } })],
  });
  assert.deepEqual(readRecord('run-1', recordText(record)), { ok: true, value: record });
});

test('a record keeps what became of the processor’s slots, if it can be', () => {
  const slots = { retiring: 0.2, badSpeculation: 0.05, frontEnd: 0.05, backEnd: 0.7, otherThread: 0 };
  const record = runRecord({ benchmarks: [recordedBenchmark({ slots })] });
  const text = recordText(record);
  assert.deepEqual(readRecord('run-1', text), { ok: true, value: record });
  const damaged = readRecord('run-1', text.replace('0.7', '70'));
  assert.ok(damaged.ok && damaged.value.benchmarks[0]?.slots === undefined);
});

test('the names in the file are those that every version so far has written and read', () => {
  const { benchmarks } = JSON.parse(recordText(runRecord())) as { benchmarks: Record<string, unknown>[] };
  assert.deepEqual(
    benchmarks.map((each) => Object.keys(each).join(' ')),
    ['runId takenAt codeHash package directory name procs config runs profiles notes label pinned'],
  );
  assert.deepEqual(benchmarks[0]?.runs, runRecord().benchmarks[0]?.measurements);
});

test('for a record of a later version the problem says to update, whatever else is in it', () => {
  const read = readRecord('run-1', '{"version": 2, "everything": "is elsewhere"}');
  assert.equal(!read.ok && read.problem.code, 'run-newer');
});

test('a record cannot name a profile outside its folder', () => {
  for (const file of ['../other/cpu.pprof', '/etc/passwd', 'a\\b', '..', '.', '', 'a\0b']) {
    const text = recordText(
      runRecord({ benchmarks: [recordedBenchmark({ profiles: [{ kind: 'cpu', file, operations: 1 }] })] }),
    );
    assert.equal(readRecord('run-1', text).ok, false, JSON.stringify(file));
  }
});

test('a record says no time that cannot be shown', () => {
  const { takenAt } = runRecord();
  const text = recordText(runRecord());
  for (const time of ['1e300', '8.64e15', '-1']) {
    const read = readRecord(
      'run-1',
      text
        .replaceAll(`"takenAt":${takenAt}`, `"takenAt":${time}`)
        .replaceAll(`"takenAt": ${takenAt}`, `"takenAt":${time}`),
    );
    assert.equal(read.ok, false, time);
  }
});

test('no text makes reading throw', () => {
  const text = recordText(runRecord());
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), fc.string(), (start, length, inserted) => {
      const damaged = text.slice(0, start) + inserted + text.slice(start + length);
      const read = readRecord('run-1', damaged);
      assert.ok(read.ok || ['run-damaged', 'run-newer'].includes(read.problem.code));
    }),
    { numRuns: 2000 },
  );
});

/** The keys that lead to each place in a JSON value. */
function places(value: unknown, prefix: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...prefix]];
  const below = Object.entries(value).flatMap(([key, item]) => places(item, [...prefix, key]));
  return [[...prefix], ...below];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: object = Array.isArray(value) ? [...value] : { ...Object(value) };
  Reflect.set(copy, key, replaced(Reflect.get(copy, key), rest, by));
  return copy;
}

test('with a wrong value anywhere, the record is read completely or not at all', () => {
  const good: unknown = JSON.parse(recordText(runRecord()));
  fc.assert(
    fc.property(fc.constantFrom(...places(good)), fc.jsonValue(), (place, value) => {
      const read = readRecord('run-1', JSON.stringify(replaced(good, place, value)));
      if (!read.ok) return;
      // An accepted record can be written and read again.
      assert.deepEqual(readRecord('run-1', recordText(read.value)), read);
    }),
    { numRuns: 2000 },
  );
});

test('attributes and artifacts are kept; a record cannot name a folder outside its own', () => {
  const attributes = { input: 'a\u001b[31m', n: '1' };
  const kept = recordedBenchmark({ attributes, artifacts: 'BenchmarkX-8.artifacts/_artifacts/1' });
  const record = runRecord({ benchmarks: [kept] });
  assert.deepEqual(readRecord('run-1', recordText(record)), { ok: true, value: record });
  for (const artifacts of ['../other', '/etc', 'a/../..', 'a\\b', 'C:/x', '', 'a//b']) {
    const read = readRecord(
      'run-1',
      recordText(runRecord({ benchmarks: [recordedBenchmark({ artifacts })] })),
    );
    assert.equal(read.ok && read.value.benchmarks[0]?.artifacts, undefined, artifacts);
  }
});
