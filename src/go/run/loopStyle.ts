/**
 * Whether a profiled benchmark loops with `b.Loop` or over `b.N`, read from the profile's own stacks.
 * From testing/benchmark.go, with `-test.benchtime=Nx` and N above 1:
 *
 *   b.N      run1 -> runN(1) -> benchmark     the probe
 *            launch -> runN(N) -> benchmark   the measured round
 *   b.Loop   run1 -> runN(1) -> benchmark     all of it; launch finds the work done
 *
 * `runN` makes a context (since Go 1.24, the first to have b.Loop), so a profile of every allocation
 * has a stack of each round, however little the benchmark itself allocates.
 */
import type { LoopStyle } from '../../bench/benchfmt/operations.ts';
import type { Profile } from '../../pprof/profile.ts';

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
  // The goroutines that RunParallel starts, which count down from b.N.
  return method.startsWith('RunParallel.func') ? parallelBody : 0;
}

/**
 * The style, or `null` where the stacks do not tell. `everyAllocation` says that the profile was taken
 * with `-test.memprofilerate=1` by Go 1.24 or later: then a missing stack means something too.
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

/** `go1.24.2`, `devel go1.25-...`: whether that Go has `b.Loop`. Unknown versions count as new. */
export function hasLoop(version: string): boolean {
  const match = /go1\.(\d+)/.exec(version);
  return !match || Number(match[1]) >= 24;
}
