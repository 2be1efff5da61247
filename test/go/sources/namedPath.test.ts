import assert from 'node:assert/strict';
import test from 'node:test';
import { isOnShare, pathKind } from '../../../src/go/sources/namedPath.ts';

const kinds = (platform: NodeJS.Platform, paths: readonly string[]) =>
  paths.map((path) => `${path} ${pathKind(path, platform).is}`);

test('shares and devices of Windows are known by their text on every system', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const shares = [
      '\\\\machine\\share\\cart.go',
      '//machine/share/cart.go',
      '/\\machine/share/cart.go',
      '//machine',
    ];
    assert.deepEqual(
      kinds(platform, shares),
      shares.map((path) => `${path} share`),
    );
    const devices = [
      '\\\\?\\C:\\cart.go',
      '\\\\.\\pipe\\cart.go',
      '//./PhysicalDrive0',
      '//?/UNC/machine/share/cart.go',
    ];
    assert.deepEqual(
      kinds(platform, devices),
      devices.map((path) => `${path} device`),
    );
    assert.equal(pathKind('/home/me/cart.go\0.txt', platform).is, 'device');
  }
});

test('a share is named by its machine and its own name', () => {
  assert.deepEqual(pathKind('\\\\Machine\\Share\\a\\cart.go', 'win32'), {
    is: 'share',
    share: '//Machine/Share',
  });
  assert.ok(isOnShare('\\\\machine\\share\\shop', '//Machine/Share'));
  assert.ok(isOnShare('//machine/share', '//machine/share'));
  assert.ok(!isOnShare('//machine/shared/shop', '//machine/share'));
  assert.ok(!isOnShare('C:\\machine\\share', '//machine/share'));
  assert.deepEqual(pathKind('/net/machine/export/cart.go', 'linux'), { is: 'share', share: '/net/machine' });
});

test('on Windows, names of devices and of streams beside a file are no files', () => {
  const devices = [
    'C:\\shop\\nul.go',
    'C:/shop/CON',
    'C:/AUX/cart.go',
    'C:/shop/com1.go',
    'C:/cart.go:stream',
    '\\??\\C:\\cart.go',
  ];
  assert.deepEqual(
    kinds('win32', devices),
    devices.map((path) => `${path} device`),
  );
  const plain = [
    'C:\\shop\\cart.go',
    'C:/shop/console.go',
    'C:/shop/nullable.go',
    'C:/shop/com10.go',
    'c:cart.go',
  ];
  assert.deepEqual(
    kinds('win32', plain),
    plain.map((path) => `${path} plain`),
  );
});

test('elsewhere, what the system makes is no file, however the path is written', () => {
  const devices = [
    '/dev/zero',
    '/proc/self/mem',
    '/sys/power/state',
    '/home/../proc/self/mem',
    '/./dev//zero',
    '/proc',
  ];
  assert.deepEqual(
    kinds('linux', devices),
    devices.map((path) => `${path} device`),
  );
  const shares = ['/net/machine/cart.go', '/home/../net/machine/cart.go', '/afs/cell/cart.go'];
  assert.deepEqual(
    kinds('linux', shares),
    shares.map((path) => `${path} share`),
  );
  const plain = [
    '/home/me/proc/cart.go',
    '/development/cart.go',
    '/networks/cart.go',
    '/dev/shm/build/cart.go',
    '/c:/nul.go',
  ];
  assert.deepEqual(
    kinds('linux', plain),
    plain.map((path) => `${path} plain`),
  );
});
