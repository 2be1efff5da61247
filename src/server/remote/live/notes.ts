/** What is to be said of a profile that shows little. */
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../../analysis/values/profileFacts.ts';
import { busyPercent, isIdle } from '../../../go/load/loadText.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { profileLabel } from './chooseProfile.ts';

/** For the CPU profile of a server that has little to do: how little. `null` for others. */
export function idleNote(server: string, profile: Profile): string | null {
  const share = cpuShareOfWallTime(profile);
  if (share === null || !isIdle(share)) return null;
  return l10n.t(
    '{0} was {1} busy: its CPU profile has {2} samples, too few to say much. Profile it while it gets requests.',
    server,
    busyPercent(share),
    profile.samples.count,
  );
}

/** For a profile without samples, why that can be; `null` for others. */
export function emptyNote(server: string, name: string, { samples }: Profile): string | null {
  if (samples.count > 0) return null;
  switch (name) {
    case 'goroutineleak':
      return l10n.t(
        'The detector of {0} has found no goroutine now. It misses some, so this does not mean that there are none.',
        server,
      );
    case 'block':
      return l10n.t(
        '{0} has recorded no waiting. It records only after runtime.SetBlockProfileRate has been called.',
        server,
      );
    case 'mutex':
      return l10n.t(
        '{0} has recorded no held locks. It records only after runtime.SetMutexProfileFraction has been called.',
        server,
      );
    default:
      return l10n.t('The profile {1} of {0} has no samples.', server, profileLabel(name));
  }
}
