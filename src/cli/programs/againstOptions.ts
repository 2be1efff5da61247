/** The options by which `serve` and `run` compare two versions. */

import { resolve } from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import type { Against } from '../../go/inTurns/twoVersions.ts';
import { gateOptions } from '../bench/gate.ts';
import type { OptionValues } from '../terminal/options.ts';
import { text, textLike, usually, value, whole, wrong } from '../terminal/options.ts';

export const againstOptions = {
  against: value(
    textLike(/./s, '--against= needs a git ref.'),
    'GITREF',
    'the commit to compare the working tree with',
  ),
  pgo: value(
    textLike(/./s, '--pgo= needs a profile.'),
    'FILE',
    'compares instead with the same built without PGO: FILE is the profile that the',
    'working tree is built with, auto for the default.pgo beside package main',
  ),
  count: whole(
    'N',
    'turns: each measures both versions, each in another layout',
    '(default: 10, of a server 20)',
  ),
  ...gateOptions,
  confirm: usually(
    1,
    whole(
      'N',
      'what looks different is measured again N times, and has changed only if it is so',
      'each time; 0 does not measure again',
    ),
  ),
};

export const placeOptions = {
  dir: text('DIR', 'its working folder, of both versions (default: the current one)'),
  tags: usually('', text('LIST', 'build tags')),
};

export type AgainstOptions = OptionValues<typeof againstOptions>;

/** `null` where nothing is compared. */
export function againstOf({ against, pgo }: Pick<AgainstOptions, 'against' | 'pgo'>): Result<Against | null> {
  if (against !== undefined && pgo !== undefined) return wrong('--pgo cannot be combined with --against.');
  if (pgo !== undefined) return ok({ pgo: pgo === 'auto' ? pgo : resolve(pgo) });
  return ok(against === undefined ? null : { ref: against });
}
