import { int64At } from '../../src/pprof/columns.ts';
import type { Int64Column, Profile } from '../../src/pprof/profile.ts';

/**
 * A 32-bit FNV-1a hash of every value and every frame of every stack: each sample's values, then its locations with their
 * id, address, mapping, and lines with line, column and names. The reference computes the same hash of what google/pprof
 * has decoded. If the hashes are equal, both have read the same.
 */
export function digest(profile: Profile): number {
  const { samples, sampleTypes } = profile;
  const types = sampleTypes.length;
  const hashed = new Map<number, readonly number[]>();
  let hash = 2166136261;
  const words: number[] = [];
  const take = (more: readonly number[]) => {
    for (const word of more) hash = Math.imul(hash ^ word, 16777619);
  };
  for (let sample = 0; sample < samples.count; sample++) {
    words.length = 0;
    for (let type = 0; type < types; type++) addNumber(words, samples.values, sample * types + type);
    take(words);
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      const location = samples.locations[i]!;
      let known = hashed.get(location);
      if (known === undefined) {
        known = locationWords(profile, location);
        hashed.set(location, known);
      }
      take(known);
    }
  }
  return hash >>> 0;
}

/** Adds the two halves of a number. */
function addNumber(words: number[], column: Int64Column, row: number): void {
  const value = column.approximate[row]!;
  if (value >= 0 && value <= 0xffff_ffff) words.push(value, 0);
  else {
    const exact = int64At(column, row);
    words.push(Number(exact & 0xffff_ffffn), Number((exact >> 32n) & 0xffff_ffffn));
  }
}

/** Adds a location to the hash. */
function locationWords({ locations, functions, mappings, strings }: Profile, location: number): number[] {
  const words: number[] = [];
  const text = (index: number) => {
    const bytes = strings.raw(index);
    words.push(bytes.length, 0);
    for (const byte of bytes) words.push(byte);
  };
  addNumber(words, locations.id, location);
  addNumber(words, locations.address, location);
  const mapping = locations.mapping[location]!;
  if (mapping !== -1) {
    addNumber(words, mappings.id, mapping);
    text(mappings.filename[mapping]!);
  }
  for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
    addNumber(words, locations.lineNumber, row);
    addNumber(words, locations.lineColumn, row);
    text(functions.name[locations.lineFunction[row]!]!);
    text(functions.filename[locations.lineFunction[row]!]!);
  }
  return words;
}
