/** Whether a line allocates more or less than before, from profiles in which every allocation is counted. */
import { isSimulated } from '../../base/profileKinds.ts';

/** What a line allocated in a whole profile. */
export interface CountedCost {
  readonly objects: number;
  readonly bytes: number;
  /** Operations behind the profile. */
  readonly operations: number;
}

/** Objects that do not depend on the code of the line: a buffer that grew once, the start of a collection. */
const mostStrays = 3;
/** So few per operation cannot be mistaken for a whole object with each operation. */
const strayShare = 0.06;
/** Long profiles have more of them, in proportion to the operations. */
const lastingStrayShare = 0.001;
/** With fewer operations, most counts look like a whole number per operation by chance. */
const fewestOperations = 8;
/** Counts that depend on chance (a hash's seed, a pool that was empty) vary like samples do: so many deviations. */
const deviations = 4;
const leastShare = 0.01;
const wholeByteShare = 0.02;

/**
 * Whether objects and bytes differ for another reason than that the two profiles cover different numbers of
 * operations. A line has a part that it allocates with each operation and one that it allocates once, in setup; the
 * same two parts explain any total between "all of it once" and "all of it each time":
 *
 *     operations   10        20
 *     objects      50   ->   50 (once) ... 100 (each time)
 *
 * Within that range there is still a change if both profiles have a whole number of objects per operation, and not the
 * same one: a part that is allocated once would have left a remainder.
 *
 * @param isSetupKnown the counts do not include what is allocated outside the timed loop
 */
export function countsDiffer(
  base: CountedCost,
  now: CountedCost,
  isSetupKnown: boolean,
): { objects: boolean; bytes: boolean } {
  const [shorter, longer] = base.operations <= now.operations ? [base, now] : [now, base];
  const shorterEach = wholePerOperation(shorter);
  const longerEach = wholePerOperation(longer);
  if (shorterEach !== null && longerEach !== null) {
    const objects = shorterEach !== longerEach;
    const areOnlyStrays = shorterEach === 0 && longerEach === 0;
    const isAmbiguous = objects && !isSetupKnown && isOnceAndEach(shorter, longer);
    if (areOnlyStrays || isAmbiguous) return { objects: false, bytes: false };
    // Nothing is allocated once, so all bytes belong to the operations, too.
    return { objects, bytes: !areSameBytes(shorter, longer) };
  }
  const isPartly = [shorterEach, longerEach].every((each) => each === null || each === 0);
  if (isPartly && maySwapBlocks(base, now)) return { objects: false, bytes: false };
  const once = isSetupKnown ? warmUpShare(shorter.operations) : 1;
  const size = Math.max(objectSize(shorter), objectSize(longer));
  return {
    objects: isOutside(shorter.objects, longer.objects, { shorter, longer, once, size: 1 }),
    bytes: isOutside(shorter.bytes, longer.bytes, { shorter, longer, once, size }),
  };
}

/**
 * Whether a line begins other ones of the blocks of 16 bytes that small objects without pointers share, as its neighbours allocate
 * otherwise: a profile charges a block to the line that begins it. What allocates objects of 16 bytes looks the same.
 */
function maySwapBlocks(base: CountedCost, now: CountedCost): boolean {
  const areBlocks = [base, now].every(({ objects, bytes }) => bytes === 16 * objects);
  return areBlocks && Math.abs(base.objects / base.operations - now.objects / now.operations) < 1;
}

/** Instructions of a line or function in a whole profile. */
export interface CountedInstructions {
  readonly count: number;
  readonly operations: number;
}

/** What the runtime does now and then, as operations go by, differs by up to this share. */
const instructionShare = 0.001;
/** A loop ends on a whole instruction. */
const wholeInstruction = 0.5;

/** Two counts say little about how much a third one would differ. */
const timesSpread = 3;

/** Where stacks and data lie, which is left to chance, moves what is simulated by up to this share. */
const simulatedShare = 0.05;

/** Whether it is counted, or simulated, instruction by instruction. */
export function isOfInstructions(type: string): boolean {
  return type === 'instructions' || isSimulated(type);
}

