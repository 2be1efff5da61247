/** A history with many commits and merges, made at once. */
import { execFileSync } from 'node:child_process';
import { gitEnvironment, type TestRepository } from './repository.ts';

export interface PlannedCommit {
  /** Its number, by which others name it as their parent; also its subject. */
  readonly mark: number;
  /** Empty for the commit that is checked out. */
  readonly parents: readonly number[];
  readonly files: Readonly<Record<string, string>>;
}

/** Adds the commits to the branch that is checked out, the last one as its tip, and returns their hashes by mark. */
export function addHistory(
  repository: TestRepository,
  commits: readonly PlannedCommit[],
): ReadonlyMap<number, string> {
  const base = repository.git('rev-parse', 'HEAD').trim();
  const text = commits.map(({ mark, parents, files }) => {
    const [first, ...others] = parents.map((parent) => `:${parent}`);
    return [
      'commit refs/heads/main',
      `mark :${mark}`,
      `committer A <a@example.com> ${1_700_000_000 + mark} +0000`,
      data(`commit ${mark}`),
      `from ${first ?? base}`,
      ...others.map((other) => `merge ${other}`),
      ...Object.entries(files).flatMap(([path, content]) => [`M 100644 inline ${path}`, data(content)]),
    ].join('\n');
  });
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: repository.directory,
    env: gitEnvironment,
    input: `${text.join('\n')}\n`,
  });
  repository.git('reset', '--hard', '--quiet');
  const made = repository.git('log', '--format=%H %s').trim().split('\n');
  return new Map(made.map((line) => [Number(/\d+$/.exec(line)?.[0]), line.split(' ')[0] ?? '']));
}

function data(content: string): string {
  return `data ${Buffer.byteLength(content)}\n${content}`;
}
