import assert from 'node:assert/strict';
import test from 'node:test';
import { ownCalls } from '../../../src/analysis/lines/ownCalls.ts';
import { profileOf } from '../../pprof/builder.ts';

const isOwn = (file: string) => file.startsWith('/app/');

test('calls of the user’s own functions are counted once a sample, without those that were inlined', () => {
  const profile = profileOf({
    samples: [
      {
        values: [5],
        stack: ['malloc malloc.go:9', 'leaf /app/l.go:7', ['in /app/i.go:2', 'main /app/main.go:3']],
      },
      { values: [2], stack: ['leaf /app/l.go:7', ['in /app/i.go:2', 'main /app/main.go:3']] },
      { values: [1], stack: ['rec /app/r.go:1', 'rec /app/r.go:1', 'rec /app/r.go:1'] },
    ],
  });
  assert.deepEqual(
    ownCalls(profile, 0, isOwn).map(({ file, line, callee, cost }) => [`${file}:${line}`, callee.name, cost]),
    [
      ['/app/i.go:2', 'leaf', 7],
      ['/app/r.go:1', 'rec', 1],
    ],
  );
});
