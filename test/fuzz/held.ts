import type { Int64Column, Profile } from '../../src/pprof/profile.ts';

/** A profile holds at most this many times its bytes, and what its empty tables take. */
const mostTimes = 10;
const emptyBytes = 512;

/** Says so if a profile of so many inflated bytes holds too much memory; else `null`. Capacities that no item uses do not count. */
export function holdsTooMuch(profile: Profile, inflatedBytes: number): string | null {
  const held = heldBytes(profile);
  return held <= mostTimes * inflatedBytes + emptyBytes ? null : `holds ${held} bytes for ${inflatedBytes}`;
}

/** The bytes of all columns of a profile. */
function heldBytes({ samples, labels, locations, functions, mappings }: Profile): number {
  let bytes = 0;
  for (const table of [samples, labels, locations, functions, mappings]) {
    for (const column of Object.values({ ...table })) {
      if (ArrayBuffer.isView(column)) bytes += column.byteLength;
      else if (isInt64(column)) bytes += column.approximate.byteLength + (column.exact?.byteLength ?? 0);
    }
  }
  return bytes;
}

function isInt64(column: unknown): column is Int64Column {
  return typeof column === 'object' && column !== null && 'approximate' in column;
}
