/** Settings of older versions: what each has become. */
import { usualEvents } from '../../base/takenKind.ts';

type Changed = Readonly<Record<string, unknown>>;

/** By old name: what is to be written in its place, at the same level. `undefined` removes; a current value stays. */
const successors: Readonly<Record<string, (value: unknown, others: Changed) => Changed>> = {
  annotations: (value) => (value === 'decorations' ? { annotations: 'allLines' } : {}),
  codeLens: (value) => (typeof value === 'boolean' ? { codeLens: value ? undefined : 'off' } : {}),
  'compare.layouts': () => ({ 'compare.layouts': undefined }),
  counterEvents: () => ({ counterEvents: undefined }),
  counters: (value, { counterEvents }) => {
    if (typeof value !== 'boolean') return {};
    const named = Array.isArray(counterEvents) && counterEvents.length > 0 ? counterEvents : usualEvents;
    return { counters: value ? named : undefined };
  },
  followCursor: () => ({ followCursor: undefined }),
  'history.maxMegabytes': () => ({ 'history.maxMegabytes': undefined }),
  instructions: (value, { kinds }) => ({
    instructions: undefined,
    ...(value === true
      ? { kinds: [...(Array.isArray(kinds) ? kinds : ['cpu', 'mem']), 'instructions'] }
      : {}),
  }),
  perfPath: () => ({ perfPath: undefined }),
  showFlameGraphAfterRun: (value, { page }) => ({
    showFlameGraphAfterRun: undefined,
    ...(value === false && page === undefined ? { page: 'none' } : {}),
  }),
  'tests.codeLens': () => ({ 'tests.codeLens': undefined }),
};

export const namesOfOldSettings = Object.keys(successors);

/**
 * What has to be written so that settings of an older version mean the same, or are gone where nothing does.
 *
 * @param written what one level of the settings (the user's, a folder's) has written, by name without `pprofLens.`
 */
export function renewedSettings(written: Changed): Changed {
  const changes = Object.entries(written).flatMap(([name, value]) =>
    value === undefined ? [] : Object.entries(successors[name]?.(value, written) ?? {}),
  );
  return Object.fromEntries(changes);
}
