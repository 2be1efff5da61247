import assert from 'node:assert/strict';
import { realpathSync, symlinkSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { findSourceRoots, linkedModules, readEditableSources } from '../../../src/go/sources/sourceRoots.ts';
import { goModule, installedGo } from '../goModule.ts';

test('a module that is opened through a symbolic link has the paths that its profiles have', async () => {
  const source =
    'package m\n\nimport (\n\t_ "example.com/lib"\n\t"testing"\n)\n\nfunc BenchmarkX(b *testing.B) {}\n';
  const module = goModule({
    'go.mod': `module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v1.2.0\n\nreplace example.com/lib => ./lib\n`,
    'm_test.go': source,
    'lib/go.mod': 'module example.com/lib\n',
    'lib/lib.go': 'package lib\n',
  });
  const link = join(realpathSync(join(module.directory, '..')), 'link');
  symlinkSync(module.directory, link);
  const query = { toolchain: await installedGo(), directory: link, env: process.env, tags: '' };
  const { modules } = await findSourceRoots(query, {}, () => false);
  assert.deepEqual(modules, [
    { path: 'example.com/m', directory: link },
    { path: 'example.com/lib', directory: join(link, 'lib') },
  ]);
  const { texts, modules: linked } = await readEditableSources(query);
  assert.deepEqual(linked, { 'example.com/lib': 'v1.2.0 => ./lib' });
  assert.deepEqual(await linkedModules(query), linked);
  assert.ok(texts.has(join(link, 'lib', 'lib.go')));
  assert.equal(texts.get(join(link, 'm_test.go')), source);

  const early = {
    readAt: Date.now(),
    texts: new Map([
      [join(link, 'm_test.go'), 'as it was'],
      ['/gone.go', ''],
    ]),
  };
  utimesSync(join(link, 'lib', 'lib.go'), new Date(), new Date(early.readAt + 1000));
  const later = await readEditableSources(query, early);
  assert.equal(later.texts.get(join(link, 'm_test.go')), 'as it was');
  const names = [...later.texts.keys()].map((file) => relative(link, file));
  assert.deepEqual(names.filter((name) => !name.startsWith('..')).sort(), [
    'go.mod',
    'lib/go.mod',
    'm_test.go',
  ]);
});
