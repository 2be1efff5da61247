import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../result.ts';

/** Whether a kept profile is still there. Problem: `profile-gone`. */
export async function checkThere(benchmark: string, file: string): Promise<Result<null>> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) return ok(null);
  return fail(
    'profile-gone',
    'The profile {0} of {1} is no longer on the disk. Its results are still kept; profile again to see its lines.',
    [path.basename(file), benchmark],
  );
}
