import * as l10n from '@vscode/l10n';
import { subtractBase } from '../../analysis/difference/combine.ts';
import { otherKind } from '../../analysis/difference/otherKind.ts';
import { ok, type Result } from '../../base/result.ts';
import { type OpenContext, openProfileFile } from './openProfile.ts';
import type { SessionSource } from './session.ts';

/**
 * Opens a profile file against another one, for a session. The lines show the costs of the first; a page shows the
 * difference. Problems: those of `openProfileFile`, and `incompatible-profiles`.
 *
 * @param basePath the file that it is compared with
 */
export async function openComparison(
  file: string,
  basePath: string,
  context: OpenContext,
): Promise<Result<SessionSource>> {
  const opened = await openProfileFile(file, context);
  if (!opened.ok) return opened;
  const base = await openProfileFile(basePath, context);
  if (!base.ok) return base;
  const { profile } = opened.value;
  const difference = subtractBase(profile, base.value.profile, { how: 'compare', normalize: false });
  if (!difference.ok) {
    const other = otherKind([profile, base.value.profile], [opened.value.title, base.value.title]);
    return other === null ? difference : { ok: false, problem: other };
  }
  const { title, profilePath, bytesPath } = base.value;
  return ok({
    ...opened.value,
    title: l10n.t('{0} against {1}', opened.value.title, title),
    base: { profilePath, operations: null, ...(bytesPath === undefined ? {} : { bytesPath }) },
  });
}
