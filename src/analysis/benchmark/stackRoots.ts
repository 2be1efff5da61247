/** What the beginning of a stack says: who runs it. */
import type { Profile } from '../../pprof/profile.ts';

/** Go records at most this many frames of a stack in a CPU profile (runtime.maxCPUProfStack), more in other profiles. */
export const mostRecordedFrames = 64;

/** Functions of the garbage collector's own workers. */
export const collectorFunction =
  /^runtime\.(?:_GC$|gc(?:BgMark|Drain|Mark|Sweep|Start|Flush|Assist|ParkAssist)|bgsweep|bgscavenge|forcegchelper|runfinq|runFinalizers|runCleanups|sweepone|markroot|scan(?:object|block|stack|frame|Span|Objects)|greyobject|\(\*(?:sweepLocked|scavengerState)\))/;

/**
 * Functions of package testing that cost nothing by its own clock: they read it last to start the timer, and first to stop it. The first
 * and the last round of `b.Loop` call them, too.
 */
export const timerFunction = /^testing\.\(\*B\)\.(?:Start|Stop|Reset)Timer$/;

/** Where a stack starts: in a goroutine of the program, in its main goroutine, or in the runtime. */
export const goroutineRoot = 0;
export const mainRoot = 1;
export const runtimeRoot = 2;

/** By location, what a stack is that begins with it. */
export function rootKinds({ functions, locations, strings }: Profile): Uint8Array {
  const ofFunction = Uint8Array.from({ length: functions.count }, (_, f) => {
    const name = strings.get(functions.name[f]!);
    if (name === 'runtime.main') return mainRoot;
    return /^(?:internal\/)?runtime(?:\/|\.)/.test(name) || name === '' ? runtimeRoot : goroutineRoot;
  });
  return Uint8Array.from({ length: locations.count }, (_, location) => {
    const last = locations.lineStart[location + 1]! - 1;
    // A location without lines is code that Go does not know: C code, or the kernel.
    return last < locations.lineStart[location]! ? runtimeRoot : ofFunction[locations.lineFunction[last]!]!;
  });
}

/** A value for each bucket. */
export function byName<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name, index: number) => T,
): Readonly<Record<Name, T>> {
  return Object.fromEntries(names.map((each, i) => [each, make(each, i)])) as Record<Name, T>;
}
