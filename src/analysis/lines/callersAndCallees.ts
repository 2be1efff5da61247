import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { baseName, cleanPath } from '../names/filePaths.ts';
import { bySizeDescending, isZero, type Value } from '../values/value.ts';
import { isWeightless, joinedAt, type Weights, weightsOf } from '../values/weights.ts';
import type { LineIndex } from './lines.ts';

/** A caller or a callee. */
export interface CallerOrCallee {
  /** Function name; `[binary]` or `<unknown>` where only an address is known. */
  readonly name: string;
  /** As the profile names it; empty where unknown. */
  readonly file: string;
  /** A caller's line with the call; a callee's first line. 0 where unknown. */
  readonly line: number;
  readonly value: Value;
  /** The compiler inlined the callee into the caller, in every call that was seen. */
  readonly inline: boolean;
}

/** What stands next to a function or a line on the stacks, largest first. */
export interface CallersAndCallees {
  readonly flat: Value;
  readonly cum: Value;
  readonly callers: readonly CallerOrCallee[];
  readonly callees: readonly CallerOrCallee[];
}

/**
 * Callers and callees of all functions of this name, by function name. Like pprof's edges: each pair counts a
 * sample once, and a function's calls of itself are not among them.
 */
export function callersAndCalleesOfFunction(
  profile: Profile,
  functionName: string,
  sampleType: number,
): CallersAndCallees {
  const { functions, strings, locations } = profile;
  const isNamed = new Uint8Array(functions.count);
  for (let f = 0; f < functions.count; f++) {
    if (strings.get(functions.name[f]!) === functionName) isNamed[f] = 1;
  }
  const target = locations.lineFunction.map((f) => isNamed[f]!);
  return collect(profile, target, sampleType, 'function');
}

/**
 * Callers and callees of one line of a file: callers by the line that calls, callees by function.
 *
 * @param index the profile's own
 * @param file index in `index.files`
 */
export function callersAndCalleesOfLine(
  profile: Profile,
  index: LineIndex,
  file: number,
  line: number,
  sampleType: number,
): CallersAndCallees {
  const entry = index.sourceLine(file, line);
  const target = index.sourceLineOfRow.map((other) => (other === entry ? 1 : 0));
  return collect(profile, target, sampleType, 'line');
}

/** @param target by row of the line columns: 1 if the frame belongs to what is asked about */
function collect(
  profile: Profile,
  target: Uint32Array,
  sampleType: number,
  callersBy: 'function' | 'line',
): CallersAndCallees {
  const { samples } = profile;
  const weights = weightsOf(profile, sampleType);
  const hasTarget = locationsWithTarget(profile, target);
  const self = new Tally(weights, 2);
  const callers = new NeighbourTally(profile, weights, callersBy === 'line');
  const callees = new NeighbourTally(profile, weights, false);
  for (let sample = 0; sample < samples.count; sample++) {
    if (isWeightless(weights, sample)) continue;
    const first = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    let isOnStack = false;
    for (let i = first; i < end; i++) {
      const location = samples.locations[i]!;
      if (hasTarget[location] === 0) continue;
      isOnStack = true;
      const callee = i === first ? noFrame : frameAbove(profile, samples.locations[i - 1]!);
      const caller = i + 1 === end ? noFrame : frameBelow(profile, samples.locations[i + 1]!);
      visitTargets(profile, target, location, callee, caller, sample, callers, callees);
    }
    if (!isOnStack) continue;
    self.add(cumSlot, sample);
    if (isLeafTarget(profile, target, samples.locations[first]!)) self.add(flatSlot, sample);
  }
  return {
    flat: self.value(flatSlot),
    cum: self.value(cumSlot),
    callers: callers.result(),
    callees: callees.result(),
  };
}

const flatSlot = 0;
const cumSlot = 1;

/** A frame: a row of the line columns, or a location without lines, or none. */
interface Frame {
  readonly row: number;
  readonly location: number;
  /** Inlined into the next frame towards the root. */
  readonly isInlined: boolean;
}
const noFrame: Frame = { row: -1, location: -1, isInlined: false };

/** The frame of a location that calls what is leafward of it: its innermost. */
function frameBelow({ locations }: Profile, location: number): Frame {
  const row = locations.lineStart[location]!;
  return { row: row < locations.lineStart[location + 1]! ? row : -1, location, isInlined: false };
}

/** The frame of a location that is called by what is rootward of it: its outermost. */
function frameAbove({ locations }: Profile, location: number): Frame {
  const row = locations.lineStart[location + 1]! - 1;
  return { row: row >= locations.lineStart[location]! ? row : -1, location, isInlined: false };
}

