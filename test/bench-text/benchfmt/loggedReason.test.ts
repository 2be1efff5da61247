import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggedReason } from '../../../src/bench/benchfmt/loggedReason.ts';

const testify = `    cache_test.go:769: 
        \tError Trace:\t/m/cache_test.go:769
        \tError:      \tNot equal: 
        \t            \texpected: 0xa
        \t            \tactual  : 0x0
        \t            \t
        \t            \tDiff:
        \tTest:       \tTestCacheClear
        \tMessages:   \tafter Clear
`;

test('why a test failed is its first message, in one line', () => {
  assert.equal(loggedReason('    a_test.go:3: got 1\n        want 2\n    a_test.go:4: more\n'), 'got 1');
  assert.equal(loggedReason('    a_test.go:3: \n        got 1\n        want 2\n'), 'got 1 want 2');
  assert.equal(loggedReason('    a_test.go:3: \n'), undefined);
  assert.equal(loggedReason('nothing\n'), undefined);
});

test('of testify it is the error, without the trace and the difference', () => {
  const said = 'Not equal: expected: 0xa actual : 0x0';
  assert.equal(loggedReason(testify), said);
  assert.equal(loggedReason(testify.replaceAll('\n', '\r\n')), said);
});
