/** What counting instructions needs on this machine, told before the user chooses it. */
import path from 'node:path';
import { sentence } from '../../../base/result.ts';
import { findValgrind, needsOf } from '../../../go/machine/valgrind.ts';
import { filePath } from '../../client/lspTerms.ts';

/** Empty where nothing may be run. */
export async function countingNeeds(
  { isTrusted }: { readonly isTrusted: () => boolean },
  uri: string,
): Promise<string> {
  const file = filePath(uri);
  if (file === null || !isTrusted()) return '';
  const valgrind = await findValgrind({ env: process.env, directory: path.dirname(file) });
  return valgrind.ok ? needsOf(valgrind.value) : sentence(valgrind.problem);
}
