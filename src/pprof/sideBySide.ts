import { Int64Builder, int64At } from './columns.ts';
import { mergeProfiles } from './merge.ts';
import type { Profile, ValueType } from './profile.ts';

/** A profile, and what its sample types are called beside those of others. */
export interface NamedTypes {
  readonly profile: Profile;
  /** As many as the profile has. */
  readonly types: readonly ValueType[];
}

/** One profile with the sample types of all of them: each sample has values of its own profile's types, and 0 of the others. */
export function sideBySide(parts: readonly NamedTypes[]): Profile {
  const sampleTypes = parts.flatMap(({ types }) => types);
  let before = 0;
  const widened = parts.map(({ profile, types }): Profile => {
    const own = types.length;
    const values = new Int64Builder('signed', profile.samples.count * sampleTypes.length + 1);
    for (let sample = 0; sample < profile.samples.count; sample++) {
      for (let type = 0; type < sampleTypes.length; type++) {
        const isOwn = type >= before && type < before + own;
        if (isOwn) values.pushExact(int64At(profile.samples.values, sample * own + type - before));
        else values.push(0, 0);
      }
    }
    before += own;
    return { ...profile, sampleTypes, samples: { ...profile.samples, values: values.finish() } };
  });
  return mergeProfiles(widened);
}
