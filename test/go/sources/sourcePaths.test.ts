import assert from 'node:assert/strict';
import test from 'node:test';
import {
  candidatePaths,
  closestFile,
  escapeModulePath,
  isOfOthers,
  locateFile,
  matchDocument,
  type SourceRoots,
} from '../../../src/go/sources/sourcePaths.ts';

/** A machine with these files, a main module, a module cache and a Go installation. */
function machine(files: string[], more: Partial<SourceRoots> = {}): SourceRoots {
  return {
    goroot: '/usr/local/go',
    moduleCache: '/home/me/go/pkg/mod',
    modules: [{ path: 'example.com/shop', directory: '/home/me/shop' }],
    pathMappings: {},
    exists: (file) => files.includes(file),
    ...more,
  };
}

test('a path that exists is used as it is', () => {
  assert.equal(
    locateFile('/home/me/shop/cart.go', machine(['/home/me/shop/cart.go'])),
    '/home/me/shop/cart.go',
  );
});

test('-trimpath names of the main module, a dependency and the standard library are found', () => {
  const roots = machine([
    '/home/me/shop/cart/cart.go',
    '/home/me/go/pkg/mod/github.com/!burnt!sushi/toml@v1.2.3/decode.go',
    '/usr/local/go/src/encoding/json/decode.go',
  ]);
  assert.equal(locateFile('example.com/shop/cart/cart.go', roots), '/home/me/shop/cart/cart.go');
  assert.equal(
    locateFile('github.com/BurntSushi/toml@v1.2.3/decode.go', roots),
    '/home/me/go/pkg/mod/github.com/!burnt!sushi/toml@v1.2.3/decode.go',
  );
  assert.equal(locateFile('encoding/json/decode.go', roots), '/usr/local/go/src/encoding/json/decode.go');
});

test('vendored and replaced modules are found under the main module and in their folder', () => {
  const roots = machine(['/home/me/shop/vendor/github.com/a/b/f.go', '/home/me/fork/g.go'], {
    modules: [
      { path: 'example.com/shop', directory: '/home/me/shop' },
      { path: 'github.com/c/d', directory: '/home/me/fork' },
    ],
  });
  assert.equal(locateFile('github.com/a/b@v1.0.0/f.go', roots), '/home/me/shop/vendor/github.com/a/b/f.go');
  assert.equal(locateFile('github.com/c/d@v1.0.0/g.go', roots), '/home/me/fork/g.go');
});

test("paths in another machine's module cache and GOROOT are found in ours", () => {
  const roots = machine([
    '/home/me/go/pkg/mod/rsc.io/quote@v1.5.2/quote.go',
    '/usr/local/go/src/sort/sort.go',
  ]);
  assert.equal(
    locateFile('/root/go/pkg/mod/rsc.io/quote@v1.5.2/quote.go', roots),
    '/home/me/go/pkg/mod/rsc.io/quote@v1.5.2/quote.go',
  );
  assert.equal(
    locateFile('/opt/hostedtoolcache/go/src/sort/sort.go', roots),
    '/usr/local/go/src/sort/sort.go',
  );
  assert.equal(locateFile('C:\\go\\src\\sort\\sort.go', roots), '/usr/local/go/src/sort/sort.go');
});

test("the user's longest mapping is stronger than all other rules", () => {
  const roots = machine(['/home/me/shop/a.go', '/home/me/other/b.go', '/build/src/shop/a.go'], {
    pathMappings: { '/build/src': '/home/me', '/build/src/b': '/home/me/other', '/build/s': '/nowhere' },
  });
  assert.equal(locateFile('/build/src/shop/a.go', roots), '/home/me/shop/a.go');
  assert.equal(locateFile('/build/src/b/b.go', roots), '/home/me/other/b.go');
});

test('an open document matches the name that certainly means it', () => {
  const roots = machine(['/home/me/shop/util.go', '/home/me/shop/sub/util.go']);
  const names = ['/home/me/shop/sub/util.go', '/home/me/shop/util.go'];
  assert.deepEqual(matchDocument('/home/me/shop/util.go', names, roots), {
    kind: 'match',
    name: '/home/me/shop/util.go',
  });
});

