import assert from 'node:assert/strict';
import test from 'node:test';
import { chargeOwnLines } from '../../../src/analysis/lines/ownLines.ts';
import { profileOf } from '../../pprof/builder.ts';

const isOwn = (file: string) => file.startsWith('/app/');

test("a line pays for the library code it calls, not for the user's other lines", () => {
  const profile = profileOf({
    samples: [
      { values: [5], stack: ['malloc malloc.go:9', 'render /app/page.go:20', 'main /app/main.go:3'] },
      { values: [2], stack: ['render /app/page.go:21', 'main /app/main.go:3'] },
      { values: [1], stack: ['main /app/main.go:4'] },
    ],
  });
  assert.deepEqual(chargeOwnLines(profile, 0, isOwn), [
    { file: '/app/page.go', line: 20, functionName: 'render', charge: 5 },
    { file: '/app/page.go', line: 21, functionName: 'render', charge: 2 },
    { file: '/app/main.go', line: 4, functionName: 'main', charge: 1 },
  ]);
});

test('a recursive line is charged once a sample', () => {
  const profile = profileOf({
    samples: [{ values: [7], stack: ['f /app/f.go:1', 'f /app/f.go:1', 'f /app/f.go:1'] }],
  });
  assert.deepEqual(
    chargeOwnLines(profile, 0, isOwn).map(({ charge }) => charge),
    [7],
  );
});

test('the innermost of the inlined functions is charged', () => {
  const profile = profileOf({
    samples: [{ values: [3], stack: [['small /app/s.go:2', 'big /app/b.go:9']] }],
  });
  assert.deepEqual(
    chargeOwnLines(profile, 0, isOwn).map(({ file, line }) => `${file}:${line}`),
    ['/app/s.go:2'],
  );
});

test('a line’s own code has what was inlined into it, not what it calls', () => {
  const profile = profileOf({
    samples: [
      { values: [5], stack: ['grow lib.go:9', 'render /app/page.go:20'] },
      { values: [2], stack: [['append lib.go:7', 'render /app/page.go:20'], 'main /app/main.go:3'] },
      { values: [1], stack: ['main /app/main.go:3'] },
    ],
  });
  assert.deepEqual(
    chargeOwnLines(profile, 0, isOwn, 'leaf').map(({ file, line, charge }) => [`${file}:${line}`, charge]),
    [
      ['/app/page.go:20', 2],
      ['/app/main.go:3', 1],
    ],
  );
});

test('samples without any of our frames are charged to nobody', () => {
  const profile = profileOf({ samples: [{ values: [3], stack: ['gc gc.go:1', 'bg gc.go:9'] }] });
  assert.deepEqual(chargeOwnLines(profile, 0, isOwn), []);
});
