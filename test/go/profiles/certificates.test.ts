// Certificates that the user has chosen.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCertificates } from '../../../src/go/profiles/certificates.ts';
import { testFolder } from '../../testFolder.ts';

const folder = testFolder();

function codeFor(file: string): string {
  const read = readCertificates(file);
  return read.ok ? 'read' : read.problem.code;
}

test('certificates are read from a regular file in PEM, and nothing else is', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
  writeFileSync(join(folder, 'ca.pem'), pem);
  writeFileSync(join(folder, 'notes.txt'), 'no certificates');
  assert.deepEqual(readCertificates(join(folder, 'ca.pem')), { ok: true, value: pem });
  assert.deepEqual(readCertificates(undefined), { ok: true, value: null });
  assert.equal(codeFor(join(folder, 'notes.txt')), 'no-certificates');
  assert.equal(codeFor(join(folder, 'missing.pem')), 'file-absent');
  assert.equal(codeFor(folder), 'file-special');
});

test('a device without an end is not read', { skip: process.platform === 'win32' }, () => {
  assert.equal(codeFor('/dev/zero'), 'file-special');
});
