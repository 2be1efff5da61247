import { BooleanBuilder, Int64Builder, Uint32Builder } from './columns.ts';
import type { FunctionTable, LocationTable, MappingTable, StringIndex } from './profile.ts';
import { Sequences } from './sequences.ts';
import { TextStrings } from './textStrings.ts';

/** How many numbers a function is in its sequence. */
const functionItems = 5;

/** A row of the mappings. Who leaves out the flags says that all that can be known of its locations is known. */
export interface NewMapping {
  readonly start?: bigint;
  readonly limit?: bigint;
  readonly offset?: bigint;
  readonly filename: StringIndex;
  readonly buildId?: StringIndex;
  /** has_functions, has_filenames, has_line_numbers, has_inline_frames, in this order. */
  readonly flags?: readonly boolean[];
}

/** A row of the functions. */
export interface NewFunction {
  readonly name: StringIndex;
  readonly systemName?: StringIndex;
  readonly filename: StringIndex;
  readonly startLine?: bigint;
}

/** The tables of a profile that is made, not read. Ids are rows + 1. */
export class TablesBuilder {
  readonly strings = new TextStrings();
  /** Name, system name, file, and the halves of the first line. */
  readonly #functions = new Sequences();
  readonly #start = new Int64Builder('unsigned');
  readonly #limit = new Int64Builder('unsigned');
  readonly #offset = new Int64Builder('unsigned');
  readonly #filename = new Uint32Builder();
  readonly #buildId = new Uint32Builder();
  readonly #flags = Array.from({ length: 4 }, () => new BooleanBuilder());
  /** Rows of the mappings + 1; 0 for none. */
  readonly #mapping = new Uint32Builder();
  readonly #address = new Int64Builder('unsigned');
  readonly #isFolded = new BooleanBuilder();
  readonly #lineStart = new Uint32Builder();
  readonly #lineFunction = new Uint32Builder();
  readonly #lineNumber = new Int64Builder('signed');
  readonly #lineColumn = new Int64Builder('signed');

  /** How many there are. */
  get locations(): number {
    return this.#mapping.length;
  }

  /** Adds a mapping, even if it is there already. Answers its row. */
  addMapping({ start = 0n, limit = 0n, offset = 0n, filename, buildId = 0, flags }: NewMapping): number {
    this.#start.pushExact(start);
    this.#limit.pushExact(limit);
    this.#offset.pushExact(offset);
    this.#filename.push(filename);
    this.#buildId.push(buildId);
    for (const [i, flag] of this.#flags.entries()) flag.push(flags?.[i] ?? true);
    return this.#filename.length - 1;
  }

  /** Finds or adds a function. Answers its row. */
  addFunction({ name, systemName = 0, filename, startLine = 0n }: NewFunction): number {
    const functions = this.#functions;
    functions.push(name);
    functions.push(systemName);
    functions.push(filename);
    functions.push(Number(BigInt.asUintN(32, startLine)));
    functions.push(Number(BigInt.asUintN(32, startLine >> 32n)));
    return functions.close();
  }

  /** Adds a location, even if it is there already; `addLine` then adds its lines. Answers its row. @param mapping -1 for none */
  addLocation(mapping: number, address: bigint, isFolded = false): number {
    this.#mapping.push(mapping + 1);
    this.#address.pushExact(address);
    this.#isFolded.push(isFolded);
    this.#lineStart.push(this.#lineFunction.length);
    return this.locations - 1;
  }

  /** Adds a line to the last location: the innermost inlined function comes first. */
  addLine(func: number, line: bigint, column = 0n): void {
    this.#lineFunction.push(func);
    this.#lineNumber.pushExact(line);
    this.#lineColumn.pushExact(column);
  }

  /** Call it once, after the last row. */
  finish(): { mappings: MappingTable; functions: FunctionTable; locations: LocationTable } {
    this.strings.finish();
    this.#functions.finish();
    return {
      mappings: this.#finishMappings(),
      functions: this.#finishFunctions(),
      locations: this.#finishLocations(),
    };
  }

  #finishMappings(): MappingTable {
    const count = this.#filename.length;
    const [hasFunctions, hasFilenames, hasLineNumbers, hasInlineFrames] = this.#flags.map((flag) =>
      flag.finish(),
    );
    return {
      count,
      id: newIds(count),
      start: this.#start.finish(),
      limit: this.#limit.finish(),
      offset: this.#offset.finish(),
      filename: this.#filename.finish(),
      buildId: this.#buildId.finish(),
      hasFunctions: hasFunctions!,
      hasFilenames: hasFilenames!,
      hasLineNumbers: hasLineNumbers!,
      hasInlineFrames: hasInlineFrames!,
    };
  }

  #finishFunctions(): FunctionTable {
    const { count, items } = this.#functions;
    const name = new Uint32Array(count);
    const systemName = new Uint32Array(count);
    const filename = new Uint32Array(count);
    const startLine = new Int64Builder('signed', count);
    for (let row = 0, at = 0; row < count; row++, at += functionItems) {
      name[row] = items[at]!;
      systemName[row] = items[at + 1]!;
      filename[row] = items[at + 2]!;
      startLine.push(items[at + 3]!, items[at + 4]!);
    }
    return { count, id: newIds(count), name, systemName, filename, startLine: startLine.finish() };
  }

  #finishLocations(): LocationTable {
    const count = this.locations;
    this.#lineStart.push(this.#lineFunction.length);
    return {
      count,
      id: newIds(count),
      mapping: Int32Array.from(this.#mapping.finish(), (row) => row - 1),
      address: this.#address.finish(),
      isFolded: this.#isFolded.finish(),
      lineStart: this.#lineStart.finish(),
      lineFunction: this.#lineFunction.finish(),
      lineNumber: this.#lineNumber.finish(),
      lineColumn: this.#lineColumn.finish(),
    };
  }
}

/** 1, 2, 3... */
function newIds(count: number) {
  return { approximate: Float64Array.from({ length: count }, (_, row) => row + 1), exact: null };
}
