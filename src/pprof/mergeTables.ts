import {
  BooleanBuilder,
  highAt,
  Int64Builder,
  int64At,
  int64Column,
  lowAt,
  Uint32Builder,
} from './columns.ts';
import type { FunctionTable, LocationTable, MappingTable, Profile } from './profile.ts';
import { Sequences } from './sequences.ts';
import { TextStrings } from './textStrings.ts';

/** Sizes of mappings are compared in pages: they differ by a few bytes between runs of one binary. */
const pageSize = 0x1000n;

/** How many numbers a function, a location without its lines, and a line are in their sequences. */
const functionItems = 5;
const locationItems = 4;
const lineItems = 5;

/**
 * Strings, mappings, functions and locations of several profiles in one set of tables. Equal rows are there once, and
 * only rows that a sample refers to are there at all.
 */
export class MergedTables {
  readonly strings = new TextStrings();
  readonly #mappings = new Map<string, number>();
  /** Name, system name, file, and the halves of the first line. */
  readonly #functions = new Sequences();
  /**
   * Mapping + 1, the halves of the address, whether it is folded; and of each line its function, and the halves of its
   * number and of its column.
   */
  readonly #locations = new Sequences();
  readonly #mapping = {
    start: [] as bigint[],
    limit: [] as bigint[],
    offset: [] as bigint[],
    filename: new Uint32Builder(),
    buildId: new Uint32Builder(),
    flags: [new BooleanBuilder(), new BooleanBuilder(), new BooleanBuilder(), new BooleanBuilder()] as const,
  };

  /** The way from one profile's rows to the merged rows. */
  source(profile: Profile): MergeSource {
    return new MergeSource(this, profile);
  }

  /** Finds or adds a mapping. */
  addMapping({ mappings, strings }: Profile, row: number): number {
    const size = BigInt.asUintN(64, int64At(mappings.limit, row) - int64At(mappings.start, row));
    const pages = (size + pageSize - 1n) / pageSize;
    const offset = int64At(mappings.offset, row);
    const identity = strings.get(mappings.buildId[row]!) || strings.get(mappings.filename[row]!);
    return findOrAdd(this.#mappings, `${pages} ${offset} ${identity}`, () => {
      const merged = this.#mapping;
      merged.start.push(int64At(mappings.start, row));
      merged.limit.push(int64At(mappings.limit, row));
      merged.offset.push(offset);
      merged.filename.push(this.strings.addFrom(strings, mappings.filename[row]!));
      merged.buildId.push(this.strings.addFrom(strings, mappings.buildId[row]!));
      const { hasFunctions, hasFilenames, hasLineNumbers, hasInlineFrames } = mappings;
      for (const [i, flag] of [hasFunctions, hasFilenames, hasLineNumbers, hasInlineFrames].entries()) {
        merged.flags[i]!.push(flag[row] === 1);
      }
    });
  }

  mappingStart(merged: number): bigint {
    return this.#mapping.start[merged]!;
  }

  /** Finds or adds a function. */
  addFunction({ functions, strings }: Profile, row: number): number {
    const merged = this.#functions;
    merged.push(this.strings.addFrom(strings, functions.name[row]!));
    merged.push(this.strings.addFrom(strings, functions.systemName[row]!));
    merged.push(this.strings.addFrom(strings, functions.filename[row]!));
    merged.push(lowAt(functions.startLine, row));
    merged.push(highAt(functions.startLine, row));
    return merged.close();
  }

  /**
   * Finds or adds a location. Two are equal if their mappings, their addresses in it and their lines are.
   *
   * @param mapping merged mapping, or -1
   * @param address in the merged mapping
   * @param functions merged functions of its lines
   */
  addLocation(
    { locations }: Profile,
    row: number,
    mapping: number,
    address: bigint,
    functions: readonly number[],
  ): number {
    const merged = this.#locations;
    merged.push(mapping + 1);
    merged.push(Number(BigInt.asUintN(32, address)));
    merged.push(Number(BigInt.asUintN(32, address >> 32n)));
    merged.push(locations.isFolded[row]!);
    let line = locations.lineStart[row]!;
    for (const f of functions) {
      merged.push(f);
      merged.push(lowAt(locations.lineNumber, line));
      merged.push(highAt(locations.lineNumber, line));
      merged.push(lowAt(locations.lineColumn, line));
      merged.push(highAt(locations.lineColumn, line));
      line++;
    }
    return merged.close();
  }

  finish(): { mappings: MappingTable; functions: FunctionTable; locations: LocationTable } {
    this.strings.finish();
    this.#functions.finish();
    this.#locations.finish();
    return {
      mappings: this.#finishMappings(),
      functions: this.#finishFunctions(),
      locations: this.#finishLocations(),
    };
  }

  #finishMappings(): MappingTable {
    const { start, limit, offset, filename, buildId, flags } = this.#mapping;
    return {
      count: start.length,
      id: newIds(start.length),
      start: int64Column(start, 'unsigned'),
      limit: int64Column(limit, 'unsigned'),
      offset: int64Column(offset, 'unsigned'),
      filename: filename.finish(),
      buildId: buildId.finish(),
      hasFunctions: flags[0].finish(),
      hasFilenames: flags[1].finish(),
      hasLineNumbers: flags[2].finish(),
      hasInlineFrames: flags[3].finish(),
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
    const { count, start, items } = this.#locations;
    const lines = ((start[count] ?? 0) - count * locationItems) / lineItems;
    const mapping = new Int32Array(count);
    const address = new Int64Builder('unsigned', count);
    const isFolded = new Uint8Array(count);
    const lineStart = new Uint32Array(count + 1);
    const lineFunction = new Uint32Array(lines);
    const lineNumber = new Int64Builder('signed', lines);
    const lineColumn = new Int64Builder('signed', lines);
    for (let row = 0, line = 0; row < count; row++) {
      let at = start[row]!;
      mapping[row] = items[at]! - 1;
      address.push(items[at + 1]!, items[at + 2]!);
      isFolded[row] = items[at + 3]!;
      for (at += locationItems; at < start[row + 1]!; at += lineItems) {
        lineFunction[line++] = items[at]!;
        lineNumber.push(items[at + 1]!, items[at + 2]!);
        lineColumn.push(items[at + 3]!, items[at + 4]!);
      }
      lineStart[row + 1] = line;
    }
    return {
      count,
      id: newIds(count),
      mapping,
      address: address.finish(),
      isFolded,
      lineStart,
      lineFunction,
      lineNumber: lineNumber.finish(),
      lineColumn: lineColumn.finish(),
    };
  }
}

