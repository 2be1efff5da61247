import { Int64Builder, Uint32Builder } from './columns.ts';
import type { FunctionTable, LocationTable, MappingTable } from './profile.ts';
import { Sequences } from './sequences.ts';
import { functionFields, locationFields, mappingFields, type NewRow, TableColumns } from './tableColumns.ts';
import { TextStrings } from './textStrings.ts';

/** The tables of a profile that is made, not read. Ids are rows + 1. */
export class TablesBuilder {
  readonly strings = new TextStrings();
  /** Name, system name, file, and the halves of the first line. */
  readonly #knownFunctions = new Sequences();
  readonly #functions = new TableColumns(functionFields);
  readonly #mappings = new TableColumns(mappingFields);
  readonly #locations = new TableColumns(locationFields);
  /** Rows of the mappings + 1; 0 for none. */
  readonly #mapping = new Uint32Builder();
  readonly #lineStart = new Uint32Builder();
  readonly #lineFunction = new Uint32Builder();
  readonly #lineNumber = new Int64Builder('signed');
  readonly #lineColumn = new Int64Builder('signed');

  /** How many there are. */
  get locations(): number {
    return this.#locations.count;
  }

  /** Adds a mapping, even if it is there already. Answers its row. */
  addMapping(mapping: NewRow<typeof mappingFields>): number {
    return this.#mappings.push(mapping);
  }

  /** Finds or adds a function. Answers its row. */
  addFunction(func: NewRow<typeof functionFields>): number {
    const known = this.#knownFunctions;
    const { name = 0, systemName = 0, filename = 0, startLine = 0n } = func;
    known.push(name);
    known.push(systemName);
    known.push(filename);
    known.push(Number(BigInt.asUintN(32, startLine)));
    known.push(Number(BigInt.asUintN(32, startLine >> 32n)));
    const row = known.close();
    if (row === this.#functions.count) this.#functions.push(func);
    return row;
  }

  /** Adds a location, even if it is there already; `addLine` then adds its lines. Answers its row. @param mapping -1 for none */
  addLocation(mapping: number, address: bigint, isFolded = false): number {
    this.#mapping.push(mapping + 1);
    this.#lineStart.push(this.#lineFunction.length);
    return this.#locations.push({ address, isFolded });
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
    this.#knownFunctions.finish();
    this.#lineStart.push(this.#lineFunction.length);
    return {
      mappings: this.#mappings.finish(),
      functions: this.#functions.finish(),
      locations: {
        ...this.#locations.finish(),
        mapping: Int32Array.from(this.#mapping.finish(), (row) => row - 1),
        lineStart: this.#lineStart.finish(),
        lineFunction: this.#lineFunction.finish(),
        lineNumber: this.#lineNumber.finish(),
        lineColumn: this.#lineColumn.finish(),
      },
    };
  }
}
