/** The git refs that a user can compare a benchmark with. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { longestLabel, shortened } from '../../../base/escape.ts';
import { ok, type Result } from '../../../base/result.ts';
import { type ListedRef, listRefs } from '../../../go/git/listRefs.ts';
import { findRepository } from '../../../go/git/repository.ts';
import { checkDirectory } from '../../../go/toolchain/directory.ts';
import type { RefChoice } from '../../../protocol.ts';
import { filePath } from '../../client/lspTerms.ts';
import type { Messages } from '../../client/messages.ts';

/** The refs for the benchmarks of a file; `null` if there are none, which a message explains. */
export async function refChoices(
  { messages, isTrusted }: { readonly messages: Messages; readonly isTrusted: () => boolean },
  uri: string,
): Promise<readonly RefChoice[] | null> {
  const file = filePath(uri);
  // A repository's settings can name programs that git runs.
  if (file === null || !isTrusted()) return null;
  const choices = await choicesIn(path.dirname(file));
  if (choices.ok) return choices.value;
  messages.problem(choices.problem, 'error');
  return null;
}

/** Problems: `no-directory`, those of `findRepository` and of git. */
async function choicesIn(directory: string): Promise<Result<RefChoice[]>> {
  const isThere = await checkDirectory(directory);
  if (!isThere.ok) return isThere;
  const repository = await findRepository(directory, process.env);
  if (!repository.ok) return repository;
  const refs = await listRefs(repository.value);
  return refs.ok ? ok(refs.value.map(choiceOf)) : refs;
}

function choiceOf({ name, kind, hash, age, subject }: ListedRef): RefChoice {
  const short = shortened(subject, longestLabel);
  return {
    name,
    kind,
    description: kind === 'commit' ? age : `${hash} · ${age}`,
    detail: kind === 'head' ? l10n.t('last commit: {0}', short) : short,
  };
}
