import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { readExecutable } from '../../../src/go/binary/executable.ts';
import { namedFilesAt } from '../../../src/go/sources/namedFiles.ts';
import { findBinary } from '../../../src/server/assembly/profiledBinary.ts';
import { profileOf } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';
import { sessionOf } from '../builders.ts';

const folder = testFolder();

/** The answer about the binary that a profile names: a problem's code, or the file. */
async function found(binary: string): Promise<string> {
  const profile = profileOf({ samples: [{ values: [1], stack: ['main.main main.go:3'] }], binary });
  const session = sessionOf(profile, { profilePath: path.join(folder, 'profiles', 'cpu.pprof') });
  const answer = await findBinary(session, 0, namedFilesAt([folder]));
  return answer.ok ? answer.value.file : answer.problem.code;
}

test('a binary that a profile names is a regular file, no device, and on no share', {
  skip: process.platform === 'win32',
}, async () => {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const linked = path.join(folder, 'linked');
  symlinkSync('/proc/self/exe', linked);
  const huge = path.join(folder, 'huge');
  writeFileSync(huge, '');
  truncateSync(huge, 1e13);
  assert.deepEqual(
    await Promise.all(
      ['/proc/self/exe', pipe, '/dev/zero', '//machine/share/shop', huge, '/nowhere/shop', folder].map(found),
    ),
    [
      'file-device',
      'file-special',
      'file-device',
      'file-share',
      'file-too-large',
      'no-binary',
      'file-special',
    ],
  );
  assert.equal(await found(process.execPath), process.execPath);
});

test('a damaged header does not hold us up', async () => {
  const head = Buffer.alloc(64);
  head.writeUInt32LE(0xfeedfacf, 0);
  head.writeUInt32LE(0xffff_ffff, 16);
  const file = path.join(folder, 'damaged');
  writeFileSync(file, head);
  const read = await readExecutable(file);
  assert.equal(read.ok ? '' : read.problem.code, 'not-a-binary');
});
