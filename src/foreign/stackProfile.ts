import { Int64Builder, Uint32Builder } from '../pprof/columns.ts';
import { mergeProfiles } from '../pprof/merge.ts';
import type { Profile, ValueType } from '../pprof/profile.ts';
import { TextStrings } from '../pprof/strings.ts';

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
  readonly #functions = new Map<string, number>();
  readonly #functionName = new Uint32Builder();
  readonly #functionFile = new Uint32Builder();
  readonly #objects = new Map<string, number>();
  readonly #mapping: number[] = [];
  readonly #address = new Int64Builder('unsigned');
  readonly #lineStart = new Uint32Builder();
  readonly #lineFunction = new Uint32Builder();
  readonly #lineNumber = new Int64Builder('signed');
  readonly #locationStart = new Uint32Builder();
  readonly #locations = new Uint32Builder();
  readonly #labelStart = new Uint32Builder();
  readonly #labelKey = new Uint32Builder();
  readonly #labelText = new Uint32Builder();
  readonly #labelNumber = new Int64Builder('signed');

  constructor() {
    this.#locationStart.push(0);
    this.#labelStart.push(0);
    this.#lineStart.push(0);
  }

  /** Adds a place, for `frame`. Who calls it adds each place once. */
  place({ address, object, frames }: FramePlace): number {
    const row = this.#mapping.length;
    this.#mapping.push(object === '' ? -1 : this.#object(object));
    this.#address.pushExact(address);
    for (const { name, file, line } of frames) {
      this.#lineFunction.push(this.#function(name, file));
      this.#lineNumber.push(line, 0);
    }
    this.#lineStart.push(this.#lineFunction.length);
    return row;
  }

  frame(place: number): void {
    this.#locations.push(place);
  }

  /** @param value a text, or a whole number below 2^32 */
  label(key: string, value: string | number): void {
    this.#labelKey.push(this.#strings.add(key));
    this.#labelText.push(typeof value === 'string' ? this.#strings.add(value) : 0);
    this.#labelNumber.push(typeof value === 'number' ? value : 0, 0);
  }

  /** Ends a sample. */
  end(): void {
    this.#locationStart.push(this.#locations.length);
    this.#labelStart.push(this.#labelKey.length);
  }

  #function(name: string, file: string): number {
    const key = `${file}\0${name}`;
    let row = this.#functions.get(key);
    if (row === undefined) {
      row = this.#functions.size;
      this.#functions.set(key, row);
      this.#functionName.push(this.#strings.add(name));
      this.#functionFile.push(this.#strings.add(file));
    }
    return row;
  }

  #object(name: string): number {
    let row = this.#objects.get(name);
    if (row === undefined) {
      row = this.#objects.size;
      this.#objects.set(name, row);
    }
    return row;
  }

  /**
   * The profile. Samples with equal stacks and labels become one. The maker must not be used afterwards.
   *
   * @param values of all samples, one after the other: for each sample one value of each type
   */
  finish(values: Int64Builder, facts: RecordingFacts): Profile {
    const locationStart = this.#locationStart.finish();
    const labelKey = this.#labelKey.finish();
    const profile: Profile = {
      strings: this.#strings,
      sampleTypes: facts.sampleTypes,
      defaultSampleType: facts.defaultSampleType,
      samples: {
        count: locationStart.length - 1,
        locationStart,
        locations: this.#locations.finish(),
        values: values.finish(),
        labelStart: this.#labelStart.finish(),
        selection: null,
      },
      labels: {
        key: labelKey,
        text: this.#labelText.finish(),
        number: this.#labelNumber.finish(),
        numberUnit: new Uint32Array(labelKey.length),
      },
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
    return mergeProfiles([profile]);
  }

  #tables(mainObject: string): Pick<Profile, 'locations' | 'functions' | 'mappings'> {
    const functions = this.#functions.size;
    const objects = [...this.#objects.keys()];
    // The first mapping is the main program.
    const main = Math.max(0, objects.indexOf(mainObject));
    const order = [main, ...objects.keys()].filter((row, at) => at === 0 || row !== main);
    const rowOf = new Map(order.map((object, row) => [object, row]));
    const known = objects.length === 0 ? [] : order.map((object) => objects[object]!);
    return {
      locations: {
        count: this.#mapping.length,
        id: ids(this.#mapping.length),
        mapping: Int32Array.from(this.#mapping, (object) => rowOf.get(object) ?? -1),
        address: this.#address.finish(),
        isFolded: new Uint8Array(this.#mapping.length),
        lineStart: this.#lineStart.finish(),
        lineFunction: this.#lineFunction.finish(),
        lineNumber: this.#lineNumber.finish(),
        lineColumn: zeros(this.#lineFunction.length),
      },
      functions: {
        count: functions,
        id: ids(functions),
        name: this.#functionName.finish(),
        systemName: new Uint32Array(functions),
        filename: this.#functionFile.finish(),
        startLine: zeros(functions),
      },
      mappings: {
        count: known.length,
        id: ids(known.length),
        start: zeros(known.length),
        limit: zeros(known.length),
        offset: zeros(known.length),
        filename: Uint32Array.from(known, (name) => this.#strings.add(name)),
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
  return { approximate: Float64Array.from({ length: count }, (_, row) => row + 1), exact: null };
}

function zeros(count: number) {
  return { approximate: new Float64Array(count), exact: null };
}

function flags(count: number): Uint8Array {
  return new Uint8Array(count).fill(1);
}
