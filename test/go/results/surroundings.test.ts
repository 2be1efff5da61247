/** What differs of the surroundings of two results, in words; and that another processor leaves no verdict on time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions } from '../../../src/bench/verdicts/counted.ts';
import { resultPair } from '../../../src/go/results/resultPair.ts';
import {
  type Surroundings,
  surroundingsChanges,
  surroundingsOfPairs,
  surroundingsText,
} from '../../../src/go/results/surroundings.ts';

const before: Surroundings = {
  go: 'go1.25.1',
  settings: { GOAMD64: 'v1', '-race': 'true' },
  modules: { 'example.com/a': 'v1.2.0', 'example.com/b': 'v1.0.0' },
  kernel: '6.1.0',
  governor: 'performance',
};

test('Go, modules, settings, processor, kernel and governor; each difference once; nothing is made of what is not known', () => {
  const now = {
    ...before,
    go: 'go1.26.0',
    settings: { GOAMD64: 'v3' },
    modules: { 'example.com/a': 'v1.3.0', 'example.com/b': 'v1.0.0' },
  };
  const older = { surroundings: before, config: { cpu: 'A' } };
  const result = { surroundings: { ...now, kernel: '6.2.0', governor: 'powersave' }, config: { cpu: 'B' } };
  const changes = surroundingsOfPairs([
    { older, result },
    { older, result },
  ]);
  assert.equal(
    surroundingsText(changes),
    'Go 1.25.1 -> 1.26.0, example.com/a v1.2.0 -> v1.3.0, -race true -> (none), GOAMD64 v1 -> v3, processor A -> B, kernel 6.1.0 -> 6.2.0, governor performance -> powersave',
  );
  assert.deepEqual(surroundingsChanges(older, older), []);
  assert.deepEqual(surroundingsChanges({}, result), []);
  const { governor: _, ...unsaid } = before;
  assert.deepEqual(surroundingsChanges(older, { ...older, surroundings: unsaid }), []);
  assert.deepEqual(surroundingsChanges({ config: {} }, { config: { cpu: 'B' } }), []);
  const many = Array.from({ length: 10 }, (_, i) => ({ what: `m${i}`, before: '', now: 'v1' }));
  assert.match(surroundingsText(many), /^m0 \(none\) -> v1, .*m7 \(none\) -> v1, … \(\+2\)$/);
});

test('another processor: no verdict on what is measured, whatever it shows; what is counted is compared', () => {
  const resultOn = (cpu: string, time: number, objects: number) => ({
    runId: `${cpu} ${time}`,
    codeHash: `${objects}`,
    profiles: [],
    config: { cpu },
    measurements: Array.from({ length: 8 }, (_, i) => ({
      iterations: 1000,
      metrics: { 'ns/op': time + i, 'allocs/op': objects },
    })),
  });
  const verdicts = (cpu: string, time: number) => {
    const { base, measurements, circumstances } = resultPair(
      resultOn('A', 1000, 5),
      resultOn(cpu, time, 6),
      0,
    );
    return compareVersions(base, measurements, circumstances).map(({ verdict, doubt }) => [verdict, doubt]);
  };
  assert.deepEqual(verdicts('A', 2000), [
    ['changed', null],
    ['changed', null],
  ]);
  for (const time of [2000, 1000]) {
    assert.deepEqual(verdicts('B', time), [
      ['unsure', 'processor'],
      ['changed', null],
    ]);
  }
});
