import assert from 'node:assert/strict';
import test from 'node:test';
import { longerBenchtime } from '../../../src/server/sessions/runSessions.ts';

test('ten times the samples, as a person would write it', () => {
  assert.deepEqual(['500ms', '50ms', '150ms', '1s', '0.2s', '30x', '1m30s'].map(longerBenchtime), [
    '5s',
    '500ms',
    '1.5s',
    '10s',
    '2s',
    '300x',
    '5s',
  ]);
});
