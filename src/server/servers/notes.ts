/** What is to be said of a profile that shows little. */
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../analysis/values/profileFacts.ts';
import type { Profile } from '../../pprof/profile.ts';
import { profileLabel } from './chooseProfile.ts';

/** Below this share of one core, a server has nearly nothing to do. */
const idleShare = 0.1;

/** `0.8%`, with one decimal below ten. */
export function percentText(share: number): string {
  const percent = share * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}

/** `42% busy`: CPU time as a share of one core; empty where the profile does not say it. */
export function busyText(profile: Profile): string {
  const share = cpuShareOfWallTime(profile);
  return share === null ? '' : l10n.t('{0} busy', percentText(share));
}

/** For the CPU profile of a server that has little to do: how little. `null` for others. */
export function idleNote(server: string, profile: Profile): string | null {
  const share = cpuShareOfWallTime(profile);
  if (share === null || share >= idleShare) return null;
  return l10n.t(
    '{0} was {1} busy: its CPU profile has {2} samples, too few to say much. Profile it while it gets requests.',
    server,
    percentText(share),
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
