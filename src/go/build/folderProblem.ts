import { fail, type Problem } from '../../result.ts';

/**
 * Runs `work`, which writes to a folder. What the file system refuses (no space, no permission, a file in the folder's place)
 * becomes a problem `no-folder`; other errors are bugs and are thrown.
 */
export async function inFolder<T>(
  folder: string,
  work: () => Promise<T>,
): Promise<T | { readonly ok: false; readonly problem: Problem }> {
  try {
    return await work();
  } catch (error) {
    return { ok: false, problem: folderProblem(folder, error) };
  }
}

/** Why a folder cannot be written to. An error that is not the file system's is thrown again. */
export function folderProblem(folder: string, error: unknown): Problem {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
  const code = String(error.code);
  const why = reasons[code] ?? code;
  return fail('no-folder', 'Nothing can be written to {0}: {1}.', [folder, why], error.message).problem;
}

/** What the codes that users meet mean. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EROFS: 'it is read-only',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'it is no longer there',
};
