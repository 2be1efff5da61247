import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSampleType, findSampleType } from '../../../src/analysis/values/sampleType.ts';
import { profileOf } from '../../pprof/builder.ts';

test('the sample type to show is the file’s choice, else the last; users name it as in pprof', () => {
  const sampleTypes = ['alloc_objects/count', 'alloc_space/bytes', 'space/bytes', 'delay/nanoseconds'];
  const samples = [{ values: [1, 1, 1, 1], stack: ['main'] }];
  const profile = profileOf({ sampleTypes, samples, defaultSampleType: 'alloc_space' });
  assert.equal(defaultSampleType(profile), 1);
  assert.equal(defaultSampleType(profileOf({ sampleTypes, samples })), 3);
  const found: [string, number | string][] = [
    ['', 1],
    ['0', 0],
    ['alloc_objects', 0],
    ['inuse_space', 2],
    ['total_delay', 3],
    ['4', 'unknown-sample-type'],
    ['cpu', 'unknown-sample-type'],
  ];
  for (const [name, index] of found) {
    const result = findSampleType(profile, name);
    assert.equal(result.ok ? result.value : result.problem.code, index, name);
  }
});
