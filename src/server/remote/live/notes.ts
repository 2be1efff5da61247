/** What is to be said of a profile that shows little. */
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../../analysis/values/profileFacts.ts';
import type { LoadOutcome } from '../../../go/load/loadOutcome.ts';
import { busyPercent, busyText, isIdle, loadDoubts, loadText } from '../../../go/load/loadText.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { profileLabel } from './chooseProfile.ts';
import { type ConnectedServer, serverLabel } from './connecting.ts';

/**
 * What is said of a profile in the list of servers, and what the profile itself does not say; `null` if that is nothing.
 *
 * @param load what came of the requests that were sent; `null` where nobody counts them, `undefined` where none were
 */
export function profileNews(
  connected: ConnectedServer,
  name: string,
  profile: Profile,
  load: LoadOutcome | null | undefined,
): { readonly text: string; readonly note: string | null } {
  const label = serverLabel(connected.server);
  const busy = busyText(cpuShareOfWallTime(profile));
  const pace = load ? l10n.t('{0} requests/s', Number((load.completed / load.seconds).toPrecision(3))) : busy;
  const text = [profileLabel(name), pace].filter((part) => part !== '').join(' · ');
  const note =
    load === undefined
      ? (idleNote(label, profile) ?? emptyNote(label, name, profile))
      : loadNote(connected, busy, load);
  return { text, note };
}

/** For the CPU profile of a server that has little to do: how little. `null` for others. */
function idleNote(server: string, profile: Profile): string | null {
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
function emptyNote(server: string, name: string, { samples }: Profile): string | null {
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

/** What came of it, in a sentence or two. */
function loadNote({ server, index }: ConnectedServer, busyShare: string, load: LoadOutcome | null): string {
  const facts = [busyShare, loadText(load)].filter((part) => part !== '').join(', ');
  return [
    l10n.t('{0}: {1}.', serverLabel(server), facts),
    ...loadDoubts(load, index.folder.isThisMachine),
  ].join(' ');
}