/** Tallies the edges at each target frame of one location, given the frames around the location. */
function visitTargets(
  { locations }: Profile,
  target: Uint32Array,
  location: number,
  outerCallee: Frame,
  outerCaller: Frame,
  sample: number,
  callers: NeighbourTally,
  callees: NeighbourTally,
): void {
  const start = locations.lineStart[location]!;
  const end = locations.lineStart[location + 1]!;
  for (let row = start; row < end; row++) {
    if (target[row] !== 1) continue;
    const callee = row === start ? outerCallee : { row: row - 1, location, isInlined: true };
    const caller = row + 1 === end ? outerCaller : { row: row + 1, location, isInlined: true };
    const isSelf = (frame: Frame) => frame.row !== -1 && target[frame.row] === 1;
    if (callee !== noFrame && !isSelf(callee)) callees.add(callee, callee.isInlined, sample);
    // Whether a call was inlined is said by the callee's place, which here is the target's own.
    if (caller !== noFrame && !isSelf(caller)) callers.add(caller, row + 1 < end, sample);
  }
}

function locationsWithTarget({ locations }: Profile, target: Uint32Array): Uint8Array {
  const hasTarget = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    for (let row = locations.lineStart[location]!; row < end; row++) {
      if (target[row] === 1) hasTarget[location] = 1;
    }
  }
  return hasTarget;
}

function isLeafTarget({ locations }: Profile, target: Uint32Array, leaf: number): boolean {
  const row = locations.lineStart[leaf]!;
  return row < locations.lineStart[leaf + 1]! && target[row] === 1;
}

/** Sums of sample weights in numbered slots, exact. */
class Tally {
  readonly #weights: Weights;
  readonly #sums: number[][];

  constructor(weights: Weights, slots = 0) {
    this.#weights = weights;
    this.#sums = weights.parts.map(() => new Array<number>(slots).fill(0));
  }

  add(slot: number, sample: number): void {
    for (const [part, sums] of this.#sums.entries()) {
      sums[slot] = (sums[slot] ?? 0) + this.#weights.parts[part]![sample]!;
    }
  }

  value(slot: number): Value {
    return joinedAt(this.#sums, slot);
  }
}

/** Neighbours found so far, each counting a sample once. */
class NeighbourTally {
  readonly #profile: Profile;
  readonly #byLine: boolean;
  readonly #tally: Tally;
  readonly #slots = new Map<string, number>();
  readonly #found: { name: string; file: string; line: number; inline: boolean; lastSample: number }[] = [];

  constructor(profile: Profile, weights: Weights, byLine: boolean) {
    this.#profile = profile;
    this.#byLine = byLine;
    this.#tally = new Tally(weights);
  }

  add(frame: Frame, inline: boolean, sample: number): void {
    const described = this.#describe(frame);
    const key = this.#byLine ? `${described.name}\n${described.file}\n${described.line}` : described.name;
    let slot = this.#slots.get(key);
    if (slot === undefined) {
      slot = this.#found.length;
      this.#slots.set(key, slot);
      this.#found.push({ ...described, inline: true, lastSample: -1 });
    }
    const neighbour = this.#found[slot]!;
    if (neighbour.lastSample === sample) return;
    neighbour.lastSample = sample;
    neighbour.inline &&= inline;
    this.#tally.add(slot, sample);
  }

  #describe({ row, location }: Frame): { name: string; file: string; line: number } {
    const { strings, functions, locations, mappings } = this.#profile;
    const mapping = locations.mapping[location]!;
    const binary = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    const unnamed = binary === '' ? '<unknown>' : `[${baseName(binary)}]`;
    if (row === -1) return { name: unnamed, file: '', line: 0 };
    const f = locations.lineFunction[row]!;
    const line = this.#byLine ? locations.lineNumber : functions.startLine;
    return {
      name: strings.get(functions.name[f]!) || unnamed,
      file: cleanPath(strings.get(functions.filename[f]!)),
      line: line.approximate[this.#byLine ? row : f]!,
    };
  }

  result(): CallerOrCallee[] {
    return this.#found
      .map(({ name, file, line, inline }, slot) => ({
        name,
        file,
        line,
        value: this.#tally.value(slot),
        inline,
      }))
      .filter(({ value }) => !isZero(value))
      .sort((a, b) => bySizeDescending(a.value, b.value) || compareText(a.name, b.name) || a.line - b.line);
  }
}
