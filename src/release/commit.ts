/** The commit that a release is made from, and the version that follows from it. */
import { execFileSync } from 'node:child_process';
import { fail, ok, type Result } from '../base/result.ts';

export interface Commit {
  readonly hash: string;
  /** Seconds since 1970. */
  readonly date: number;
  /** How many commits lead to it, itself included. */
  readonly number: number;
  /** Tags of versions, such as `v1.2.0`. `v1` is the action's, and moves. */
  readonly tags: readonly string[];
  /** Files that differ from it. */
  readonly changed: readonly string[];
}

export interface Version {
  readonly text: string;
  readonly isPreRelease: boolean;
}

/** The commit that is checked out in a folder. */
export function checkedOut(folder: string): Commit {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [hash = '', date = ''] = git('log', '-1', '--format=%H%n%ct');
  return {
    hash,
    date: Number(date),
    number: Number(git('rev-list', '--count', 'HEAD')[0]),
    tags: git('tag', '--points-at', 'HEAD', '--list', 'v*.*.*'),
    changed: git('status', '--porcelain'),
  };
}

/**
 * A tag makes a release, whose middle number is even. Everything else is a pre-release: of the odd middle number that is
 * next, with the number of the commit, so that each is newer than the one before.
 *
 * @param written the version in package.json
 */
export function versionOf(
  written: string,
  { number, tags }: Pick<Commit, 'number' | 'tags'>,
): Result<Version> {
  const [major = 0, minor = 0] = written.split('.').map(Number);
  const isOdd = minor % 2 === 1;
  const [tag] = tags;
  if (tag === undefined) {
    return ok({ text: `${major}.${isOdd ? minor : minor + 1}.${number}`, isPreRelease: true });
  }
  if (tag !== `v${written}`) {
    return fail('tag-differs', 'The tag is {0}, and package.json has the version {1}.', [tag, written]);
  }
  if (isOdd) {
    return fail(
      'odd-release',
      'The version {0} is tagged, but an odd middle number is that of pre-releases. Tag {1}.',
      [written, `${major}.${minor + 1}.0`],
    );
  }
  return ok({ text: written, isPreRelease: false });
}

/** The date of a version in the change log, `## 1.2.0 (2026-12-01)`, where nothing is left that is not released. */
export function dateOfChanges(changelog: string, version: string): Result<string> {
  const sections = changelog.split(/^## /m).slice(1);
  const isDone = sections.every((section) => !/^Unreleased\n\s*\S/.test(section));
  const heads = sections.map((section) => /^(\S+) \((\d{4}-\d\d-\d\d)\)\n/.exec(section) ?? []);
  const [, , date] = heads.find(([, name]) => name === version) ?? [];
  if (isDone && date !== undefined) return ok(date);
  return fail(
    'changes-undated',
    'CHANGELOG.md has changes that are not of a version. Give them the heading "## {0} (YEAR-MONTH-DAY)".',
    [version],
  );
}
