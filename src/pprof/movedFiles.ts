import type { Profile, StringTable } from './profile.ts';
import { utf8Bytes } from './strings.ts';

/**
 * The profile with every path below the folder `from` as a path below `to`: for code that was built in a folder that
 * is gone, and is now elsewhere. Neither folder ends in a slash.
 */
export function withMovedFiles(profile: Profile, from: string, to: string): Profile {
  const { strings } = profile;
  const isBelow = (text: string) => text.startsWith(from) && /^[\\/]/.test(text.slice(from.length));
  const get = (index: number) => {
    const text = strings.get(index);
    return isBelow(text) ? to + text.slice(from.length) : text;
  };
  const moved: StringTable = {
    length: strings.length,
    get,
    raw: (index) => (isBelow(strings.get(index)) ? utf8Bytes(get(index)) : strings.raw(index)),
  };
  return { ...profile, strings: moved };
}
