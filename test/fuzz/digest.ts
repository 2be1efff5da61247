import { int64At } from '../../src/pprof/columns.ts';
import type { Profile } from '../../src/pprof/profile.ts';

/**
 * A 32-bit FNV-1a hash of every value and every frame of every stack: each sample's values, then its locations with their
 * id, address, mapping, and lines with line, column and names. The reference computes the same hash of what google/pprof
 * has decoded. If the hashes are equal, both have read the same.
 */
export function digest(profile: Profile): number {
  const hash = new Hash();
  const { samples, sampleTypes } = profile;
  const hashed = new Map<number, readonly number[]>();
  for (let sample = 0; sample < samples.count; sample++) {
    for (let type = 0; type < sampleTypes.length; type++) {
      hash.number(int64At(samples.values, sample * sampleTypes.length + type));
    }
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      const location = samples.locations[i]!;
      let words = hashed.get(location);
      if (words === undefined) {
        words = locationWords(profile, location);
        hashed.set(location, words);
      }
      for (const word of words) hash.word(word);
    }
  }
  return hash.sum >>> 0;
}

/** Adds a location to the hash. */
function locationWords({ locations, functions, mappings, strings }: Profile, location: number): number[] {
  const words: number[] = [];
  const number = (value: bigint) => {
    words.push(Number(value & 0xffff_ffffn), Number((value >> 32n) & 0xffff_ffffn));
  };
  const text = (index: number) => {
    const bytes = strings.raw(index);
    number(BigInt(bytes.length));
    for (const byte of bytes) words.push(byte);
  };
  number(int64At(locations.id, location));
  number(int64At(locations.address, location));
  const mapping = locations.mapping[location]!;
  if (mapping !== -1) {
    number(int64At(mappings.id, mapping));
    text(mappings.filename[mapping]!);
  }
  for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
    number(int64At(locations.lineNumber, row));
    number(int64At(locations.lineColumn, row));
    text(functions.name[locations.lineFunction[row]!]!);
    text(functions.filename[locations.lineFunction[row]!]!);
  }
  return words;
}

class Hash {
  sum = 2166136261;

  word(word: number): void {
    this.sum = Math.imul(this.sum ^ word, 16777619);
  }

  number(value: bigint): void {
    this.word(Number(value & 0xffff_ffffn));
    this.word(Number((value >> 32n) & 0xffff_ffffn));
  }
}
