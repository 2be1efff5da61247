import { highAt, Int64Builder, int64At, lowAt, Uint32Builder } from '../pprof/columns.ts';
import { NumberedPairs } from '../pprof/numberedPairs.ts';
import type { Int64Column, LabelTable, Profile, SampleTable, ValueType } from '../pprof/profile.ts';
import { Sequences } from '../pprof/sequences.ts';
import { TextStrings } from '../pprof/textStrings.ts';

/** A function on a source line. What is not known is empty or 0. */
export interface SourceFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** Where a frame of a recording is. What is not known is empty or 0. */
export interface FramePlace {
  readonly address: bigint;
  /** The program or library. */
  readonly object: string;
  /** Its functions, the innermost inlined one first. None if the recording has no name. */
  readonly frames: readonly SourceFrame[];
}

/** What a recording says of all its samples. */
export interface RecordingFacts {
  readonly sampleTypes: readonly ValueType[];
  readonly defaultSampleType: string;
  readonly durationNanos: bigint;
  readonly comments: readonly string[];
  /** The object that is named as the program; the first one if it is not among them. */
  readonly mainObject: string;
}

/**
 * Makes a profile of the samples of another profiler's recording. Per sample: `frame` for each frame from the leaf on, then
 * `label` for its labels, then `end`.
 */
export class StackProfile {
  readonly #strings = new TextStrings();
  /** Names and files. */
  readonly #functions = new NumberedPairs();
  /** Their names, and 0. */
  readonly #objects = new NumberedPairs(2);
  /** By place, its object + 1; 0 for none. */
  readonly #mapping = new Uint32Builder();
  readonly #address = new Int64Builder('unsigned');
  readonly #lineStart = new Uint32Builder();
  readonly #lineFunction = new Uint32Builder();
  readonly #lineNumber = new Int64Builder('signed');
  /** By distinct sample: its places, then the number of its labels. */
  readonly #stacks = new Sequences();
  /** Three numbers for each label: key, text, number. */
  readonly #labelSets = new Sequences();
  /** By sample, its distinct one. */
  readonly #distinct = new Uint32Builder();

  constructor() {
    this.#lineStart.push(0);
  }

  /** How many there are. */
  get places(): number {
    return this.#mapping.length;
  }

  /** How many frames all distinct samples have: what takes most of the memory. */
  get frames(): number {
    return this.#stacks.start[this.#stacks.count]!;
  }

  /** Adds a place, for `frame`. Who calls it adds each place once. */
  place({ address, object, frames }: FramePlace): number {
    const row = this.places;
    this.#mapping.push(object === '' ? 0 : this.#objects.add(this.#strings.add(object), 0) + 1);
    this.#address.pushExact(address);
    for (const { name, file, line } of frames) {
      this.#lineFunction.push(this.#functions.add(this.#strings.add(name), this.#strings.add(file)));
      this.#lineNumber.push(line, 0);
    }
    this.#lineStart.push(this.#lineFunction.length);
    return row;
  }

  frame(place: number): void {
    this.#stacks.push(place);
  }

  /** @param value a text, or a whole number below 2^32 */
  label(key: string, value: string | number): void {
    this.#labelSets.push(this.#strings.add(key));
    this.#labelSets.push(typeof value === 'string' ? this.#strings.add(value) : 0);
    this.#labelSets.push(typeof value === 'number' ? value : 0);
  }

  /** Ends a sample. Answers the number of its stack and labels. */
  end(): number {
    this.#stacks.push(this.#labelSets.close());
    const distinct = this.#stacks.close();
    this.#distinct.push(distinct);
    return distinct;
  }

  /** Adds a sample with the stack and the labels of an earlier one. */
  endAs(distinct: number): void {
    this.#distinct.push(distinct);
  }

  /**
   * The profile. Samples with equal stacks and labels become one. The maker must not be used afterwards.
   *
   * @param values of all samples, one after the other: for each sample one value of each type
   */
  finish(values: Int64Builder, facts: RecordingFacts): Profile {
    this.#stacks.finish();
    this.#labelSets.finish();
    const sums = this.#sums(values.finish(), facts.sampleTypes.length);
    return {
      strings: this.#strings,
      sampleTypes: facts.sampleTypes,
      defaultSampleType: facts.defaultSampleType,
      ...this.#samples(sums, facts.sampleTypes.length),
      ...this.#tables(facts.mainObject),
      dropFrames: '',
      keepFrames: '',
      timeNanos: 0n,
      durationNanos: facts.durationNanos,
      periodType: { type: '', unit: '' },
      period: 0n,
      comments: facts.comments,
      docUrl: '',
    };
  }

