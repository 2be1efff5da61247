/**
 * Finds out from the stacks of a profile whether its benchmark loops with `b.Loop` or over `b.N`. With
 * `-test.benchtime=Nx` and N above 1, testing/benchmark.go calls the benchmark like this:
 *
 *   b.N      run1 -> runN(1) -> benchmark     first with b.N = 1
 *            launch -> runN(N) -> benchmark   then the measured round
 *   b.Loop   run1 -> runN(1) -> benchmark     all rounds in the first call; launch has nothing left to do
 *
 * Since Go 1.24, the first version with b.Loop, `runN` makes a context. So a profile of every allocation has a stack of
 * each call, although the benchmark itself may allocate nothing.
 */

import type { Problem } from '../../base/result.ts';
import type { LoopStyle } from '../../bench/benchfmt/operations.ts';
import type { Profile } from '../../pprof/profile.ts';
import { minorVersion } from '../toolchain/toolchain.ts';

const launch = 1;
const run1 = 2;
const runN = 4;
const parallelBody = 8;
const loop = 16;

function roleOf(functionName: string): number {
  if (!functionName.startsWith('testing.(*B).')) return 0;
  const method = functionName.slice('testing.(*B).'.length);
  if (method === 'launch') return launch;
  if (method === 'runN') return runN;
  if (method === 'Loop' || method === 'loopSlowPath') return loop;
  if (method.startsWith('run1.')) return run1;
  // The goroutines that RunParallel starts. Together they do b.N operations.
  return method.startsWith('RunParallel.func') ? parallelBody : 0;
}

/**
 * `null` if the stacks do not show it.
 *
 * @param everyAllocation the profile was taken with `-test.memprofilerate=1` by Go 1.24 or later. Then the stacks of all
 *   calls are in it, so a call whose stack is missing was not made.
 */
export function loopStyleOf(profile: Profile, everyAllocation: boolean): LoopStyle | null {
  const { functions, locations, samples, strings } = profile;
  const functionRole = Uint8Array.from({ length: functions.count }, (_, i) =>
    roleOf(strings.get(functions.name[i]!)),
  );
  const locationRole = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    for (let i = locations.lineStart[location]!; i < locations.lineStart[location + 1]!; i++) {
      locationRole[location]! |= functionRole[locations.lineFunction[i]!]!;
    }
  }
  let probed = false;
  for (let sample = 0; sample < samples.count; sample++) {
    let roles = 0;
    for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
      roles |= locationRole[samples.locations[i]!]!;
    }
    if (roles & loop) return 'Loop';
    if (roles & parallelBody || (roles & launch && roles & runN)) return 'N';
    if (roles & run1 && roles & runN) probed = true;
  }
  return everyAllocation && probed ? 'Loop' : null;
}

/** Whether this version of Go has `b.Loop`: `go1.24.2`, `devel go1.25-...`. An unknown version counts as new. */
export function hasLoop(version: string): boolean {
  return minorVersion(version) >= 24;
}

/**
 * Whether the compiler inlines calls in the body of a `b.Loop`. Before Go 1.26 it keeps them as calls, so that it cannot
 * remove their work (golang/go#73137). An unknown version counts as new.
 */
export function inlinesInLoop(version: string): boolean {
  return minorVersion(version) >= 26;
}

/** What a benchmark with `b.Loop` measures before Go 1.26. It does not say that the timings are uncertain. */
export const callsInLoop: Problem = {
  code: 'calls-in-loop',
  template:
    'It measures calls that a program may not make: before Go 1.26, nothing in the body of a b.Loop is inlined. A loop over b.N that stores its result in a package variable measures it inlined.',
  args: [],
};
