import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { locationsWith, rowsNamed } from '../costs/markedCode.ts';
import { SampleSums } from '../costs/sampleSums.ts';
import { baseName, cleanPath } from '../names/filePaths.ts';
import { bySizeDescending, isZero, type Value } from '../values/value.ts';
import { isWeightless, type Weights, weightsOf } from '../values/weights.ts';
import type { LineIndex } from './lines.ts';

export interface CallerOrCallee {
  /** Function name; `[binary]` or `<unknown>` if only an address is known. */
  readonly name: string;
  /** As the profile names it; empty if unknown. */
  readonly file: string;
  /** For a line's callers the line of the call, otherwise the function's first line. 0 if unknown. */
  readonly line: number;
  readonly value: Value;
  /** The compiler inlined the callee into the caller, in every sample. */
  readonly inline: boolean;
}

/** What a function or a line costs, and its callers and callees, largest first. */
export interface CallersAndCallees {
  readonly flat: Value;
  readonly cum: Value;
  readonly callers: readonly CallerOrCallee[];
  readonly callees: readonly CallerOrCallee[];
}

/**
 * Callers and callees of all functions of a name, by function name. Like pprof's edges: each caller and each callee
 * counts a sample once, and calls of the function by itself are left out.
 */
export function callersAndCalleesOfFunction(
  profile: Profile,
  functionName: string,
  sampleType: number,
): CallersAndCallees {
  return collect(profile, rowsNamed(profile, functionName), sampleType, 'function');
}

/**
 * Callers and callees of one line of a file: callers by the line of the call, callees by function.
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
  const sourceLine = index.sourceLine(file, line);
  const isAsked = new Uint8Array(index.sourceLineOfRow.length);
  for (let row = 0; row < isAsked.length; row++) {
    if (index.sourceLineOfRow[row] === sourceLine) isAsked[row] = 1;
  }
  return collect(profile, isAsked, sampleType, 'line');
}

/**
 * A frame as a number: its row of the line columns; for a location without lines, the number of rows plus the location.
 * This is none.
 */
const noFrame = -1;

/** @param isAsked 1 for the rows of the line columns that are asked about */
function collect(
  profile: Profile,
  isAsked: Uint8Array,
  sampleType: number,
  callersBy: 'function' | 'line',
): CallersAndCallees {
  const { samples, locations } = profile;
  const { lineStart } = locations;
  const rowCount = locations.lineFunction.length;
  const weights = weightsOf(profile, sampleType);
  const hasAsked = locationsWith(profile, isAsked);
  const [flat, cum] = [0, 1];
  const own = new SampleSums(weights, 2);
  const callers = new OtherEnds(profile, weights, callersBy);
  const callees = new OtherEnds(profile, weights, 'function');
  for (let sample = 0; sample < samples.count; sample++) {
    if (isWeightless(weights, sample)) continue;
    const first = samples.locationStart[sample]!;
    const last = samples.locationStart[sample + 1]! - 1;
    for (let i = first; i <= last; i++) {
      const location = samples.locations[i]!;
      if (hasAsked[location] === 0) continue;
      own.addOnce(cum, sample);
      const start = lineStart[location]!;
      const end = lineStart[location + 1]!;
      if (i === first && isAsked[start] === 1) own.add(flat, sample);
      for (let row = start; row < end; row++) {
        if (isAsked[row] === 0) continue;
        let callee = row - 1;
        if (row === start) callee = i === first ? noFrame : outermost(samples.locations[i - 1]!);
        let caller = row + 1;
        if (caller === end) caller = i === last ? noFrame : innermost(samples.locations[i + 1]!);
        // Only a frame of the same location is inlined or has something inlined into it.
        if (callee !== noFrame && isAsked[callee] !== 1) callees.add(callee, row > start, sample);
        if (caller !== noFrame && isAsked[caller] !== 1) callers.add(caller, row + 1 < end, sample);
      }
    }
  }
  return {
    flat: own.value(flat),
    cum: own.value(cum),
    callers: callers.result(),
    callees: callees.result(),
  };

  /** The frame that is called from the next location towards the root. */
  function outermost(location: number): number {
    const end = lineStart[location + 1]!;
    return end > lineStart[location]! ? end - 1 : rowCount + location;
  }

  /** The frame that calls the next location towards the leaf. */
  function innermost(location: number): number {
    const start = lineStart[location]!;
    return start < lineStart[location + 1]! ? start : rowCount + location;
  }
}

/** The callers, or the callees, that were found so far. */
class OtherEnds {
  readonly #sums: SampleSums;
  readonly #found: Pick<CallerOrCallee, 'name' | 'file' | 'line'>[] = [];
  /** By index in `#found`: 1 if inlined in every sample. */
  readonly #inline: Uint8Array;
  readonly #indexes = new Map<string, number>();
  /** By frame, its index in `#found`, so that each frame is described once; -1 before. */
  readonly #indexOfFrame: Int32Array;

  constructor(
    private readonly profile: Profile,
    weights: Weights,
    private readonly by: 'function' | 'line',
  ) {
    const frameCount = profile.locations.lineFunction.length + profile.locations.count;
    this.#sums = new SampleSums(weights, frameCount);
    this.#inline = new Uint8Array(frameCount).fill(1);
    this.#indexOfFrame = new Int32Array(frameCount).fill(-1);
  }

  /** Of several calls in a sample, the first one says whether it was inlined. */
  add(frame: number, inline: boolean, sample: number): void {
    let index = this.#indexOfFrame[frame]!;
    if (index === -1) {
      index = this.#indexOf(frame);
      this.#indexOfFrame[frame] = index;
    }
    if (this.#sums.addOnce(index, sample) && !inline) this.#inline[index] = 0;
  }

  #indexOf(frame: number): number {
    const described = this.#describe(frame);
    const { name, file, line } = described;
    const key = this.by === 'line' ? `${name}\n${file}\n${line}` : name;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#found.push(described) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }

  #describe(frame: number): Pick<CallerOrCallee, 'name' | 'file' | 'line'> {
    const { strings, functions, locations, mappings } = this.profile;
    const rowCount = locations.lineFunction.length;
    const location = frame < rowCount ? locationOfRow(this.profile, frame) : frame - rowCount;
    const mapping = locations.mapping[location]!;
    const binary = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    const unnamed = binary === '' ? '<unknown>' : `[${baseName(binary)}]`;
    if (frame >= rowCount) return { name: unnamed, file: '', line: 0 };
    const f = locations.lineFunction[frame]!;
    const lines = this.by === 'line' ? locations.lineNumber : functions.startLine;
    return {
      name: strings.get(functions.name[f]!) || unnamed,
      file: cleanPath(strings.get(functions.filename[f]!)),
      line: lines.approximate[this.by === 'line' ? frame : f]!,
    };
  }

  result(): CallerOrCallee[] {
    return this.#found
      .map((described, index) => ({
        ...described,
        value: this.#sums.value(index),
        inline: this.#inline[index] === 1,
      }))
      .filter(({ value }) => !isZero(value))
      .sort((a, b) => bySizeDescending(a.value, b.value) || compareText(a.name, b.name) || a.line - b.line);
  }
}

/** The location that a row of the line columns belongs to. */
function locationOfRow({ locations: { count, lineStart } }: Profile, row: number): number {
  let low = 0;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (lineStart[middle]! <= row) low = middle;
    else high = middle;
  }
  return low;
}
