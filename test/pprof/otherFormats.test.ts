/** What a file is that is taken for a profile: the sentence names it, and says what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sentence } from '../../src/base/result.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { refused } from '../why.ts';
import { profileBytes } from './builder.ts';

function problemOf(bytes: Uint8Array | string): string {
  const read = refused(readProfile(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes));
  assert.equal(read.code, 'not-a-profile');
  return sentence(read);
}

test('programs, traces and archives are known by their first bytes', () => {
  const begins: readonly (readonly [string, RegExp])[] = [
    ['\x7fELF\x02\x01\x01\0\0\0', /program/],
    ['MZ\x90\0\x03\0\0\0', /program/],
    ['\xcf\xfa\xed\xfe\x0c\0\0\x01', /program/],
    ['PK\x03\x04\x14\0\0\0', /not with gzip/],
    ['\x28\xb5\x2f\xfd\x04\0', /not with gzip/],
    ['go 1.23 trace\0\0\0', /go tool trace/],
    ['PERFILE2\x68\0\0\0', /perf/],
  ];
  for (const [bytes, expected] of begins) assert.match(problemOf(bytes), expected, JSON.stringify(bytes));
});

test('texts are told apart where there is something better to do with them', () => {
  const texts: readonly (readonly [string, RegExp])[] = [
    ['<!DOCTYPE html>\n<html><body>404</body></html>', /HTML/],
    ['\n  <HTML>', /HTML/],
    ['mode: atomic\na.go:1.2,3.4 1 1\n', /go tool cover/],
    ['goos: linux\ngoarch: amd64\nBenchmarkA-8  100  12 ns/op\n', /pprof-lens compare/],
    ['goroutine 1 [running]:\nmain.main()\n', /debug=2/],
    ['{"profiles": []}', /JSON/],
    ['Remember to profile the parser.\n', /a text/],
  ];
  for (const [text, expected] of texts) assert.match(problemOf(text), expected, text);
});

test('what is in a gzip file counts, not that it is one', () => {
  assert.match(problemOf(gzipSync('<html>')), /HTML/);
});

test('a profile that is cut off is a profile that is cut off', () => {
  const bytes = profileBytes({ samples: [{ values: [1], stack: ['main main.go:1', 'start'] }] });
  const read = refused(readProfile(bytes.subarray(0, bytes.length - 1)));
  assert.equal(read.code, 'truncated');
});
