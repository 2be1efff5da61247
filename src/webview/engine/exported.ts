import { foldedStacks } from '../../analysis/foldedStacks.ts';
import { speedscopeFile } from '../../analysis/speedscope.ts';
import { weightsOf } from '../../analysis/weights.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { ExportQuestion } from './questions.ts';

/** The bytes of a file in the format that is asked for. */
export function exported(profile: Profile, { format, sampleType }: ExportQuestion): Uint8Array {
  switch (format) {
    case 'pprof':
      return encodeGzipped(profile);
    case 'folded': {
      const stacks = foldedStacks(profile, weightsOf(profile, sampleType));
      return new TextEncoder().encode(stacks.map(({ stack, value }) => `${stack} ${value}\n`).join(''));
    }
    case 'speedscope':
      return new TextEncoder().encode(JSON.stringify(speedscopeFile(profile, sampleType)));
  }
}
