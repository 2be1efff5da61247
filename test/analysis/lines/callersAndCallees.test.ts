import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import {
  type CallerOrCallee,
  callersAndCalleesOfFunction,
  callersAndCalleesOfLine,
} from '../../../src/analysis/lines/callersAndCallees.ts';
import { indexLines } from '../../../src/analysis/lines/lines.ts';
import { profileOf } from '../../pprof/builder.ts';

const calls = profileOf({
  startLine: 1,
  samples: [
    { values: [4], stack: [['tiny t.go:1', 'work w.go:10'], 'work w.go:12', 'a a.go:5', 'main m.go:1'] },
    { values: [2], stack: ['work w.go:11', 'b b.go:6', 'main m.go:1'] },
    { values: [1], stack: ['tiny t.go:1', 'work w.go:12', 'a a.go:5', 'a a.go:5', 'main m.go:1'] },
  ],
});

const texts = (found: readonly CallerOrCallee[]) =>
  found.map(
    ({ name, file, line, value, inline }) => `${name} ${file}:${line} ${value}${inline ? ' inline' : ''}`,
  );

test('a function’s callers and callees: each pair once a sample, no calls of itself, inline only where always', () => {
  const { flat, cum, callers, callees } = callersAndCalleesOfFunction(calls, 'work', 0);
  assert.deepEqual([flat, cum], [2, 7]);
  assert.deepEqual(texts(callers), ['a a.go:1 5', 'b b.go:1 2']);
  assert.deepEqual(texts(callees), ['tiny t.go:1 5']);
  assert.deepEqual(texts(callersAndCalleesOfFunction(calls, 'tiny', 0).callers), ['work w.go:1 5']);
});

test('a line’s callers and callees: callers by the line that calls, callees by function', () => {
  const index = indexLines(new ProfileCosts(calls));
  const { cum, callers, callees } = callersAndCalleesOfLine(calls, index, index.fileIndex('w.go'), 12, 0);
  assert.equal(cum, 5);
  assert.deepEqual(texts(callers), ['a a.go:5 5']);
  assert.deepEqual(texts(callees), ['work w.go:1 4', 'tiny t.go:1 1']);
  const inlined = callersAndCalleesOfLine(calls, index, index.fileIndex('w.go'), 10, 0);
  assert.deepEqual(texts(inlined.callees), ['tiny t.go:1 4 inline']);
});
