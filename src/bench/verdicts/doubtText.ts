/** Why a difference is not called a change, in a few words. English: the key for translations. */
import type { Doubt } from './change.ts';

export const doubtTexts: Readonly<Record<Doubt, string>> = {
  busy: 'busy machine',
  small: 'small, and not in turns',
  cpu: 'CPU time did not change with it',
  instructions: 'same instructions and misses',
  operations: 'other number of operations',
};
