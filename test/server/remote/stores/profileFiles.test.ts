/** Which files of profiles from stores are deleted, and which are not. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, test } from 'node:test';
import { readProfileFileAgain } from '../../../../src/go/profiles/profileFile.ts';
import { ProfileFiles } from '../../../../src/server/remote/stores/profileFiles.ts';
import { HeldProfile } from '../../../../src/server/sessions/heldProfile.ts';
import { profileOf } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';
import { provenanceOf } from '../../builders.ts';

const from = provenanceOf();
const profile = profileOf({ samples: [{ values: [1], stack: ['p.F /p/f.go:1'] }] });

const day = 24 * 3600 * 1000;

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const nameOf = (i: number) => path.join(folder, `${String(i).padStart(24, '0')}.pb.gz`);

/** Makes so many profiles. The first is the oldest. */
function make(count: number, age: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const file = nameOf(i);
    writeFileSync(file, '');
    writeFileSync(file.replace('.pb.gz', '.json'), '{}');
    const time = new Date(Date.now() - age + i * 1000);
    utimesSync(file, time, time);
    return file;
  });
}

const profiles = () => readdirSync(folder).filter((name) => name.endsWith('.pb.gz'));

test('the oldest are deleted with what is beside them, but none that a session shows', async () => {
  const [oldest = '', second = '', third = ''] = make(50, 30 * day);
  const written = await new ProfileFiles(folder).keep(profile, from, new Set([second]));
  assert.deepEqual(
    [oldest, second, third, written].map((file) => existsSync(file)),
    [false, true, false, true],
  );
  assert.equal(existsSync(oldest.replace('.pb.gz', '.json')), false);
  assert.equal(existsSync(second.replace('.pb.gz', '.json')), true);
  assert.equal(profiles().length, 40);
  // Another window cannot know it otherwise.
  assert.ok(Date.now() - statSync(second).mtimeMs < day, 'what is shown is in use');
});

test('what another window has used of late stays', async () => {
  make(50, day);
  await new ProfileFiles(folder).keep(profile, from, new Set());
  assert.equal(profiles().length, 51);
});

test('a file of the user that a session shows is not touched', async () => {
  const [file = ''] = make(1, 30 * day);
  const other = path.join(folder, 'below');
  await new ProfileFiles(other).keep(profile, from, new Set([file]));
  assert.ok(Date.now() - statSync(file).mtimeMs > day);
});

test('a file that another window deletes first, or that cannot be deleted, keeps no profile from being written', async () => {
  const files = make(50, 30 * day);
  // As if it was deleted after it was listed.
  symlinkSync(path.join(folder, 'gone'), nameOf(90));
  const [oldest = ''] = files;
  rmSync(oldest);
  mkdirSync(oldest);
  utimesSync(oldest, 1, 1);
  const written = await new ProfileFiles(folder).keep(profile, from, new Set([nameOf(91)]));
  assert.equal(existsSync(written), true);
  assert.equal(existsSync(files[1]!), false);
});

test('a fetched profile that was let go is read again from its file, which has a comment more', async () => {
  const fetched = { ...profile, comments: ['from a store'] };
  const file = await new ProfileFiles(folder).keep(fetched, from, new Set());
  const held = new HeldProfile(fetched, () => readProfileFileAgain(file, 1e6));
  held.letGo();
  assert.deepEqual(held.profile.comments, fetched.comments);
  assert.equal(held.profile.samples.count, 1);
});
