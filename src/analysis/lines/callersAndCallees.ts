import { madeOnce } from '../../base/maps.ts';
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

/** @param isAsked 1 for the rows of the line columns that are asked about */
function collect(
  profile: Profile,
  isAsked: Uint8Array,
  sampleType: number,
  callersBy: 'function' | 'line',
): CallersAndCallees {
  const { samples, locations } = profile;
  const { lineStart } = locations;
  const weights = weightsOf(profile, sampleType);
  const hasAsked = locationsWith(profile, isAsked);
  const [flat, cum] = [0, 1];
  const own = new SampleSums(weights, 2);
  const callers = new OtherEnds(profile, isAsked, weights, callersBy);
  const callees = new OtherEnds(profile, isAsked, weights, 'function');
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
        // Only a frame of the same location is inlined or has something inlined into it.
        if (row > start) callees.add(location, row - 1, true, sample);
        else if (i > first) callees.add(samples.locations[i - 1]!, outermost, false, sample);
        if (row + 1 < end) callers.add(location, row + 1, true, sample);
        else if (i < last) callers.add(samples.locations[i + 1]!, innermost, false, sample);
      }
    }
  }
  return {
    flat: own.value(flat),
    cum: own.value(cum),
    callers: callers.result(),
    callees: callees.result(),
  };
}

/** In place of a row: the innermost of a location, and the outermost. */
const innermost = -1;
const outermost = -2;

type Described = Pick<CallerOrCallee, 'name' | 'file' | 'line'>;

/** The callers, or the callees, that were found so far. */
class OtherEnds {
  readonly #sums: SampleSums;
  readonly #found: Described[] = [];
  /** By index in `#found`: 1 if inlined in every sample. */
  readonly #inline: Uint8Array;
  readonly #indexes = new Map<string, number>();
  /** By frame, its index in `#found`, so that each frame is described once; -1 before. */
  readonly #indexOfFrame: Int32Array;

  /** @param isAsked of `collect`: calls of what is asked about by itself are left out */
  constructor(
    private readonly profile: Profile,
    private readonly isAsked: Uint8Array,
    weights: Weights,
    private readonly by: 'function' | 'line',
  ) {
    const frameCount = profile.locations.lineFunction.length + profile.locations.count;
    this.#sums = new SampleSums(weights, frameCount);
    this.#inline = new Uint8Array(frameCount).fill(1);
    this.#indexOfFrame = new Int32Array(frameCount).fill(-1);
  }

  /** Of several calls in a sample, the first one says whether it was inlined. */
  add(location: number, row: number, inline: boolean, sample: number): void {
    const { lineStart, lineFunction } = this.profile.locations;
    const [start, end] = [lineStart[location]!, lineStart[location + 1]!];
    // A frame as a number: its row; for a location without lines, the number of rows plus the location.
    let frame = row === innermost ? start : row === outermost ? end - 1 : row;
    if (start === end) frame = lineFunction.length + location;
    if (this.isAsked[frame] === 1) return;
    let index = this.#indexOfFrame[frame]!;
    if (index === -1) {
      index = this.#indexOf(this.#describe(location, frame));
      this.#indexOfFrame[frame] = index;
    }
    if (this.#sums.addOnce(index, sample) && !inline) this.#inline[index] = 0;
  }

  #indexOf(described: Described): number {
    const { name, file, line } = described;
    const key = this.by === 'line' ? `${name}\n${file}\n${line}` : name;
    return madeOnce(this.#indexes, key, () => this.#found.push(described) - 1);
  }

  #describe(location: number, frame: number): Described {
    const { strings, functions, locations, mappings } = this.profile;
    const mapping = locations.mapping[location]!;
    const binary = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    const unnamed = binary === '' ? '<unknown>' : `[${baseName(binary)}]`;
    const f = locations.lineFunction[frame];
    if (f === undefined) return { name: unnamed, file: '', line: 0 };
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
