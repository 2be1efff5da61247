import type { Profile } from '../../src/pprof/profile.ts';
import { type LocationSpec, type ProfileSpec, profileBytes, profileOf } from '../pprof/builder.ts';

/**
 * A profile written as stacks, root first. A frame is `name`, `name:12` or `name:12@file.go`; `+` before it
 * says it was inlined into the frame before.
 */
export interface StackProfile extends Pick<ProfileSpec, 'sampleTypes' | 'binary'> {
  readonly samples: readonly StackSample[];
}

/** The stack, then its values: as one text, or apart where they are computed. */
export type StackSample = string | readonly [stack: string, ...values: number[]];

/** The profile's bytes, not compressed. */
export function stackProfileBytes(stacks: StackProfile): Uint8Array {
  return profileBytes(specOf(stacks));
}

/** The same, decoded. */
export function stackProfile(stacks: StackProfile): Profile {
  return profileOf(specOf(stacks));
}

function specOf({ samples, ...rest }: StackProfile): ProfileSpec {
  const count = rest.sampleTypes?.length ?? 1;
  const specs = samples.map((sample) => {
    const [stack, ...values] = typeof sample === 'string' ? parted(sample, count) : sample;
    const locations = stack === '' ? [] : stack.split(/ (?=[^+])/).map(locationOf);
    return { values, stack: locations.reverse() };
  });
  return { ...rest, samples: specs, fromRoot: true, firstAddress: 0x1000 };
}

function parted(sample: string, values: number): [stack: string, ...values: number[]] {
  const words = sample.split(' ');
  return [words.slice(0, -values).join(' '), ...words.slice(-values).map(Number)];
}

/** `main:5 +add:3@a.go`, as the builder writes it: the innermost frame first. */
function locationOf(text: string): LocationSpec {
  const frames = text.split(' ').map((frame) => {
    const [, name = '', line = '', file = ''] = /^\+?([^@]*?)(?::(\d+))?(?:@(.*))?$/.exec(frame) ?? [];
    return `${name} ${file}${line === '' ? '' : `:${line}`}`;
  });
  return frames.length === 1 ? frames[0]! : frames.reverse();
}
