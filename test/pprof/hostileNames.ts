/** Profiles whose texts are anything: the builder's own notation has no spaces in names. */
import { encodeGzipped } from '../../src/pprof/encode.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { type ProfileSpec, profileOf } from './builder.ts';

/** The profile of a spec, with `from` in each of its texts replaced. */
export function profileWithText(spec: ProfileSpec, from: string, to: string): Profile {
  const profile = profileOf(spec);
  const { strings, sampleTypes, comments } = profile;
  const replaced = (text: string) => text.replaceAll(from, to);
  return {
    ...profile,
    strings: {
      length: strings.length,
      get: (index) => replaced(strings.get(index)),
      raw: (index) => new TextEncoder().encode(replaced(strings.get(index))),
    },
    sampleTypes: sampleTypes.map(({ type, unit }) => ({ type: replaced(type), unit: replaced(unit) })),
    comments: comments.map(replaced),
  };
}

/** Its bytes as in a file. */
export function bytesWithText(spec: ProfileSpec, from: string, to: string): Uint8Array {
  return encodeGzipped(profileWithText(spec, from, to));
}
