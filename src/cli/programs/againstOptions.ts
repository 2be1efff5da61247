/** The options by which `serve` and `run` compare two versions. */

import { gateOptions } from '../bench/gate.ts';
import type { OptionValues } from '../terminal/options.ts';
import { text, textLike, usually, value, whole } from '../terminal/options.ts';

export const againstOptions = {
  against: value(
    textLike(/./s, '--against= needs a git ref.'),
    'GITREF',
    'the commit to compare the working tree with',
  ),
  count: usually(10, whole('N', 'turns: each measures both versions, each in another layout')),
  ...gateOptions,
};

export const placeOptions = {
  dir: text('DIR', 'its working folder, of both versions (default: the current one)'),
  tags: usually('', text('LIST', 'build tags')),
};

export type AgainstOptions = OptionValues<typeof againstOptions>;
