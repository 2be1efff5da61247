/** Which of a server's profiles the user wants, and for how long. */
import * as l10n from '@vscode/l10n';
import { hasDelta, isRecorded, type ServedProfile } from '../../../go/servers/serverIndex.ts';
import type { PickItem } from '../../../protocol.ts';
import type { Ask } from '../../client/ask.ts';
import { type ConnectedServer, serverLabel } from './connecting.ts';
import type { LastFetch } from './keptServers.ts';

interface ProfileWords {
  /** What a user calls it. */
  readonly label: string;
  readonly about: string;
}

/** Of a profile of Go's; others keep their own names. */
function wordsOf(name: string): ProfileWords {
  const words: Readonly<Record<string, ProfileWords>> = {
    profile: { label: l10n.t('CPU'), about: l10n.t('where its time goes while it is recorded') },
    heap: { label: l10n.t('Heap'), about: l10n.t('what is in memory now') },
    allocs: {
      label: l10n.t('Allocations'),
      about: l10n.t('what was allocated since the program started'),
    },
    goroutine: { label: l10n.t('Goroutines'), about: l10n.t('where its goroutines stand now') },
    goroutineleak: {
      label: l10n.t('Leaked goroutines'),
      about: l10n.t('goroutines that can never go on; the detector misses some'),
    },
    block: { label: l10n.t('Blocking'), about: l10n.t('where goroutines waited') },
    mutex: { label: l10n.t('Mutex'), about: l10n.t('who held locks that others waited for') },
    threadcreate: { label: l10n.t('Threads'), about: l10n.t('who made threads') },
    trace: { label: l10n.t('Execution trace'), about: l10n.t('for go tool trace') },
  };
  const own = { label: name, about: l10n.t("a profile of the program's own") };
  return Object.hasOwn(words, name) ? (words[name] ?? own) : own;
}

/** What a user calls a profile. */
export function profileLabel(name: string): string {
  return wordsOf(name).label;
}

/** For whole seconds that a user types. */
const longest = 3600;

/** `watch`: only what can be fetched again and again. `load`: only what has a beginning and an end. */
type FetchMode = 'fetch' | 'watch' | 'load';

/** Lets the user choose a profile. `null`: given up. */
export async function chooseProfile(
  ask: Ask,
  { server, index }: ConnectedServer,
  mode: FetchMode,
): Promise<LastFetch | null> {
  const rows = index.profiles.flatMap((profile) => rowsOf(profile, mode));
  const isWatch = mode === 'watch';
  const isLast = ({ id }: PickItem) => id === rowId(server.last?.name ?? '', server.last?.seconds != null);
  const items = [...rows.filter(isLast), ...rows.filter((row) => !isLast(row))];
  const title = isWatch ? l10n.t('Watch {0}', serverLabel(server)) : serverLabel(server);
  const chosen = await ask.choose({ title, placeholder: l10n.t('Which profile?'), items });
  if (chosen === null) return null;
  const isTimed = chosen.startsWith('+');
  const name = chosen.slice(1);
  if (!isTimed && mode !== 'watch') return { name, seconds: null };
  const seconds = await askSeconds(ask, title, name, server.last?.seconds ?? 10, isWatch);
  return seconds === null ? null : { name, seconds };
}

function rowId(name: string, isTimed: boolean): string {
  return `${isTimed ? '+' : ' '}${name}`;
}

function rowsOf({ name, count }: ServedProfile, mode: FetchMode): PickItem[] {
  const { label, about } = wordsOf(name);
  const counted = count === null ? '' : l10n.t('{0} now · ', count);
  const now = { id: rowId(name, false), label, description: `${counted}${about}` };
  const timed = { id: rowId(name, true), label, description: about };
  const delta = {
    id: rowId(name, true),
    label: l10n.t('{0}, for some seconds', label),
    description: l10n.t('what is added meanwhile'),
  };
  if (isRecorded(name)) return mode !== 'fetch' && name === 'trace' ? [] : [timed];
  if (mode === 'fetch') return hasDelta(name) ? [now, delta] : [now];
  if (hasDelta(name)) return [delta];
  // While it is watched, what is there now says how many there are.
  return name === 'goroutine' && mode === 'watch' ? [now] : [];
}

async function askSeconds(
  ask: Ask,
  title: string,
  name: string,
  usual: number,
  isWatch: boolean,
): Promise<number | null> {
  const prompt = isWatch
    ? l10n.t('{0}: a new profile every how many seconds?', profileLabel(name))
    : l10n.t('{0}: for how many seconds?', profileLabel(name));
  let value = String(usual);
  for (;;) {
    const typed = await ask.input({ title, prompt, value, placeholder: l10n.t('1 to {0}', longest) });
    if (typed === null) return null;
    const seconds = /^\s*(\d{1,6})\s*s?\s*$/.exec(typed)?.[1];
    if (seconds !== undefined && Number(seconds) >= 1 && Number(seconds) <= longest) return Number(seconds);
    if (typed === value) return null;
    value = typed;
  }
}
