/**
 * What the samples of a benchmark's profile belong to: its operations, the code around them, or the runtime behind
 * both. `-test.cpuprofile` and its kin cover the whole process; an operation is what happens inside the timed loop.
 */
import { startedLabel } from '../../base/profileKinds.ts';
import type { Profile } from '../../pprof/profile.ts';
import { cleanPath } from '../names/filePaths.ts';
import { sizeOf } from '../values/total.ts';
import type { Value } from '../values/value.ts';
import { weightsOf } from '../values/weights.ts';
import { type LineRange, misplacedInLoops } from './loopInstructions.ts';
import {
  byName,
  collectorFunction,
  goroutineRoot,
  mainRoot,
  mostRecordedFrames,
  rootKinds,
  runtimeRoot,
  timerFunction,
} from './stackRoots.ts';

/** The timed loops of a source file. */
export interface TimedCode {
  /** The lines inside the loops. */
  readonly loops: readonly LineRange[];
  /** The functions that contain the loops. */
  readonly functions: readonly LineRange[];
  /** Lines on which nothing is measured, whoever runs them: the timer is stopped. Missing in what older versions have saved. */
  readonly paused?: readonly LineRange[];
}

/** A file with timed loops. */
export interface TimedFile extends TimedCode {
  /** As the profile names it. */
  readonly file: string;
}

/**
 * Every sample is in exactly one bucket:
 *
 *   timed       its stack contains a line of a timed loop, or an instruction in the middle of one that has another line: code of
 *               the loop, what it calls, a function literal in it;
 *               and further in on the stack is no line on which the timer is stopped, and nothing that stops or starts it
 *   goroutines  of another goroutine. Go's profiles do not say who started it: usually the loop, or a server that
 *               was started before it. If a profile says that it was the code before the loop, the work may well be the loop's
 *   truncated   its stack is deeper than Go records, so the root is missing, and the loop with it
 *   setup       of the benchmark or package testing, outside the loop; TestMain and package initialisation
 *   collector   the garbage collector's own workers (work that it makes an allocation do belongs to that allocation)
 *   scheduler   the rest of the runtime: scheduling, timers, signals, the profiler itself
 */
export const buckets = ['timed', 'goroutines', 'truncated', 'setup', 'collector', 'scheduler'] as const;
export type Bucket = (typeof buckets)[number];

/** The buckets that count as costs of operations. The others have no cost per operation. */
export const operationBuckets: readonly Bucket[] = ['timed', 'goroutines', 'truncated'];

/** What caused a cost: the benchmark's operations, its setup outside the timed loop, or the runtime in the background. */
export type Cause = 'operations' | 'setup' | 'background';

export const bucketsOfCause: Readonly<Record<Cause, readonly Bucket[]>> = {
  operations: operationBuckets,
  setup: ['setup'],
  background: ['collector', 'scheduler'],
};

/** Bits for what is known of a stack from its frames. */
const inTesting = 1;
const inTimedLoop = 2;
const inTimedFunction = 4;
const collecting = 8;
const paused = 16;
/** Of a stack, its innermost line with one of these decides. */
const deciding = inTimedLoop | paused;

/**
 * By sample, its index in `buckets`; `null` if the benchmark's loop is not among the timed loops, so that samples in
 * it cannot be distinguished from samples around it.
 *
 * @param benchmark the benchmark's name, if it is known. If no sample is below its function, then none is in its loop: a
 *   benchmark without allocations has no sample of its own in a profile of allocations
 */
export function bucketOfSamples(
  profile: Profile,
  timed: readonly TimedFile[],
  benchmark?: string,
): Uint8Array | null {
  const { bucketOf, allRoles } = sortSamples(profile, timed);
  const isKnown =
    allRoles & inTimedFunction ||
    (timed.length > 0 && !bucketOf.includes(buckets.indexOf('setup'))) ||
    (benchmark !== undefined && !hasFunctionOf(benchmark, profile));
  return isKnown ? bucketOf : null;
}

/** By sample its bucket; and the bits of all locations together. */
function sortSamples(
  profile: Profile,
  timed: readonly TimedFile[],
): { readonly bucketOf: Uint8Array; readonly allRoles: number } {
  const { samples, locations } = profile;
  const roles = locationRoles(profile, timed);
  const roots = rootKinds(profile);
  const bucketOf = new Uint8Array(samples.count);
  const isStarted = startedSamples(profile);
  let allRoles = 0;
  for (let sample = 0; sample < samples.count; sample++) {
    let role = 0;
    let frames = 0;
    const start = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    for (let i = start; i < end; i++) {
      const location = samples.locations[i]!;
      role |= further(roles[location]!, role);
      frames += locations.lineStart[location + 1]! - locations.lineStart[location]!;
    }
    const root = start === end ? runtimeRoot : roots[samples.locations[end - 1]!]!;
    const bucket = bucketFrom(role, root, frames);
    bucketOf[sample] = buckets.indexOf(bucket === 'setup' && isStarted(sample) ? 'goroutines' : bucket);
    allRoles |= role;
  }
  return { bucketOf, allRoles };
}

