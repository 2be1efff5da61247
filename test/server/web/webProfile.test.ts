/** What VS Code for the Web reads without programs, and what it refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readWebProfile } from '../../../src/server/web/webAccess.ts';
import { profileBytes } from '../../pprof/builder.ts';

const most = 1e6;
const pprof = profileBytes({
  sampleTypes: ['samples/count'],
  samples: [{ values: [1], stack: ['main.main'] }],
});

function codeOf(bytes: Uint8Array, maxBytes = most): string {
  const read = readWebProfile(bytes, maxBytes);
  return read.ok ? (read.value.isAsFile ? 'pprof' : 'text') : read.problem.code;
}

test('pprof files and texts of other profilers are read, gzipped ones too; what needs programs says so', () => {
  const text = Buffer.from('main;parse 30\n');
  assert.deepEqual(
    [pprof, gzipSync(pprof)].map((each) => codeOf(each)),
    ['pprof', 'pprof'],
  );
  assert.deepEqual(
    [text, gzipSync(text)].map((each) => codeOf(each)),
    ['text', 'text'],
  );
  const recordings = [
    Buffer.from('PERFILE2 more'),
    Buffer.from('go 1.26 trace\0\0\0'),
    Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0),
  ];
  assert.deepEqual(
    recordings.map((each) => codeOf(each)),
    Array(3).fill('needs-programs'),
  );
  assert.equal(codeOf(Buffer.from('FLR\0 more')), 'not-a-profile');
  assert.equal(codeOf(gzipSync(Buffer.alloc(2000)), 1000), 'too-large');
});
