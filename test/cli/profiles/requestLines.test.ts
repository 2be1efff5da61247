import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestLines } from '../../../src/cli/profiles/requestLines.ts';
import { profileOf } from '../../pprof/builder.ts';

test('of lines with the same cum, that of the server stands before what it calls', () => {
  const profile = profileOf({
    samples: [
      {
        values: [2],
        stack: [
          'runtime.mallocgc /go/a.go:9',
          'runtime.concatstrings /go/a.go:5',
          'main.answer /home/ann/main.go:8',
        ],
      },
    ],
  });
  const names = requestLines(profile, 0).map((each) => each.function);
  assert.equal(names[0], 'main.answer');
});

test('of two with the same cum in the library, what executes less itself stands first', () => {
  const stack = ['runtime.memmove /go/src/runtime/a.s:9', 'strings.Repeat /go/src/strings/strings.go:600'];
  const names = requestLines(profileOf({ samples: [{ values: [2], stack }] }), 0).map(
    (each) => each.function,
  );
  assert.deepEqual(names, ['strings.Repeat', 'runtime.memmove']);
});
