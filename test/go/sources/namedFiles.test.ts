import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Result } from '../../../src/base/result.ts';
import { sentence } from '../../../src/base/result.ts';
import { type FileRule, NamedFiles, namedFilesAt } from '../../../src/go/sources/namedFiles.ts';
import {
  lookAt,
  readRegularFile,
  readRegularFileLater,
  readSeen,
} from '../../../src/go/sources/regularFile.ts';
import { testFolder } from '../../testFolder.ts';
import { succeeded } from '../../why.ts';

const folder = testFolder();

function file(name: string, text = 'package shop\n'): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function link(name: string, target: string): string {
  const path = join(folder, name);
  symlinkSync(target, path);
  return path;
}

function pipe(name: string): string {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

const codeOf = (result: Result<unknown>) => (result.ok ? 'read' : result.problem.code);

/** What the workspace's trust decides. */
function untrusted(part: Partial<FileRule> = {}): NamedFiles {
  return new NamedFiles({
    folders: () => [join(folder, 'workspace')],
    isTrusted: () => false,
    isOpen: () => false,
    ...part,
  });
}

const files = namedFilesAt([folder]);

test('source is read, also through links', () => {
  const cart = file('cart.go', 'package cart\n');
  assert.deepEqual(
    [cart, link('linked.go', cart)].map((path) => {
      const read = files.read(path);
      return [files.exists(path), read.ok && read.value.text];
    }),
    [
      [true, 'package cart\n'],
      [true, 'package cart\n'],
    ],
  );
});

// Windows has none of these files under such names.
const onUnix = { skip: process.platform === 'win32' };

test('pipes, devices, folders and endless files are not read, nor links to them', onUnix, async () => {
  mkdirSync(join(folder, 'folder.go'));
  const large = file('large.go', '');
  truncateSync(large, 1e12);
  const named = {
    'file-special': [pipe('pipe.go'), join(folder, 'folder.go')],
    'file-too-large': [large],
    'file-device': ['/dev/zero.go', '/proc/self/mem.go', `${folder}/../../proc/self/task/x.go`],
    'file-absent': [join(folder, 'nowhere.go'), join(folder, 'cart.go/below.go')],
  };
  for (const [code, paths] of Object.entries(named)) {
    for (const path of paths)
      assert.deepEqual([path, codeOf(files.read(path)), files.exists(path)], [path, code, false]);
  }
  const linked = [
    pipe('another'),
    join(folder, 'folder.go'),
    large,
    '/dev/zero',
    '/proc/self/mem',
    '/proc/self/environ',
  ];
  for (const [number, target] of linked.entries()) {
    const path = link(`link${number}.go`, target);
    assert.notEqual(codeOf(files.read(path)), 'read', target);
    assert.ok(!files.exists(path), target);
    const plain = readRegularFile(path);
    assert.ok(!plain.ok || plain.value.text === '', target);
    const later = await readRegularFileLater(path);
    assert.ok(!later.ok || later.value.text === '', target);
  }
});

test('what is no source is not read, nor through a link that ends like source', onUnix, () => {
  const secret = file('id_rsa', 'secret');
  for (const path of [
    secret,
    link('key.go', secret),
    file('.env', 'secret'),
    file('notes.txt'),
    file('.go'),
  ]) {
    assert.equal(codeOf(files.read(path)), 'file-no-source', path);
    assert.ok(!files.exists(path), path);
  }
});

test('a share is not asked unless a folder of the user is on it', () => {
  const read = files.read('\\\\machine\\share\\cart.go');
  assert.equal(codeOf(read), 'file-share');
  assert.ok(
    !read.ok && sentence(read.problem).startsWith('\\\\machine\\share\\cart.go is on another machine,'),
  );
  // A POSIX system takes the path for one of its own, which is not there.
  const onShare = namedFilesAt(['//machine/share/shop']);
  assert.equal(codeOf(onShare.read('//machine/share/other/cart.go')), 'file-absent');
  assert.equal(codeOf(onShare.read('//machine/another/cart.go')), 'file-share');
});

test(
  'a file that is replaced between the look and the opening is not read, and nothing waits for it',
  onUnix,
  () => {
    const path = file('replaced.go', 'harmless');
    const before = succeeded(lookAt(path));
    const other = file('other.go', 'secret');
    renameSync(other, path);
    assert.equal(codeOf(readSeen(path, before)), 'file-replaced');
    // The system may give the number of the first file to one of these.
    for (const replacement of [pipe('waiting'), link('zero', '/dev/zero')]) {
      renameSync(replacement, path);
      assert.match(codeOf(readSeen(path, before)), /^file-(?:replaced|special)$/);
    }
  },
);

test('a file that has grown too large since the look is not read', () => {
  const path = file('grows.go', '');
  const seen = succeeded(lookAt(path));
  truncateSync(path, 1e12);
  assert.equal(codeOf(readSeen(path, seen)), 'file-too-large');
});

test('without trust, only open files and those of the workspace and of Go are read', onUnix, () => {
  const inside = file('workspace/cart.go', 'inside');
  const outside = file('elsewhere/private.go', 'outside');
  const escaping = link('workspace/escaping.go', outside);
  const climbing = join(folder, 'workspace/../elsewhere/private.go');
  const rule = untrusted();
  assert.equal(codeOf(rule.read(inside)), 'read');
  for (const path of [outside, escaping, climbing]) {
    assert.deepEqual([codeOf(rule.read(path)), rule.exists(path)], ['file-untrusted', false], path);
    assert.match(rule.refusal(path)?.template ?? '', /not trusted/);
  }
  assert.equal(rule.refusal(join(folder, 'elsewhere/nowhere.go')), null);
  assert.equal(codeOf(untrusted({ isOpen: (path) => path === outside }).read(outside)), 'read');
  // The workspace can be opened through a link.
  const opened = link('linked-workspace', join(folder, 'workspace'));
  assert.equal(codeOf(untrusted({ folders: () => [opened] }).read(join(opened, 'cart.go'))), 'read');
});

test('trust that is granted counts at once', () => {
  const outside = file('elsewhere/granted.go');
  let isTrusted = false;
  const rule = untrusted({ isTrusted: () => isTrusted });
  assert.ok(!rule.exists(outside));
  isTrusted = true;
  assert.ok(rule.exists(outside));
});

test('without trust, the sources of Go and of the module cache are read', () => {
  const go = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  assert.equal(codeOf(untrusted().read(join(go, 'src/fmt/print.go'))), 'read');
  const before = process.env.GOMODCACHE;
  process.env.GOMODCACHE = join(folder, 'cache');
  try {
    assert.equal(codeOf(untrusted().read(file('cache/example.com/m@v1.0.0/m.go'))), 'read');
  } finally {
    if (before === undefined) delete process.env.GOMODCACHE;
    else process.env.GOMODCACHE = before;
  }
});

test('a link that leads elsewhere later is followed again', onUnix, () => {
  const path = link('moving.go', file('moved.go', 'source'));
  assert.equal(codeOf(files.read(path)), 'read');
  rmSync(path);
  symlinkSync(file('moved.txt', 'private'), path);
  assert.equal(codeOf(files.read(path)), 'file-no-source');
});