/** The merged rows of one of the profiles. A row is merged when it is asked for the first time. */
export class MergeSource {
  readonly #tables: MergedTables;
  readonly #profile: Profile;
  readonly #mappings: Int32Array;
  readonly #functions: Int32Array;
  readonly #locations: Int32Array;
  /** Merged strings + 1. */
  readonly #strings: Uint32Array;

  constructor(tables: MergedTables, profile: Profile) {
    this.#tables = tables;
    this.#profile = profile;
    this.#mappings = new Int32Array(profile.mappings.count).fill(-1);
    this.#functions = new Int32Array(profile.functions.count).fill(-1);
    this.#locations = new Int32Array(profile.locations.count).fill(-1);
    this.#strings = new Uint32Array(profile.strings.length);
  }

  string(index: number): number {
    const known = this.#strings[index] ?? 0;
    if (known !== 0) return known - 1;
    const added = this.#tables.strings.addFrom(this.#profile.strings, index);
    this.#strings[index] = added + 1;
    return added;
  }

  mapping(row: number): number {
    return mapped(this.#mappings, row, () => this.#tables.addMapping(this.#profile, row));
  }

  location(row: number): number {
    const known = this.#locations[row]!;
    return known !== -1 ? known : mapped(this.#locations, row, () => this.#addLocation(row));
  }

  #addLocation(row: number): number {
    const { locations, mappings } = this.#profile;
    const sourceMapping = locations.mapping[row]!;
    const mapping = sourceMapping === -1 ? -1 : this.mapping(sourceMapping);
    const moved =
      mapping === -1 ? 0n : this.#tables.mappingStart(mapping) - int64At(mappings.start, sourceMapping);
    const address = BigInt.asUintN(64, int64At(locations.address, row) + moved);
    const functions: number[] = [];
    for (let line = locations.lineStart[row]!; line < locations.lineStart[row + 1]!; line++) {
      functions.push(this.#function(locations.lineFunction[line]!));
    }
    return this.#tables.addLocation(this.#profile, row, mapping, address, functions);
  }

  #function(row: number): number {
    return mapped(this.#functions, row, () => this.#tables.addFunction(this.#profile, row));
  }
}

function mapped(known: Int32Array, row: number, add: () => number): number {
  if (known[row] === -1) known[row] = add();
  return known[row]!;
}

function findOrAdd(known: Map<string, number>, key: string, add: () => void): number {
  let row = known.get(key);
  if (row === undefined) {
    row = known.size;
    known.set(key, row);
    add();
  }
  return row;
}

/** 1, 2, 3... */
function newIds(count: number) {
  const approximate = new Float64Array(count);
  for (let row = 0; row < count; row++) approximate[row] = row + 1;
  return { approximate, exact: null };
}
