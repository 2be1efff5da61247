import type { Profile } from '../../pprof/profile.ts';
import type { FrameTable } from './frames.ts';

/**
 * Every sample's frames in one column, root first, inlined frames included.
 *
 * The frame at depth `d` (0 is the outermost) of sample `s` is the site `sites[start[s] + d]`, so a loop over many stacks
 * at one depth needs no state for each stack.
 */
export interface Stacks {
  /** CSR into `sites`. Length: number of samples + 1. */
  readonly start: Uint32Array;
  readonly sites: Uint32Array;
}

/** The stacks of all samples. `frames` must be of the same profile. */
export function rootFirstStacks({ samples }: Profile, frames: FrameTable): Stacks {
  const { locationStart, locationSites } = frames;
  const start = new Uint32Array(samples.count + 1);
  let length = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const end = samples.locationStart[sample + 1]!;
    for (let i = samples.locationStart[sample]!; i < end; i++) {
      const location = samples.locations[i]!;
      length += locationStart[location + 1]! - locationStart[location]!;
    }
    start[sample + 1] = length;
  }
  const sites = new Uint32Array(length);
  let next = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    const leaf = samples.locationStart[sample]!;
    for (let i = samples.locationStart[sample + 1]! - 1; i >= leaf; i--) {
      const location = samples.locations[i]!;
      const end = locationStart[location + 1]!;
      for (let frame = locationStart[location]!; frame < end; frame++) sites[next++] = locationSites[frame]!;
    }
  }
  return { start, sites };
}

/**
 * The two halves of all stacks through one function: its callees and its callers. If the function is on a stack several
 * times, the frame nearest to the root is taken, so that a sample counts once:
 *
 *   stack     main  work  FN  parse  FN  alloc
 *   callees               `-> parse  FN  alloc
 *   callers   main  work <-'                      (read from the function up: work, main)
 */
export interface FunctionStacks {
  readonly callees: Stacks;
  readonly callers: Stacks;
  /** 1 for each sample with the function on its stack. */
  readonly through: Uint8Array;
}

/** Cuts all stacks in two at a function. Samples without it have empty stacks in both halves. */
export function functionStacks({ start, sites }: Stacks, frames: FrameTable, func: number): FunctionStacks {
  const count = start.length - 1;
  const through = new Uint8Array(count);
  const callees = newStacks(count, sites.length);
  const callers = newStacks(count, sites.length);
  for (let sample = 0; sample < count; sample++) {
    const first = start[sample]!;
    const end = start[sample + 1]!;
    let at = first;
    while (at < end && frames.siteFunc[sites[at]!] !== func) at++;
    if (at < end) {
      through[sample] = 1;
      for (let i = at + 1; i < end; i++) callees.sites[callees.length++] = sites[i]!;
      for (let i = at - 1; i >= first; i--) callers.sites[callers.length++] = sites[i]!;
    }
    callees.start[sample + 1] = callees.length;
    callers.start[sample + 1] = callers.length;
  }
  return { callees: finished(callees), callers: finished(callers), through };
}

/** All stacks in the other direction. Their tree has the costly functions below its root, and their callers below them. */
export function leafFirstStacks({ start, sites }: Stacks): Stacks {
  const reversed = new Uint32Array(sites.length);
  for (let sample = 0; sample + 1 < start.length; sample++) {
    let to = start[sample]!;
    for (let from = start[sample + 1]! - 1; from >= start[sample]!; from--) reversed[to++] = sites[from]!;
  }
  return { start, sites: reversed };
}

/** By func: the sum of the values of the samples that it is in, each counted once. */
export function cumOfFuncs(
  { start, sites }: Stacks,
  { funcCount, siteFunc }: FrameTable,
  values: Float64Array,
): Float64Array {
  const cums = new Float64Array(funcCount);
  const latest = new Int32Array(funcCount).fill(-1);
  for (let sample = 0; sample + 1 < start.length; sample++) {
    for (let i = start[sample]!; i < start[sample + 1]!; i++) {
      const func = siteFunc[sites[i]!]!;
      if (latest[func] === sample) continue;
      latest[func] = sample;
      cums[func]! += values[sample]!;
    }
  }
  return cums;
}

interface GrowingStacks {
  readonly start: Uint32Array;
  readonly sites: Uint32Array;
  length: number;
}

function newStacks(samples: number, frames: number): GrowingStacks {
  return { start: new Uint32Array(samples + 1), sites: new Uint32Array(frames), length: 0 };
}

function finished({ start, sites, length }: GrowingStacks): Stacks {
  // A copy, because the column has room for all frames of the profile.
  return { start, sites: sites.slice(0, length) };
}
