import assert from 'node:assert/strict';
import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findSourceRoots, readEditableSources } from '../../../src/go/sources/sourceRoots.ts';
import { goModule, installedGo } from '../goModule.ts';

test('a module that is opened through a symbolic link has the paths that its profiles have', async () => {
  const source = 'package m\n\nimport "testing"\n\nfunc BenchmarkX(b *testing.B) {}\n';
  const module = goModule({ 'm_test.go': source });
  const link = join(realpathSync(join(module.directory, '..')), 'link');
  symlinkSync(module.directory, link);
  const query = { toolchain: await installedGo(), directory: link, env: process.env, tags: '' };
  const { modules } = await findSourceRoots(query, {}, () => false);
  assert.deepEqual(modules, [{ path: 'example.com/m', directory: link }]);
  const sources = await readEditableSources(query);
  assert.equal(sources.get(join(link, 'm_test.go')), source);
});
