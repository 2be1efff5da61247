/** Profile-guided optimisation, from the editor. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { pgoFileName, savePgo } from '../../go/profiles/pgo.ts';
import { type PgoRequest, profileWithPgo } from '../../go/run/profileWithPgo.ts';
import type { TwoBuildsHooks } from '../../go/run/twoBuilds.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { AgainstBaseOutcome } from './runAgainst.ts';

/** Merges CPU profiles into a folder's `default.pgo`; answers its path, or `null` where the user was told what is wrong. */
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

/** Runs benchmarks built with a profile to optimise by in turns with the same built without. */
export async function runWithPgo(request: PgoRequest, hooks: TwoBuildsHooks): Promise<AgainstBaseOutcome> {
  const outcome = await profileWithPgo(request, hooks);
  if (!outcome.ok) return outcome;
  const { results, ...base } = outcome.value;
  return { ok: true, value: { results, base: { ...base, title: l10n.t('without PGO'), commit: null } } };
}
