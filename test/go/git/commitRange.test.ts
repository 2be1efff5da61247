/** The commits between two refs: each after its parents; of two branches, from where they part. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import { commitRange } from '../../../src/go/git/commitRange.ts';
import { findRepository } from '../../../src/go/git/repository.ts';
import { succeeded } from '../../why.ts';
import { addHistory } from './history.ts';
import { gitEnvironment, goRepository, type TestRepository } from './repository.ts';

async function range(repository: TestRepository, good: string, bad: string) {
  const found = succeeded(await findRepository(repository.directory, gitEnvironment));
  return commitRange(found, { good, bad });
}

describe('the commits between two', () => {
  const repository = goRepository({});
  const hashes = addHistory(repository, [
    { mark: 1, parents: [], files: { a: '1' } },
    { mark: 2, parents: [1], files: { a: '2' } },
    { mark: 3, parents: [1], files: { b: '3' } },
    { mark: 4, parents: [2, 3], files: {} },
    { mark: 5, parents: [4], files: { a: '5' } },
  ]);
  const hash = (mark: number) => hashes.get(mark) ?? '';

  test('have their parents before them, those of a merge, too', async () => {
    const { commits, good, bad, remark } = succeeded(await range(repository, hash(1), 'main'));
    assert.deepEqual(
      new Set(commits.map(({ subject }) => subject)),
      new Set(['commit 2', 'commit 3', 'commit 4', 'commit 5']),
    );
    const [, , merge, last] = commits;
    assert.deepEqual([merge?.hash, merge?.parents], [hash(4), [hash(2), hash(3)]]);
    assert.deepEqual([last?.hash, bad.title], [hash(5), `main (${hash(5).slice(0, 7)})`]);
    assert.deepEqual([good.hash, remark], [hash(1), null]);
  });

  test('from another branch, they begin where it parts, and that is said', async () => {
    const { commits, good, remark } = succeeded(await range(repository, hash(3), hash(2)));
    assert.deepEqual([good.hash, commits.map((each) => each.hash)], [hash(1), [hash(2)]]);
    assert.match(
      remark === null ? '' : sentence(remark),
      /^\w{7} is on another branch: the search begins at \w{7}, /,
    );
  });

  test('are none, or have no beginning', async () => {
    const why = async (good: string, bad: string) => {
      const found = await range(repository, good, bad);
      return found.ok ? 'ok' : found.problem.code;
    };
    assert.equal(await why('main', hash(4)), 'empty-range');
    assert.equal(await why('nowhere', 'main'), 'no-such-ref');
    assert.equal(await why('--output=x', 'main'), 'no-such-ref');
    repository.git('checkout', '--quiet', '--orphan', 'other');
    repository.commit({ c: '1' });
    assert.equal(await why('other', 'main'), 'nothing-in-common');
  });
});
