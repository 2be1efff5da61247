/** Profile-guided optimisation, from the editor. */
import path from 'node:path';
import { pgoFileName, savePgo } from '../../../go/profiles/pgo.ts';
import { mainPackages } from '../../../go/toolchain/listPackages.ts';
import { filePath } from '../../client/lspTerms.ts';
import type { Messages } from '../../client/messages.ts';
import type { Settings } from '../../client/settings.ts';
import { findGoSetup } from '../../sessions/goSetup.ts';

/** The folders of the programs in a file's module: a `default.pgo` belongs there. Empty if Go cannot list them. */
export async function programFolders(
  { settings, isTrusted }: { readonly settings: Settings; readonly isTrusted: () => boolean },
  uri: string,
): Promise<readonly string[]> {
  const file = filePath(uri);
  if (file === null || !isTrusted()) return [];
  const setup = await findGoSetup(path.dirname(file), await settings.forFile(uri));
  if (!setup.ok) return [];
  const found = await mainPackages({ ...setup.value, signal: new AbortController().signal });
  return found.ok ? found.value : [];
}

/** Merges CPU profiles into a folder's `default.pgo`. Answers its path; `null` if it failed, which a message says. */
export async function saveDefaultPgo(
  { settings, messages }: { readonly settings: Settings; readonly messages: Messages },
  profilePaths: readonly string[],
  folder: string,
): Promise<string | null> {
  const file = path.join(folder, pgoFileName);
  const { maxProfileBytes } = (await settings.general()).lens;
  const saved = await savePgo(profilePaths, file, { maxBytes: maxProfileBytes });
  if (saved.ok) return file;
  messages.problem(saved.problem, 'error');
  return null;
}
