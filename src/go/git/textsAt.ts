import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../base/result.ts';
import { git } from './git.ts';
import type { Repository } from './repository.ts';

/** A profile names some hundred files of the user's at most. */
const mostFiles = 1000;

/**
 * The texts that files have at a commit, by their paths below the repository's top, with slashes. Those that are not
 * there are left out. One git process for all. Problems: those of `git`.
 *
 * @param hash of the commit, as `resolveRef` gives it
 */
export async function textsAt(
  { top, env }: Repository,
  hash: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<Result<Map<string, string>>> {
  // Git asks for one object a line.
  const asked = paths.filter((path) => !/[\n\r\0]/.test(path)).slice(0, mostFiles);
  if (asked.length === 0) return ok(new Map());
  // An object that nobody has ends each answer: the sizes that git says are bytes, and what we get are characters.
  const end = `end-${randomUUID()}`;
  const input = asked.map((path) => `${hash}:${path}\n${end}\n`).join('');
  const answer = await git(top, ['cat-file', '--batch'], { env, signal, input });
  if (!answer.ok) return answer;
  const texts = new Map<string, string>();
  const parts = answer.value.split(`${end} missing\n`);
  for (const [i, path] of asked.entries()) {
    const part = parts[i] ?? '';
    const header = part.indexOf('\n');
    if (/^[0-9a-f]+ blob \d+$/.test(part.slice(0, header))) texts.set(path, part.slice(header + 1, -1));
  }
  return ok(texts);
}

/** The paths of all files of a commit, below the repository's top, with slashes. Problems: those of `git`. */
export async function filesAt(
  { top, env }: Repository,
  hash: string,
  signal?: AbortSignal,
): Promise<Result<string[]>> {
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', hash] as const;
  const answer = await git(top, args, { env, signal });
  return answer.ok ? ok(answer.value.split('\0').filter((file) => file !== '')) : answer;
}
