import assert from 'node:assert/strict';
import test from 'node:test';
import { longerBenchtime } from '../../../src/server/run/runResults.ts';

test('a longer run takes ten times the samples, its benchtime written as a person would write it', () => {
  const longer: readonly (readonly [benchtime: string, tenfold: string])[] = [
    ['50ms', '500ms'],
    ['500ms', '5s'],
    ['150ms', '1.5s'],
    ['0.2s', '2s'],
    ['.5s', '5s'],
    ['1s', '10s'],
    ['6s', '60s'],
    ['1m', '10m'],
    ['1m30s', '15m'],
    ['90.5s', '905s'],
    ['2m', '20m'],
    ['1h', '600m'],
    ['30x', '300x'],
  ];
  for (const [benchtime, tenfold] of longer) assert.equal(longerBenchtime(benchtime), tenfold, benchtime);
});
