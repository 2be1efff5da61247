import { BooleanBuilder, Int64Builder, int64At, int64Column, Uint32Builder } from './columns.ts';
import type { FunctionTable, LocationTable, MappingTable, Profile } from './profile.ts';
import { TextStrings } from './strings.ts';

/** Sizes of mappings are compared in pages: they differ by a few bytes between runs of one binary. */
const pageSize = 0x1000n;

/**
 * Strings, mappings, functions and locations of several profiles in one set of tables. Equal rows are there once, and
 * only rows that a sample refers to are there at all.
 */
export class MergedTables {
  readonly strings = new TextStrings();
  readonly #mappings = new Map<string, number>();
  readonly #functions = new Map<string, number>();
  readonly #locations = new Map<string, number>();
  readonly #mapping = {
    start: [] as bigint[],
    limit: [] as bigint[],
    offset: [] as bigint[],
    filename: new Uint32Builder(),
    buildId: new Uint32Builder(),
    flags: [new BooleanBuilder(), new BooleanBuilder(), new BooleanBuilder(), new BooleanBuilder()] as const,
  };
  readonly #function = {
    name: new Uint32Builder(),
    systemName: new Uint32Builder(),
    filename: new Uint32Builder(),
    startLine: [] as bigint[],
  };
  readonly #location = {
    mapping: [] as number[],
    address: [] as bigint[],
    isFolded: new BooleanBuilder(),
    lineStart: new Uint32Builder(),
    lineFunction: new Uint32Builder(),
    lineNumber: new Int64Builder('signed'),
    lineColumn: new Int64Builder('signed'),
  };

  constructor() {
    this.#location.lineStart.push(0);
  }

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
    const name = this.strings.addFrom(strings, functions.name[row]!);
    const systemName = this.strings.addFrom(strings, functions.systemName[row]!);
    const filename = this.strings.addFrom(strings, functions.filename[row]!);
    const startLine = int64At(functions.startLine, row);
    return findOrAdd(this.#functions, `${name} ${systemName} ${filename} ${startLine}`, () => {
      this.#function.name.push(name);
      this.#function.systemName.push(systemName);
      this.#function.filename.push(filename);
      this.#function.startLine.push(startLine);
    });
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
    const start = locations.lineStart[row]!;
    const lines = functions.map((f, i) => [
      f,
      int64At(locations.lineNumber, start + i),
      int64At(locations.lineColumn, start + i),
    ]);
    const isFolded = locations.isFolded[row] === 1;
    return findOrAdd(this.#locations, `${mapping} ${address} ${isFolded} ${lines.join(' ')}`, () => {
      const merged = this.#location;
      merged.mapping.push(mapping);
      merged.address.push(address);
      merged.isFolded.push(isFolded);
      for (const [i, f] of functions.entries()) {
        merged.lineFunction.push(f);
        merged.lineNumber.pushExact(int64At(locations.lineNumber, start + i));
        merged.lineColumn.pushExact(int64At(locations.lineColumn, start + i));
      }
      merged.lineStart.push(merged.lineFunction.length);
    });
  }

  finish(): { mappings: MappingTable; functions: FunctionTable; locations: LocationTable } {
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
    const { name, systemName, filename, startLine } = this.#function;
    return {
      count: startLine.length,
      id: newIds(startLine.length),
      name: name.finish(),
      systemName: systemName.finish(),
      filename: filename.finish(),
      startLine: int64Column(startLine, 'signed'),
    };
  }

  #finishLocations(): LocationTable {
    const { mapping, address, isFolded, lineStart, lineFunction, lineNumber, lineColumn } = this.#location;
    return {
      count: mapping.length,
      id: newIds(mapping.length),
      mapping: Int32Array.from(mapping),
      address: int64Column(address, 'unsigned'),
      isFolded: isFolded.finish(),
      lineStart: lineStart.finish(),
      lineFunction: lineFunction.finish(),
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

  constructor(tables: MergedTables, profile: Profile) {
    this.#tables = tables;
    this.#profile = profile;
    this.#mappings = new Int32Array(profile.mappings.count).fill(-1);
    this.#functions = new Int32Array(profile.functions.count).fill(-1);
    this.#locations = new Int32Array(profile.locations.count).fill(-1);
  }

  string(index: number): number {
    return this.#tables.strings.addFrom(this.#profile.strings, index);
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
  return { approximate: Float64Array.from({ length: count }, (_, row) => row + 1), exact: null };
}
