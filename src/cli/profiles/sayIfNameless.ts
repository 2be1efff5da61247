import * as l10n from '@vscode/l10n';
import { namelessProblem } from '../../analysis/names/nameless.ts';
import type { Profile } from '../../pprof/profile.ts';
import { complain } from '../terminal/output.ts';

/** Says on standard error that a profile has addresses alone, and how to add the names. */
export function sayIfNameless(profile: Profile): void {
  const nameless = namelessProblem(profile);
  if (nameless !== null) complain(l10n.t(nameless.template));
}
