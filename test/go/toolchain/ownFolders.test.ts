// Folders of our own, and the sweep of those that killed processes have left. Other users write beside them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { object } from '../../../src/base/outsideValues.ts';
import {
  handOver,
  makeOwnFolder,
  removeOwnFolder,
  sweepOwnFolders,
} from '../../../src/go/toolchain/ownFolders.ts';
import { testFolder } from '../../testFolder.ts';

const onPosix = { skip: process.platform === 'win32' && 'Windows has no modes and no user numbers' };
const onLinux = { skip: process.platform !== 'linux' && 'only Linux says when a process started' };
const asRoot = { skip: process.getuid?.() !== 0 && 'only root can make folders of another user' };
const somebody = 65534;

let parent: string;
beforeEach(() => {
  parent = testFolder();
  // As the system's temporary folder.
  if (process.platform !== 'win32') chmodSync(parent, 0o1777);
});

const sweep = (at = parent) => sweepOwnFolders({ parent: at, prefixes: ['t-'] }, object({}));
const markOf = (folder: string) => join(folder, 'owner.json');

/** A folder whose process is gone. */
function abandoned(at = parent): string {
  const folder = makeOwnFolder('t-', at);
  const mark = JSON.parse(readFileSync(markOf(folder), 'utf8'));
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(markOf(folder), JSON.stringify({ ...mark, pid, started: '1' }));
  writeFileSync(join(folder, 'content'), '');
  return folder;
}

function change(folder: string, changes: object): void {
  const mark = JSON.parse(readFileSync(markOf(folder), 'utf8'));
  writeFileSync(markOf(folder), JSON.stringify({ ...mark, ...changes }));
}

test('a folder can be opened by its owner only, and its mark too', onPosix, () => {
  const folder = makeOwnFolder('t-', parent);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(markOf(folder)).mode & 0o777, 0o600);
});

test('what a killed process has left is removed; what is in use, handed over or has another name stays', async () => {
  const left = abandoned();
  const used = makeOwnFolder('t-', parent);
  const given = abandoned();
  handOver(given);
  const other = join(parent, 'other');
  renameSync(abandoned(), other);
  mkdirSync(join(parent, 't-unmarked'));
  await sweep();
  assert.equal(existsSync(left), false);
  for (const folder of [used, given, other, join(parent, 't-unmarked')])
    assert.ok(existsSync(folder), folder);
});

test(
  'our own folder is removed at the end of its use, but not what stands in its place',
  onPosix,
  async () => {
    const folder = makeOwnFolder('t-', parent);
    await removeOwnFolder(folder);
    assert.equal(existsSync(folder), false);
    const elsewhere = makeOwnFolder('elsewhere-', parent);
    symlinkSync(elsewhere, folder);
    await removeOwnFolder(folder);
    assert.ok(existsSync(markOf(elsewhere)));
  },
);

test('a link is not followed, even to a folder that is ours', onPosix, async () => {
  const elsewhere = join(parent, 'home');
  renameSync(abandoned(), elsewhere);
  symlinkSync(elsewhere, join(parent, 't-link'));
  await sweep();
  assert.ok(existsSync(join(elsewhere, 'content')));
  assert.ok(lstatSync(join(parent, 't-link')).isSymbolicLink());
});

test('a link in the place of the mark, or inside the folder, is not followed', onPosix, async () => {
  const folder = abandoned();
  renameSync(markOf(folder), join(parent, 'mark'));
  symlinkSync(join(parent, 'mark'), markOf(folder));
  const swept = abandoned();
  const outside = join(parent, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'file'), '');
  symlinkSync(outside, join(swept, 'link'));
  await sweep();
  assert.ok(existsSync(folder));
  assert.equal(existsSync(swept), false);
  assert.ok(existsSync(join(outside, 'file')));
});

test('a folder that others can open is not ours to remove', onPosix, async () => {
  const folder = abandoned();
  chmodSync(folder, 0o770);
  await sweep();
  assert.ok(existsSync(folder));
});

test('where others can exchange folders nothing is removed', onPosix, async () => {
  const folder = abandoned();
  chmodSync(parent, 0o777);
  await sweep();
  assert.ok(existsSync(folder));
});

test('a folder or mark of another user stays', asRoot, async () => {
  const folder = abandoned();
  chownSync(folder, somebody, somebody);
  const marked = abandoned();
  chownSync(markOf(marked), somebody, somebody);
  // With a mark of ours in it.
  const linked = abandoned();
  rmSync(markOf(linked));
  linkSync(markOf(marked), markOf(linked));
  await sweep();
  for (const each of [folder, marked, linked]) assert.ok(existsSync(each), each);
});

test('another user can neither read nor sweep ours', asRoot, () => {
  const folder = abandoned();
  const module = new URL('../../../src/go/toolchain/ownFolders.ts', import.meta.url).href;
  const script = `
    const { sweepOwnFolders } = await import('${module}');
    const { object } = await import('${new URL('../../../src/base/outsideValues.ts', import.meta.url).href}');
    process.setgid(${somebody}); process.setuid(${somebody});
    await sweepOwnFolders({ parent: '${parent}', prefixes: ['t-'] }, object({}));
    console.log('swept');`;
  const root = new URL('../../..', import.meta.url);
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.equal(stdout.trim(), 'swept', stderr);
  assert.ok(existsSync(join(folder, 'content')));
});

test('a process that has the number of a dead one does not keep its folder', onLinux, async () => {
  const folder = abandoned();
  change(folder, { pid: process.pid, started: '1' });
  await sweep();
  assert.equal(existsSync(folder), false);
});

test('a folder of another container, which shares the temporary folder, stays', async () => {
  const folder = abandoned();
  change(folder, { space: 'another pid:[1]' });
  await sweep();
  assert.ok(existsSync(folder));
});

test('a mark that is damaged decides nothing', async () => {
  const texts = ['', '{', '[]', '{"pid": "1"}', 'null', `{"pid": 1, "started": 3}`];
  const folders = texts.map((text) => {
    const folder = abandoned();
    writeFileSync(markOf(folder), text);
    return folder;
  });
  await sweep();
  for (const folder of folders) assert.ok(existsSync(folder), folder);
});