/** Whether a sample is of a goroutine whose stack goes on where it was started. */
function startedSamples({ sampleTypes, samples, labels, strings }: Profile): (sample: number) => boolean {
  if (!sampleTypes.some(({ type }) => type === 'started_cpu')) return () => false;
  return (sample) => {
    for (let row = samples.labelStart[sample]!; row < samples.labelStart[sample + 1]!; row++) {
      if (strings.get(labels.key[row]!) === startedLabel) return true;
    }
    return false;
  };
}

/**
 * By sample its cause, of a profile whose operations are known: the others are told apart by their stacks alone, as in
 * `bucketOfSamples`.
 *
 * @param isOfOperations 1 for samples of operations
 */
export function causeOfSamples(profile: Profile, isOfOperations: Uint8Array): Cause[] {
  const isBackground = samplesIn(sortSamples(profile, []).bucketOf, bucketsOfCause.background);
  return Array.from(isOfOperations, (isTimed, sample) => {
    if (isTimed === 1) return 'operations';
    return isBackground[sample] === 1 ? 'background' : 'setup';
  });
}

/** The bits of a line of which lines further in on the stack have these bits. */
function further(bits: number, inner: number): number {
  return inner & deciding ? bits & ~deciding : bits;
}

/** Whether the function of a benchmark, or a function literal in it, is in the profile. */
function hasFunctionOf(benchmark: string, { functions, strings }: Profile): boolean {
  const [top = ''] = benchmark.split('/');
  const isOf = (name: string): boolean => `${name}.`.includes(`.${top}.`);
  return functions.name.some((index) => isOf(strings.get(index)));
}

function bucketFrom(role: number, root: number, frames: number): Bucket {
  if (role & inTimedLoop) return 'timed';
  if (role & inTesting || root === mainRoot) return 'setup';
  if (frames >= mostRecordedFrames) return 'truncated';
  if (root === goroutineRoot) return 'goroutines';
  return role & collecting ? 'collector' : 'scheduler';
}

/** By location, the bits of a stack that contains it. */
function locationRoles(profile: Profile, timed: readonly TimedFile[]): Uint8Array {
  const { functions, locations, strings } = profile;
  const byFile = new Map(timed.map((file) => [cleanPath(file.file), file]));
  const fileOf = Array.from({ length: functions.count }, (_, f) =>
    byFile.get(cleanPath(strings.get(functions.filename[f]!))),
  );
  const functionRole = Uint8Array.from({ length: functions.count }, (_, f) => {
    const name = strings.get(functions.name[f]!);
    return (
      (name.startsWith('testing.') ? inTesting : 0) |
      (timerFunction.test(name) ? paused : 0) |
      (collectorFunction.test(name) ? collecting : 0)
    );
  });
  const isMisplaced = misplacedInLoops(profile, fileOf);
  const roles = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    if (isMisplaced[location] === 1) roles[location] = inTimedLoop;
    for (let row = locations.lineStart[location]!; row < locations.lineStart[location + 1]!; row++) {
      const f = locations.lineFunction[row]!;
      const bits = functionRole[f]! | lineRole(fileOf[f], locations.lineNumber.approximate[row]!);
      roles[location]! |= further(bits, roles[location]!);
    }
  }
  return roles;
}

function lineRole(code: TimedCode | undefined, line: number): number {
  if (code === undefined) return 0;
  const isIn = ([first, last]: LineRange) => line >= first && line <= last;
  const where = code.paused?.some(isIn) ? paused : code.loops.some(isIn) ? inTimedLoop : 0;
  return where | (code.functions.some(isIn) ? inTimedFunction : 0);
}

/** The signed sum of each bucket for one sample type. Together they are exactly the sum of all samples. */
export function bucketTotals(
  profile: Profile,
  bucketOf: Uint8Array,
  sampleType: number,
): Readonly<Record<Bucket, Value>> {
  const weights = weightsOf(profile, sampleType);
  return byName(buckets, (bucket) => sizeOf(weights, samplesIn(bucketOf, [bucket]), 'signed'));
}

/** 1 for the samples of these buckets. */
export function samplesIn(bucketOf: Uint8Array, chosen: readonly Bucket[]): Uint8Array {
  const isChosen = buckets.map((bucket) => (chosen.includes(bucket) ? 1 : 0));
  return bucketOf.map((bucket) => isChosen[bucket]!);
}
