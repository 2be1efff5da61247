/** Which version labels of production say for certain what ran. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { versionCommits } from '../../../../src/go/git/versionCommit.ts';
import { namedFilesAt } from '../../../../src/go/sources/namedFiles.ts';
import { bareRoots } from '../../../../src/go/sources/sourceRoots.ts';
import { findProgram } from '../../../../src/go/toolchain/programs.ts';
import { decode } from '../../../../src/pprof/decode.ts';
import { productionSources } from '../../../../src/server/remote/stores/production.ts';
import { gitEnvironment, goRepository } from '../../../go/git/repository.ts';
import { cpuProfile } from '../../../go/stores/production.ts';
import { testFolder } from '../../../testFolder.ts';
import { succeeded } from '../../../why.ts';

const release = (comment: string) => `package shop

func Price(n int) int {
	return n * n // ${comment}
}
`;

const repository = goRepository({ 'price.go': release('first') });
const { directory, git } = repository;
const first = git('rev-parse', 'HEAD').trim();
const second = repository.commit({ 'price.go': release('second') });
const short = (hash: string) => hash.slice(0, 7);

git('tag', 'v1.0.0', first);
git('tag', '--annotate', '--message', 'release', 'shop-2', first);
// A release is prepared on a branch of nearly the same name.
git('branch', 'release/shop-2', second);
git('branch', 'feature');
git('update-ref', 'refs/remotes/origin/main', second);
git('update-ref', 'refs/remotes/origin/far', first);
git('tag', 'stable', first);
git('branch', 'stable', first);
git('tag', 'next', first);
git('update-ref', 'refs/remotes/origin/next', first);
git('branch', 'v3.0.0', first);
git('branch', 'deadbeef', first);
git('branch', short(second), first);
git('branch', `fix-${short(first)}`, second);
// A tag whose name is the hash of another commit.
git('tag', first.slice(0, 9), second);

const file = path.join(directory, 'price.go');
const files = namedFilesAt([directory]);
const profile = decode(
  cpuProfile([{ count: 9, stack: ['example.com/m.Price example.com/m/price.go:4'] }], 3),
);

async function sourcesOf(...versions: string[]) {
  assert.ok(profile.ok);
  const { commits, problems, snapshot } = await productionSources(profile.value, versions, {
    folder: directory,
    roots: bareRoots({}, files.exists),
    files,
    env: gitEnvironment,
    isTrusted: true,
    findStamp: () => Promise.resolve(null),
  });
  const text = snapshot.has(file) ? snapshot.textOf(file) : null;
  return { commits, codes: problems.map(({ code }) => code), text };
}

describe('certain: hashes and tags', () => {
  const certain: Readonly<Record<string, string>> = {
    [first]: short(first),
    [second]: short(second),
    [first.slice(0, 10).toUpperCase()]: short(first),
    [first.slice(0, 8)]: short(first),
    [`1.0.0-3-g${first.slice(0, 8)}`]: short(first),
    [`shop-main-${short(second)}`]: short(second),
    'v1.0.0': `v1.0.0 (${short(first)})`,
    '1.0.0': `v1.0.0 (${short(first)})`,
    'shop-2': `shop-2 (${short(first)})`,
    'refs/tags/shop-2': `shop-2 (${short(first)})`,
    'refs/tags/stable': `stable (${short(first)})`,
  };
  for (const [version, title] of Object.entries(certain)) {
    test(version.replaceAll(first, 'a hash'), async () => {
      const found = await sourcesOf(version);
      const text = release(title.includes(short(first)) ? 'first' : 'second');
      assert.deepEqual(found, { commits: [title], codes: [], text });
    });
  }
});

describe('a branch moves: what ran is not known', () => {
  const branches: Readonly<Record<string, readonly string[]>> = {
    'a branch': ['feature'],
    'the branch that is checked out': ['main'],
    'a remote-tracking branch': ['origin/main'],
    'a branch of the remote alone': ['far'],
    'the whole name of a branch': ['refs/heads/feature'],
    'the whole name of a branch that is not here': ['refs/heads/gone'],
    'what is checked out': ['HEAD'],
    'a tag and a branch': ['stable'],
    'a tag and a branch of the remote': ['next'],
    'a branch that is named like a version': ['3.0.0'],
    'a branch that looks like a hash': ['deadbeef'],
    'a branch that is named like another commit': [short(second)],
    'a branch whose name ends with a hash': [`fix-${short(first)}`],
    'one of several versions': [first, 'main'],
  };
  for (const [what, versions] of Object.entries(branches)) {
    test(what, async () => {
      assert.deepEqual(await sourcesOf(...versions), { commits: [], codes: ['branch-moves'], text: null });
    });
  }
});

test('a name that is a tag and the hash of another commit is not certain', async () => {
  const found = await sourcesOf(first.slice(0, 9));
  assert.deepEqual(found, { commits: [], codes: ['several-commits'], text: null });
});

test('what is neither is not in this clone', async () => {
  for (const version of ['abcdef1234567890', 'v9.9.9', 'no such', 'main~1', short(first).slice(0, 4)]) {
    assert.deepEqual(await sourcesOf(version), { commits: [], codes: ['commit-not-here'], text: null });
  }
});

describe('whatever a store names as versions', () => {
  /** Git that counts how often it is started. */
  const own = findProgram('git', process.env);
  const counted = testFolder({ git: `#!/bin/sh\necho >> '${directory}.calls'\nexec '${own}' "$@"\n` });
  chmodSync(path.join(counted, 'git'), 0o755);
  const env = { ...gitEnvironment, PATH: `${counted}${path.delimiter}${process.env.PATH}` };
  const at = { top: directory, prefix: '', env };
  const whole = [first, second];
  const cases: Readonly<Record<string, readonly string[]>> = {
    'many hashes': Array.from({ length: 400 }, (_, i) => whole[i % 2]!.slice(0, 7 + (i % 33))),
    'many tags and branches': Array.from({ length: 100 }, (_, i) => [
      'v1.0.0',
      'main',
      '1.0.0',
      `v${i}`,
    ]).flat(),
    'long names': [
      ...['v', '0', '/'].map((sign) => sign.repeat(1_000_000)),
      `${'a-'.repeat(300_000)}${first}`,
    ],
    'what is no name': ['', ' ', ...'- --all --help -c * ? [a] a..b a...b ^main @ @{u}'.split(' ')],
    'what git reads otherwise': 'main~1 main^{tree} :/first :price.go main:price.go v1.0.0^0 @{-1}'.split(
      ' ',
    ),
    'lines of a question': ['main\nHEAD', 'v1.0.0\r', '\0', 'v1.0.0 missing', '\u2028', 'v1.0.0\n\n\n', '\t'],
    'places of refs': 'refs refs/ refs/tags refs/tags/ tags/ refs/tags// refs/tags/../heads/main'.split(' '),
    'halves of hashes': [7, 40, 41, 63, 64, 65].map((length) => 'f'.repeat(length)),
  };
  for (const [what, versions] of Object.entries(cases)) {
    test(`three processes of git at most: ${what}`, { skip: process.platform === 'win32' }, async () => {
      rmSync(`${directory}.calls`, { force: true });
      const found = succeeded(await versionCommits(at, versions));
      assert.equal(found.length, versions.length);
      const calls = existsSync(`${directory}.calls`) ? statSync(`${directory}.calls`).size : 0;
      assert.ok(calls <= 3, `${calls} processes`);
      if (what.startsWith('many')) return;
      const known = found.filter((commit) => typeof commit !== 'string');
      assert.deepEqual(
        known.map(({ hash }) => hash),
        what === 'long names' ? [first] : [],
      );
    });
  }

  test('of very many, the code of none is read', async () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `v1.0.${i}`);
    assert.deepEqual(await sourcesOf(...many), { commits: [], codes: ['many-versions'], text: null });
  });
});
