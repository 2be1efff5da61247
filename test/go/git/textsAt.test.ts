/** The texts of files at a commit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRepository } from '../../../src/go/git/repository.ts';
import { filesAt, textsAt } from '../../../src/go/git/textsAt.ts';
import { succeeded, why } from '../../why.ts';
import { gitEnvironment, goRepository } from './repository.ts';

const first = 'package m\n\n// Ä, not ASCII: git counts bytes.\nfunc F() {}\n';
const repository = goRepository({ 'a.go': first, 'sub/b c.go': 'package sub' });

test('files and their texts at a commit, whatever the working tree has', async () => {
  const hash = repository.git('rev-parse', 'HEAD').trim();
  repository.commit({ 'a.go': 'package m\n', 'new.go': 'package m\n' });
  repository.write({ 'a.go': 'changed' });
  const found = succeeded(await findRepository(repository.directory, gitEnvironment));
  assert.deepEqual(await filesAt(found, hash), { ok: true, value: ['a.go', 'go.mod', 'sub/b c.go'] });
  const asked = ['new.go', 'a.go', 'sub/b c.go', 'sub', 'with\nline end', 'none.go'];
  const texts = await textsAt(found, hash, asked);
  assert.ok(texts.ok, why(texts));
  assert.deepEqual(
    [...texts.value],
    [
      ['a.go', first],
      ['sub/b c.go', 'package sub'],
    ],
  );
});
