// Messages of the go command about places in source.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCompilerErrors } from '../../../src/go/build/compilerErrors.ts';

function places(output: string): string[] {
  return parseCompilerErrors(output, '/w/p').map(
    ({ file, line, column, message }) => `${file} ${line} ${column} ${message}`,
  );
}

test('compiler errors, relative to the package and absolute, with and without a column', () => {
  const output = `# example.com/p [example.com/p.test]
./p.go:12:3: undefined: x
../dep/d.go:4: something
/abs/q.go:7:1: missing return
`;
  assert.deepEqual(places(output), [
    '/w/p/p.go 12 3 undefined: x',
    '/w/dep/d.go 4 0 something',
    '/abs/q.go 7 1 missing return',
  ]);
});

test('an indented line belongs to the message above it', () => {
  const output = `./p.go:9:6: x redeclared in this block
\t./q.go:3:5: other declaration of x
./r.go:1:1: next
not a place
\tnot a continuation
`;
  assert.deepEqual(places(output), [
    '/w/p/p.go 9 6 x redeclared in this block\n./q.go:3:5: other declaration of x',
    '/w/p/r.go 1 1 next',
  ]);
});

test('a message that is printed for the package and for its tests is kept once', () => {
  const output = './p.go:1:2: bad\n# example.com/p [example.com/p.test]\n./p.go:1:2: bad\n./p.go:1:3: bad\n';
  assert.deepEqual(places(output), ['/w/p/p.go 1 2 bad', '/w/p/p.go 1 3 bad']);
});

test('other files of a package, and go.mod', () => {
  const output = 'go.mod:3: unknown directive: goo\n./p.s:2:1: bad\n./cgo.c:5:10: fatal error: x.h\r\n';
  assert.deepEqual(places(output), [
    '/w/p/go.mod 3 0 unknown directive: goo',
    '/w/p/p.s 2 1 bad',
    '/w/p/cgo.c 5 10 fatal error: x.h',
  ]);
});

test('messages without a place are left out', () => {
  const output =
    'FAIL\texample.com/p [build failed]\ntoo many errors\ngo: downloading x v1.0.0\nnote: see p.go:3 for more\n';
  assert.deepEqual(places(output), []);
});
