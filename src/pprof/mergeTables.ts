import { highAt, int64At, lowAt } from './columns.ts';
import type { Profile } from './profile.ts';
import { Sequences } from './sequences.ts';
import { TablesBuilder } from './tablesBuilder.ts';

/** Sizes of mappings are compared in pages: they differ by a few bytes between runs of one binary. */
const pageSize = 0x1000n;

/**
 * Strings, mappings, functions and locations of several profiles in one set of tables. Equal rows are there once, and
 * only rows that a sample refers to are there at all.
 */
export class MergedTables {
  readonly #tables = new TablesBuilder();
  readonly #mappings = new Map<string, { readonly row: number; readonly start: bigint }>();
  /**
   * Mapping + 1, the halves of the address, whether it is folded; and of each line its function, and the halves of its
   * number and of its column.
   */
  readonly #locations = new Sequences();

  get strings(): TablesBuilder['strings'] {
    return this.#tables.strings;
  }

  /** The way from one profile's rows to the merged rows. */
  source(profile: Profile): MergeSource {
    return new MergeSource(this, profile);
  }

  /** Finds or adds a mapping. Answers its row, and where it starts. */
  addMapping({ mappings, strings }: Profile, row: number): { readonly row: number; readonly start: bigint } {
    const [start, limit] = [int64At(mappings.start, row), int64At(mappings.limit, row)];
    const pages = (BigInt.asUintN(64, limit - start) + pageSize - 1n) / pageSize;
    const offset = int64At(mappings.offset, row);
    const identity = strings.get(mappings.buildId[row]!) || strings.get(mappings.filename[row]!);
    const key = `${pages} ${offset} ${identity}`;
    const known = this.#mappings.get(key);
    if (known !== undefined) return known;
    const filename = this.strings.addFrom(strings, mappings.filename[row]!);
    const buildId = this.strings.addFrom(strings, mappings.buildId[row]!);
    const added = this.#tables.addMapping({
      start,
      limit,
      offset,
      filename,
      buildId,
      hasFunctions: mappings.hasFunctions[row] === 1,
      hasFilenames: mappings.hasFilenames[row] === 1,
      hasLineNumbers: mappings.hasLineNumbers[row] === 1,
      hasInlineFrames: mappings.hasInlineFrames[row] === 1,
    });
    this.#mappings.set(key, { row: added, start });
    return { row: added, start };
  }

  /** Finds or adds a function. */
  addFunction({ functions, strings }: Profile, row: number): number {
    return this.#tables.addFunction({
      name: this.strings.addFrom(strings, functions.name[row]!),
      systemName: this.strings.addFrom(strings, functions.systemName[row]!),
      filename: this.strings.addFrom(strings, functions.filename[row]!),
      startLine: int64At(functions.startLine, row),
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
    const merged = this.#locations;
    const { lineNumber, lineColumn } = locations;
    const firstLine = locations.lineStart[row]!;
    merged.push(mapping + 1);
    merged.push(Number(BigInt.asUintN(32, address)));
    merged.push(Number(BigInt.asUintN(32, address >> 32n)));
    merged.push(locations.isFolded[row]!);
    for (const [i, f] of functions.entries()) {
      const line = firstLine + i;
      merged.push(f);
      merged.push(lowAt(lineNumber, line));
      merged.push(highAt(lineNumber, line));
      merged.push(lowAt(lineColumn, line));
      merged.push(highAt(lineColumn, line));
    }
    const found = merged.close();
    if (found < this.#tables.locations) return found;
    this.#tables.addLocation(mapping, address, locations.isFolded[row] === 1);
    for (const [i, f] of functions.entries())
      this.#tables.addLine(f, int64At(lineNumber, firstLine + i), int64At(lineColumn, firstLine + i));
    return found;
  }

  finish(): ReturnType<TablesBuilder['finish']> {
    this.#locations.finish();
    return this.#tables.finish();
  }
}

/** The merged rows of one of the profiles. A row is merged when it is asked for the first time. */
export class MergeSource {
  readonly #mappings: (ReturnType<MergedTables['addMapping']> | undefined)[] = [];
  readonly #functions: Int32Array;
  readonly #locations: Int32Array;
  /** Merged strings + 1. */
  readonly #strings: Uint32Array;

  constructor(
    private readonly tables: MergedTables,
    private readonly profile: Profile,
  ) {
    this.#functions = new Int32Array(profile.functions.count).fill(-1);
    this.#locations = new Int32Array(profile.locations.count).fill(-1);
    this.#strings = new Uint32Array(profile.strings.length);
  }

  string(index: number): number {
    const known = this.#strings[index] ?? 0;
    if (known !== 0) return known - 1;
    const added = this.tables.strings.addFrom(this.profile.strings, index);
    this.#strings[index] = added + 1;
    return added;
  }

  mapping(row: number): { readonly row: number; readonly start: bigint } {
    this.#mappings[row] ??= this.tables.addMapping(this.profile, row);
    return this.#mappings[row];
  }

  location(row: number): number {
    const known = this.#locations[row]!;
    return known !== -1 ? known : mapped(this.#locations, row, () => this.#addLocation(row));
  }

  #addLocation(row: number): number {
    const { locations, mappings } = this.profile;
    const sourceMapping = locations.mapping[row]!;
    const mapping = sourceMapping === -1 ? null : this.mapping(sourceMapping);
    const moved = mapping === null ? 0n : mapping.start - int64At(mappings.start, sourceMapping);
    const address = BigInt.asUintN(64, int64At(locations.address, row) + moved);
    const functions: number[] = [];
    for (let line = locations.lineStart[row]!; line < locations.lineStart[row + 1]!; line++) {
      functions.push(this.#function(locations.lineFunction[line]!));
    }
    return this.tables.addLocation(this.profile, row, mapping?.row ?? -1, address, functions);
  }

  #function(row: number): number {
    return mapped(this.#functions, row, () => this.tables.addFunction(this.profile, row));
  }
}

function mapped(known: Int32Array, row: number, add: () => number): number {
  if (known[row] === -1) known[row] = add();
  return known[row]!;
}
