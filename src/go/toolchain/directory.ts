import { readdir } from 'node:fs/promises';
import { fail, ok, type Result } from '../../base/result.ts';

/** Whether something can run in a folder. Problem: `no-directory`. */
export async function checkDirectory(directory: string): Promise<Result<null>> {
  const isThere = await readdir(directory).then(
    () => true,
    () => false,
  );
  if (isThere) return ok(null);
  return fail('no-directory', 'There is no folder {0}, so nothing can run there. Save the file first.', [
    directory,
  ]);
}