/**
 * Whether each operation executes more or fewer instructions, or has more or fewer of what is simulated: every one was counted, and
 * the loop's only.
 *
 * @param spread by which share two counts of the whole have differed: a line may have all of that
 */
export function instructionsDiffer(
  type: string,
  base: CountedInstructions,
  now: CountedInstructions,
  spread: number,
): boolean {
  const [before, after] = [base.count / base.operations, now.count / now.operations];
  const [least, whole] = isSimulated(type)
    ? [simulatedShare, deviations * Math.hypot(chanceOf(base), chanceOf(now))]
    : [instructionShare, wholeInstruction];
  const share = Math.max(least, timesSpread * spread);
  return Math.abs(after - before) > Math.max(whole, share * Math.max(before, after));
}

/** By how much an operation's part of a count differs by chance, as a standard deviation. */
function chanceOf({ count, operations }: CountedInstructions): number {
  return Math.sqrt(count) / operations;
}

/** The share of a profile that the loop may allocate once: its first operation may cost as much as thirty others. */
function warmUpShare(operations: number): number {
  return Math.max(0.05, Math.min(1, 30 / operations));
}

/** Objects per operation if that is a whole number, apart from strays; `null` if it is not. */
function wholePerOperation({ objects, operations }: CountedCost): number | null {
  if (operations < fewestOperations) return null;
  const each = Math.round(objects / operations);
  const stray = Math.abs(objects - each * operations);
  return stray <= straysAmong(operations) ? each : null;
}

function straysAmong(operations: number): number {
  return Math.min(mostStrays, strayShare * operations) + lastingStrayShare * operations;
}

/** Whether a whole number of objects with each operation, and some once, would also explain both. */
function isOnceAndEach(shorter: CountedCost, longer: CountedCost): boolean {
  const operations = longer.operations - shorter.operations;
  const objects = longer.objects - shorter.objects;
  if (operations === 0 || objects < 0) return false;
  const each = Math.round(objects / operations);
  const strays = straysAmong(shorter.operations) + straysAmong(longer.operations);
  const isWhole = Math.abs(objects - each * operations) <= strays;
  return isWhole && shorter.objects - each * shorter.operations >= -strays;
}

/** Where objects per operation are whole: the same bytes per operation, but for objects whose size is left to chance. */
function areSameBytes(a: CountedCost, b: CountedCost): boolean {
  const each = a.bytes / a.operations;
  const other = b.bytes / b.operations;
  if (isWholeBytes(a) && isWholeBytes(b)) return Math.round(each) === Math.round(other);
  const byChance = (cost: CountedCost) => (objectSize(cost) * Math.sqrt(cost.objects)) / cost.operations;
  const slack = Math.max((deviations / 2) * Math.hypot(byChance(a), byChance(b)), leastShare * each);
  return Math.abs(each - other) <= slack;
}

/** Sizes left to chance make a whole number of bytes per operation in one profile of 25, at most. */
function isWholeBytes({ bytes, operations }: CountedCost): boolean {
  const each = Math.round(bytes / operations);
  return Math.abs(bytes - each * operations) <= wholeByteShare * operations;
}

function objectSize({ objects, bytes }: CountedCost): number {
  return objects === 0 ? 0 : bytes / objects;
}

interface Explanation {
  readonly shorter: CountedCost;
  readonly longer: CountedCost;
  /** The largest share of the shorter profile that may have been allocated once. */
  readonly once: number;
  /** Of one object, in what is counted. */
  readonly size: number;
}

function isOutside(inShorter: number, inLonger: number, explanation: Explanation): boolean {
  const { shorter, longer, once, size } = explanation;
  const ratio = longer.operations / shorter.operations;
  const slack = (expected: number, variance: number) =>
    Math.max(size * (mostStrays + deviations * Math.sqrt(variance)), leastShare * expected);
  const varianceOf = (each: number) => shorter.objects * each ** 2 + longer.objects;
  // What each operation allocates is `ratio` times as much in the longer profile.
  const mostOnce = once + (1 - once) * ratio;
  const least = inShorter * mostOnce - slack(inShorter * mostOnce, varianceOf(mostOnce));
  const most = inShorter * ratio + slack(inShorter * ratio, varianceOf(ratio));
  return inLonger < least || inLonger > most;
}
