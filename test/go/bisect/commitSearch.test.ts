/** Which commit is tried next: few answers lead to the first bad one, past merges and commits that give none. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CommitSearch } from '../../../src/go/bisect/commitSearch.ts';
import type { RangeCommit } from '../../../src/go/git/commitRange.ts';

/** `b:a` is a commit `b` whose parent is `a`; `m:a,b` a merge. Parents that are not there are good. */
function graph(text: string): RangeCommit[] {
  return text.split(' ').map((each) => {
    const [hash = '', parents = ''] = each.split(':');
    return { hash, parents: parents.split(',').filter(Boolean), subject: '', date: '' };
  });
}

function line(length: number): RangeCommit[] {
  return Array.from({ length }, (_, i) => ({ hash: `${i}`, parents: [`${i - 1}`], subject: '', date: '' }));
}

/** The commit and all that it grew from. */
function ancestors(commits: readonly RangeCommit[], hash: string): ReadonlySet<string> {
  const found = new Set([hash]);
  for (const each of [...commits].reverse())
    if (found.has(each.hash)) for (const parent of each.parents) found.add(parent);
  return found;
}

/** Searches to the end, for a change that came with `first`. */
function search(commits: readonly RangeCommit[], first: string, skips: readonly string[] = []) {
  const searched = new CommitSearch(commits);
  const tried: string[] = [];
  for (let next = searched.next(); next !== null; next = searched.next()) {
    assert.ok(!tried.includes(next.hash), 'nothing is tried twice');
    tried.push(next.hash);
    const isBad = ancestors(commits, next.hash).has(first);
    searched.mark(next.hash, skips.includes(next.hash) ? 'skip' : isBad ? 'bad' : 'good');
  }
  return { tried, found: searched.found?.hash ?? null, left: searched.left.map(({ hash }) => hash) };
}

/** A history with branches that fork and merge by a fixed rule. */
function tangled(length: number): RangeCommit[] {
  return Array.from({ length }, (_, i) => {
    const back = [(i * 7) % 5, (i * 11) % 13].map((steps) => `${i - 1 - steps}`);
    const parents = i === length - 1 || i % 4 === 0 ? [`${i - 1}`, back[1]!] : [back[0]!];
    return { hash: `${i}`, parents: [...new Set(parents)], subject: '', date: '' };
  }).filter((_, i) => i >= 0);
}

describe('which commit to try', () => {
  test('of a line, the middle: 1024 commits take ten answers', () => {
    for (const first of ['0', '1', '511', '512', '1023']) {
      const { tried, found } = search(line(1024), first);
      assert.deepEqual([found, tried.length], [first, 10]);
    }
    assert.equal(new CommitSearch(line(64)).stepsLeft, 6);
    assert.deepEqual(search(line(1), '0'), { tried: [], found: '0', left: ['0'] });
  });

  test('a good commit says nothing of a branch that it did not grow from, a merge has what either brings', () => {
    const commits = graph('a b:a x y:x m:b,y n:m');
    for (const first of ['a', 'b', 'x', 'y', 'm', 'n']) assert.equal(search(commits, first).found, first);
  });

  test('each commit of a tangled history is found, in about as many answers as a line takes', () => {
    const commits = tangled(100);
    const tip = ancestors(commits, '99');
    const reachable = commits.filter(({ hash }) => tip.has(hash));
    for (const { hash } of reachable) {
      const { tried, found } = search(reachable, hash);
      assert.equal(found, hash);
      assert.ok(tried.length <= 9, `${tried.length} for ${hash}`);
    }
  });

  test('around commits that give no answer; if the change is among them, all that may have brought it are left', () => {
    const skips = ['30', '31', '32', '33'];
    for (const first of ['0', '29', '35', '63']) {
      const { tried, found } = search(line(64), first, skips);
      assert.equal(found, first);
      assert.ok(tried.length <= 11, tried.join(' '));
    }
    assert.deepEqual(search(line(64), '32', skips).left, ['30', '31', '32', '33', '34']);
    assert.deepEqual(search(line(3), '1', ['0', '1']).left, ['0', '1', '2']);
  });

  test('fifty broken commits in the middle cost few tries', () => {
    const skips = Array.from({ length: 50 }, (_, i) => `${i + 75}`);
    assert.ok(search(line(200), '20', skips).tried.length <= 12);
  });
});