  /** The values of the distinct samples. */
  #sums(values: Int64Column, types: number): Int64Column {
    const distinct = this.#distinct.finish();
    const length = this.#stacks.count * types;
    const approximate = new Float64Array(length);
    let size = 0;
    for (let sample = 0; sample < distinct.length; sample++) {
      for (let type = 0; type < types; type++) {
        const value = values.approximate[sample * types + type]!;
        approximate[distinct[sample]! * types + type]! += value;
        size += value;
      }
    }
    if (values.exact === null && size <= Number.MAX_SAFE_INTEGER) return { approximate, exact: null };
    const exact = new BigInt64Array(length);
    for (let sample = 0; sample < distinct.length; sample++) {
      for (let type = 0; type < types; type++) {
        exact[distinct[sample]! * types + type]! += int64At(values, sample * types + type);
      }
    }
    return { approximate: Float64Array.from(exact, Number), exact };
  }

  /** The distinct samples, but those whose values are all 0, as pprof leaves them out when it merges. */
  #samples(sums: Int64Column, types: number): { readonly samples: SampleTable; readonly labels: LabelTable } {
    const { start, items, count } = this.#stacks;
    const sets = this.#labelSets;
    const [locationStart, locations, labelStart] = [
      new Uint32Builder(),
      new Uint32Builder(),
      new Uint32Builder(),
    ];
    const [key, text, number] = [new Uint32Builder(), new Uint32Builder(), new Int64Builder('signed')];
    const values = new Int64Builder('signed', count * types + 1);
    locationStart.push(0);
    labelStart.push(0);
    for (let row = 0; row < count; row++) {
      if (sums.approximate.subarray(row * types, (row + 1) * types).every((value) => value === 0)) continue;
      const last = start[row + 1]! - 1;
      for (let at = start[row]!; at < last; at++) locations.push(items[at]!);
      const set = items[last]!;
      for (let at = sets.start[set]!; at < sets.start[set + 1]!; at += 3) {
        key.push(sets.items[at]!);
        text.push(sets.items[at + 1]!);
        number.push(sets.items[at + 2]!, 0);
      }
      for (let at = row * types; at < (row + 1) * types; at++) values.push(lowAt(sums, at), highAt(sums, at));
      locationStart.push(locations.length);
      labelStart.push(key.length);
    }
    const starts = locationStart.finish();
    const numberUnit = new Uint32Array(key.length);
    return {
      samples: {
        count: starts.length - 1,
        locationStart: starts,
        locations: locations.finish(),
        values: values.finish(),
        labelStart: labelStart.finish(),
        selection: null,
      },
      labels: { key: key.finish(), text: text.finish(), number: number.finish(), numberUnit },
    };
  }

  #tables(mainObject: string): Pick<Profile, 'locations' | 'functions' | 'mappings'> {
    const functions = this.#functions.count;
    const objects = this.#objects.first.subarray(0, this.#objects.count);
    // The first mapping is the main program. The others keep their order.
    const main = Math.max(0, objects.indexOf(this.#strings.add(mainObject)));
    const rowOf = (object: number) => (object === main ? 0 : object < main ? object + 1 : object);
    const known = new Uint32Array(objects.length);
    for (let object = 0; object < known.length; object++) known[rowOf(object)] = objects[object]!;
    const mapping = Int32Array.from(this.#mapping.finish());
    for (let place = 0; place < mapping.length; place++) {
      const object = mapping[place]! - 1;
      mapping[place] = object === -1 ? -1 : rowOf(object);
    }
    this.#strings.finish();
    return {
      locations: {
        count: mapping.length,
        id: ids(mapping.length),
        mapping,
        address: this.#address.finish(),
        isFolded: new Uint8Array(mapping.length),
        lineStart: this.#lineStart.finish(),
        lineFunction: this.#lineFunction.finish(),
        lineNumber: this.#lineNumber.finish(),
        lineColumn: zeros(this.#lineFunction.length),
      },
      functions: {
        count: functions,
        id: ids(functions),
        name: this.#functions.first.slice(0, functions),
        systemName: new Uint32Array(functions),
        filename: this.#functions.second.slice(0, functions),
        startLine: zeros(functions),
      },
      mappings: {
        count: known.length,
        id: ids(known.length),
        start: zeros(known.length),
        limit: zeros(known.length),
        offset: zeros(known.length),
        filename: known,
        buildId: new Uint32Array(known.length),
        // What has no name here has none in the program either: the other profiler has looked.
        hasFunctions: flags(known.length),
        hasFilenames: flags(known.length),
        hasLineNumbers: flags(known.length),
        hasInlineFrames: flags(known.length),
      },
    };
  }
}

function ids(count: number) {
  const approximate = new Float64Array(count);
  for (let row = 0; row < count; row++) approximate[row] = row + 1;
  return { approximate, exact: null };
}

function zeros(count: number) {
  return { approximate: new Float64Array(count), exact: null };
}

function flags(count: number): Uint8Array {
  return new Uint8Array(count).fill(1);
}
