import { type Int64Builder, int64At, Uint32Builder } from '../pprof/columns.ts';
import type { Int64Column, Profile, StringIndex, ValueType } from '../pprof/profile.ts';
import { SampleBuilder } from '../pprof/sampleBuilder.ts';
import { TablesBuilder } from '../pprof/tablesBuilder.ts';

/** A function on a source line. What is not known is empty or 0. */
export interface SourceFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** Where a frame of a recording is. What is not known is empty or 0. */
export interface FrameLocation {
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
  readonly timeNanos?: bigint;
  readonly durationNanos?: bigint;
  readonly periodType?: ValueType;
  readonly period?: bigint;
  readonly comments?: readonly string[];
  /** The object that is named as the program; the first one if it is not among them. */
  readonly mainObject?: string;
}

/**
 * Makes a profile of the samples of another profiler's recording. Per sample: `frame` for each frame from the leaf on, then
 * `label` for its labels, then `end`.
 */
export class StackProfile {
  /** The locations are the places. Until the end, their mappings are the numbers of their objects. */
  readonly #tables = new TablesBuilder();
  /** By the string of its name, the number of an object: in the order in which they occur. */
  readonly #objects = new Map<StringIndex, number>();
  readonly #samples = new SampleBuilder();
  /** By sample, its distinct one. */
  readonly #distinct = new Uint32Builder();

  /** How many there are. */
  get places(): number {
    return this.#tables.locations;
  }

  /** How many frames all distinct samples have: what takes most of the memory. */
  get frames(): number {
    return this.#samples.locations;
  }

  /** Adds a place, for `frame`. Who calls it adds each place once. */
  place({ address, object, frames }: FrameLocation): number {
    const tables = this.#tables;
    const mapping = object === '' ? -1 : this.#object(tables.strings.add(object));
    const row = tables.addLocation(mapping, address);
    for (const { name, file, line } of frames) tables.addLine(this.func(name, file), BigInt(line));
    return row;
  }

  /** The number of a function, which is added if it is new. */
  func(name: string, file: string): number {
    const { strings } = this.#tables;
    return this.#tables.addFunction({ name: strings.add(name), filename: strings.add(file) });
  }

  /** Adds a place on a line of a function, whose address nobody knows. Like `place`, for who adds many of few functions. */
  placeIn(func: number, line: number): number {
    const row = this.#tables.addLocation(-1, 0n);
    this.#tables.addLine(func, BigInt(line));
    return row;
  }

  #object(name: StringIndex): number {
    const number = this.#objects.get(name) ?? this.#objects.size;
    this.#objects.set(name, number);
    return number;
  }

  frame(place: number): void {
    this.#samples.location(place);
  }

  /** @param value a text, or a whole number below 2^32 */
  label(key: string, value: string | number): void {
    const { strings } = this.#tables;
    const isText = typeof value === 'string';
    this.#samples.label(strings.add(key), isText ? strings.add(value) : 0, isText ? 0 : value);
  }

  /** Ends a sample. Answers the number of its stack and labels. */
  end(): number {
    const distinct = this.#samples.end();
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
    const { sampleTypes, defaultSampleType, comments = [], mainObject = '' } = facts;
    const sums = this.#sums(values.finish(), sampleTypes.length);
    return {
      strings: this.#tables.strings,
      sampleTypes,
      defaultSampleType,
      ...this.#samples.finish(sums, sampleTypes.length),
      ...this.#finishTables(mainObject),
      dropFrames: '',
      keepFrames: '',
      timeNanos: facts.timeNanos ?? 0n,
      durationNanos: facts.durationNanos ?? 0n,
      periodType: facts.periodType ?? { type: '', unit: '' },
      period: facts.period ?? 0n,
      comments,
      docUrl: '',
    };
  }

  /** The values of the distinct samples. */
  #sums(values: Int64Column, types: number): Int64Column {
    const distinct = this.#distinct.finish();
    const length = this.#samples.count * types;
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

  #finishTables(mainObject: string): Pick<Profile, 'locations' | 'functions' | 'mappings'> {
    const objects = [...this.#objects.keys()];
    // The first mapping is the main program. The others keep their order.
    const main = Math.max(0, objects.indexOf(this.#tables.strings.add(mainObject)));
    const inOrder = [...objects.splice(main, 1), ...objects];
    const rows = new Map(inOrder.map((object, row) => [this.#objects.get(object), row]));
    // All that can be known of its locations is known.
    const known = { hasFunctions: true, hasFilenames: true, hasLineNumbers: true, hasInlineFrames: true };
    for (const filename of inOrder) this.#tables.addMapping({ filename, ...known });
    const { locations, ...tables } = this.#tables.finish();
    const mapping = locations.mapping.map((object) => rows.get(object) ?? -1);
    return { ...tables, locations: { ...locations, mapping } };
  }
}
