/** Modules beside a package, compared with a commit: those of the commit where it has them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { writeFiles } from '../../testFolder.ts';
import { allocations, done, source } from '../compare/against.ts';
import { assertNothingLeft, goRepository, type TestRepository } from './repository.ts';

describe('modules beside the package', () => {
  const lib = { 'go.mod': 'module example.com/lib\n\ngo 1.24\n', 'lib.go': 'package lib\n\nconst N = 3\n' };
  const usesLib = source(1)
    .replace('import "testing"', 'import "testing"\nimport "example.com/lib"')
    .replace('range 1', 'range lib.N');

  const writeLib = ({ directory }: TestRepository) => writeFiles(join(directory, '..', 'lib'), lib);

  test('a module that go.mod replaces by a folder beside the repository', async () => {
    const repository = goRepository({
      'go.mod':
        'module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ../lib\n',
      'm_test.go': usesLib,
    });
    writeLib(repository);
    assert.deepEqual(allocations(await done(repository)), [[3], [3]]);
  });

  const required = 'module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n';
  test('a go.work above the repository, with modules beside it', async () => {
    const repository = goRepository({ 'go.mod': required, 'm_test.go': usesLib });
    writeLib(repository);
    writeFileSync(join(repository.directory, '..', 'go.work'), 'go 1.24\n\nuse (\n\t./lib\n\t./m\n)\n');
    assert.deepEqual(allocations(await done(repository)), [[3], [3]]);
  });

  test('a go.work that git ignores, with a new module', async () => {
    const repository = goRepository({ 'go.mod': required, 'm_test.go': usesLib, '.gitignore': 'go.work\n' });
    writeLib(repository);
    repository.write({
      'go.work': 'go 1.24\n\nuse (\n\t.\n\t./new\n\t../lib\n)\n',
      'new/go.mod': 'module example.com/new\n\ngo 1.24\n',
    });
    assert.deepEqual(allocations(await done(repository)), [[3], [3]]);
  });

  test('vendored modules are those of the commit', async () => {
    const vendored = (n: number) => ({
      'vendor/example.com/lib/lib.go': `package lib\n\nconst N = ${n}\n`,
      'vendor/modules.txt': '# example.com/lib v0.0.0\n## explicit; go 1.24\nexample.com/lib\n',
    });
    const repository = goRepository({ 'go.mod': required, 'm_test.go': usesLib, ...vendored(2) });
    repository.write(vendored(7));
    assert.deepEqual(allocations(await done(repository)), [[2], [7]]);
  });

  test('a submodule at the commit’s version; a missing one is reported', async () => {
    const library = goRepository(lib, 'lib');
    const withLib = () => {
      const made = goRepository({ 'm_test.go': source(1) });
      made.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.directory, 'lib');
      return made;
    };
    const repository = withLib();
    repository.commit({
      'go.mod':
        'module example.com/m\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n',
      'm_test.go': usesLib,
    });
    repository.write({ 'lib/lib.go': 'package lib\n\nconst N = 9\n' });
    const compared = await done(repository);
    assert.deepEqual([allocations(compared), compared.problems], [[[3], [9]], []]);
    assertNothingLeft(repository);
    assert.equal(repository.git('-C', 'lib', 'worktree', 'list').trim().split('\n').length, 1);

    const bare = withLib();
    bare.commit({});
    bare.git('submodule', '--quiet', 'deinit', '--force', 'lib');
    assert.deepEqual((await done(bare)).problems.map(sentence), [
      'The submodule lib is not there at this commit.',
    ]);
  });
});