test('a name that certainly means another file does not match by its end', () => {
  const roots = machine(['/home/me/shop/sub/util.go']);
  const match = matchDocument('/elsewhere/shop/sub/util.go', ['/home/me/shop/sub/util.go'], roots);
  assert.deepEqual(match, { kind: 'none' });
});

test('a path in a container matches by its longest unique end', () => {
  const names = ['/src/app/internal/cart/util.go', '/src/app/internal/user/util.go'];
  assert.deepEqual(matchDocument('/home/me/shop/internal/user/util.go', names, machine([])), {
    kind: 'match',
    name: '/src/app/internal/user/util.go',
  });
});

test('a document that is as near as another file of the workspace gets no costs by a guess', () => {
  const names = ['/build/util/u.go'];
  const files = ['/home/me/a/util/u.go', '/home/me/b/util/u.go'];
  const roots = machine(files, { found: new Map([['/build/util/u.go', files]]) });
  assert.deepEqual(matchDocument(files[1]!, names, roots), {
    kind: 'several',
    name: names[0],
    files: [files[1], files[0]],
  });
  assert.equal(locateFile(names[0]!, roots), null);
  // Another file fits better, or worse.
  assert.deepEqual(matchDocument('/elsewhere/u.go', names, roots), { kind: 'none' });
  const near = matchDocument('/home/me/build/util/u.go', names, roots);
  assert.deepEqual(near, { kind: 'match', name: names[0] });
});

test('the only file of the workspace that fits is the one', () => {
  const file = '/home/me/shop/util/u.go';
  const roots = machine([file], { found: new Map([['/build/util/u.go', [file]]]) });
  assert.equal(locateFile('/build/util/u.go', roots), file);
});

test('files of Go, of module caches and of builds are of others', () => {
  const others = [
    '/usr/local/go/src/fmt/print.go',
    '/root/go/pkg/mod/a.b/c@v1.2.3/d.go',
    'a.b/c@v1.2.3/d.go',
    '_testmain.go',
  ];
  for (const name of others) assert.ok(isOfOthers(name, '/go'), name);
  for (const name of ['/root/go/src/a.b/c/d.go', '/build/a.go', 'shop/cart.go'])
    assert.ok(!isOfOthers(name, '/go'), name);
  // Without Go, nobody knows whether this is a module.
  assert.ok(isOfOthers('shop/cart.go', ''));
});

test('two names with equally long ends are ambiguous', () => {
  const names = ['/a/cart/util.go', '/b/cart/util.go'];
  assert.deepEqual(matchDocument('/home/me/cart/util.go', names, machine([])), { kind: 'ambiguous', names });
});

test('the base name alone does not match', () => {
  assert.deepEqual(matchDocument('/home/me/shop/main.go', ['/src/tool/main.go'], machine([])), {
    kind: 'none',
  });
});

test('a frame of another machine opens the file with the longest common end, if there is only one', () => {
  assert.equal(
    closestFile('/src/app/cart/cart.go', ['/w/user/cart.go', '/w/cart/cart.go']),
    '/w/cart/cart.go',
  );
  assert.equal(closestFile('/src/app/cart/cart.go', ['/v/cart/cart.go', '/w/cart/cart.go']), null);
});

test('capitals of module paths are escaped as the module cache does', () => {
  assert.equal(escapeModulePath('github.com/BurntSushi/toml'), 'github.com/!burnt!sushi/toml');
});

test('a long name is looked at once, however many versions and caches it seems to have', () => {
  const roots = machine([]);
  const time = (length: number) => {
    const names = ['@v', '/pkg/mod/', 'a@', '/go/src//\n'].map((part) =>
      part.repeat(length).slice(0, length),
    );
    const started = process.cpuUsage();
    for (const name of names.flatMap((each) => [each, `/${each}`]))
      assert.ok([...candidatePaths(name, roots)].length < 10);
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  time(1000);
  // Sixteen times the length took 256 times the time; a busy machine makes some factor of two or three.
  const ratio = () => time(160_000) / Math.max(1000, time(10_000));
  assert.ok(Math.min(ratio(), ratio(), ratio()) < 100);
});
