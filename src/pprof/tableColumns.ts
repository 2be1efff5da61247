import { BooleanBuilder, Int64Builder, Uint32Builder } from './columns.ts';
import { growthFrom, type ReadSoFar } from './growing.ts';
import { IdBuilder, IdIndex } from './ids.ts';
import { functionMissing, idTwice, idZero, type TableName } from './malformed.ts';
import { type ProfileReader, wireType } from './profileReader.ts';
import { type StringIndexes, stringIndex } from './stringIndexes.ts';

/** Field numbers of `Location`, `Line`, `Function` and `Mapping` (profile.proto). */
/** The id in all of them. */
const idField = 1;
const locationField = { mappingId: 2, address: 3, line: 4, isFolded: 5 } as const;
const lineField = { functionId: 1, line: 2, column: 3 } as const;
const functionField = { name: 2, systemName: 3, filename: 4, startLine: 5 } as const;
const mappingField = {
  start: 2,
  limit: 3,
  offset: 4,
  filename: 5,
  buildId: 6,
  hasFunctions: 7,
  hasInlineFrames: 10,
} as const;

/** A message's tag, its length, and a field's tag and value: no row takes fewer bytes. */
const fewestRowBytes = 4;

/** The columns of one table, which have the same number of rows. */
class Columns {
  readonly #read: ReadSoFar;
  readonly #table: TableName;
  readonly id: Int64Builder;
  readonly index: IdIndex;

  constructor(read: ReadSoFar, table: TableName) {
    this.#read = read;
    this.#table = table;
    this.id = this.int64('unsigned');
    this.index = new IdIndex(this.id);
  }

  get count(): number {
    return this.id.length;
  }

  /**
   * Adds the id of the next row. What can never be valid is refused here and not when all is read: such rows would take
   * much more memory than their bytes.
   */
  protected addId(numbers: Numbers): void {
    const low = numbers.low[idField]!;
    const high = numbers.high[idField]!;
    if (low === 0 && high === 0) throw idZero(this.#table);
    if (!this.index.add(low, high)) throw idTwice(this.#table, low, high);
    this.id.push(low, high);
  }

  protected int64(signedness: 'signed' | 'unsigned'): Int64Builder {
    return new Int64Builder(signedness, undefined, growthFrom(this.#read, 8, fewestRowBytes));
  }

  protected uint32(): Uint32Builder {
    return new Uint32Builder(undefined, growthFrom(this.#read, 4, fewestRowBytes));
  }

  protected ids(): IdBuilder {
    return new IdBuilder(growthFrom(this.#read, 4, fewestRowBytes));
  }

  protected boolean(): BooleanBuilder {
    return new BooleanBuilder(growthFrom(this.#read, 1, fewestRowBytes));
  }
}

/**
 * Reads a message whose length comes next. Its varint fields 1 to `last` go into `low` and `high`, by field number; of
 * several values of a field the last wins. Other fields are skipped.
 */
class Numbers {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly #last: number;
  readonly #message: string;

  constructor(last: number, message: string) {
    this.#last = last;
    this.#message = message;
    this.low = new Uint32Array(last + 1);
    this.high = new Uint32Array(last + 1);
  }

  read(reader: ProfileReader, nested = -1, readNested: (reader: ProfileReader) => void = () => {}): void {
    // For so few numbers a loop is faster than `fill`.
    for (let field = 1; field <= this.#last; field++) {
      this.low[field] = 0;
      this.high[field] = 0;
    }
    const outer = reader.open();
    while (!reader.atEnd) {
      const field = reader.field();
      if (field === nested) {
        reader.expect(wireType.bytes, this.#message);
        readNested(reader);
      } else if (field < 1 || field > this.#last) reader.skipField();
      else {
        reader.expect(wireType.varint, this.#message);
        this.low[field] = reader.varint();
        this.high[field] = reader.high;
      }
    }
    reader.close(outer);
  }

  isTrue(field: number): boolean {
    return this.low[field] !== 0 || this.high[field] !== 0;
  }

  pushTo(column: { push(low: number, high: number): void }, field: number): void {
    column.push(this.low[field]!, this.high[field]!);
  }

  /** The string index in `field`. `strings` remembers it and checks it later. */
  string(field: number, strings: StringIndexes): number {
    const index = stringIndex({ low: this.low[field]!, high: this.high[field]! });
    strings.refer(index);
    return index;
  }
}

/** The locations and their lines while a profile is decoded. */
export class LocationColumns extends Columns {
  readonly mappingId = this.ids();
  readonly address = this.int64('unsigned');
  readonly isFolded = this.boolean();
  readonly lineStart = this.uint32();
  readonly functionId = this.ids();
  readonly lineNumber = this.int64('signed');
  readonly lineColumn = this.int64('signed');
  readonly #location = new Numbers(locationField.isFolded, 'Location');
  readonly #line = new Numbers(lineField.column, 'Line');
  readonly #readLine = (reader: ProfileReader): void => {
    const line = this.#line;
    line.read(reader);
    if (!line.isTrue(lineField.functionId)) throw functionMissing();
    line.pushTo(this.functionId, lineField.functionId);
    line.pushTo(this.lineNumber, lineField.line);
    line.pushTo(this.lineColumn, lineField.column);
  };

  constructor(read: ReadSoFar) {
    super(read, 'location');
    this.lineStart.push(0);
  }

  read(reader: ProfileReader): void {
    const location = this.#location;
    location.read(reader, locationField.line, this.#readLine);
    this.addId(location);
    location.pushTo(this.mappingId, locationField.mappingId);
    location.pushTo(this.address, locationField.address);
    this.isFolded.push(location.isTrue(locationField.isFolded));
    this.lineStart.push(this.functionId.length);
  }
}

/** The functions while a profile is decoded. */
export class FunctionColumns extends Columns {
  readonly name = this.uint32();
  readonly systemName = this.uint32();
  readonly filename = this.uint32();
  readonly startLine = this.int64('signed');
  readonly #numbers = new Numbers(functionField.startLine, 'Function');
  readonly #strings: StringIndexes;

  constructor(read: ReadSoFar, strings: StringIndexes) {
    super(read, 'function');
    this.#strings = strings;
  }

  read(reader: ProfileReader): void {
    const numbers = this.#numbers;
    numbers.read(reader);
    this.addId(numbers);
    this.name.push(numbers.string(functionField.name, this.#strings));
    this.systemName.push(numbers.string(functionField.systemName, this.#strings));
    this.filename.push(numbers.string(functionField.filename, this.#strings));
    numbers.pushTo(this.startLine, functionField.startLine);
  }
}

/** The mappings while a profile is decoded. */
export class MappingColumns extends Columns {
  readonly start = this.int64('unsigned');
  readonly limit = this.int64('unsigned');
  readonly offset = this.int64('unsigned');
  readonly filename = this.uint32();
  readonly buildId = this.uint32();
  /** has_functions, has_filenames, has_line_numbers, has_inline_frames, in this order. */
  readonly flags = [this.boolean(), this.boolean(), this.boolean(), this.boolean()];
  readonly #numbers = new Numbers(mappingField.hasInlineFrames, 'Mapping');
  readonly #strings: StringIndexes;

  constructor(read: ReadSoFar, strings: StringIndexes) {
    super(read, 'mapping');
    this.#strings = strings;
  }

  read(reader: ProfileReader): void {
    const numbers = this.#numbers;
    numbers.read(reader);
    this.addId(numbers);
    numbers.pushTo(this.start, mappingField.start);
    numbers.pushTo(this.limit, mappingField.limit);
    numbers.pushTo(this.offset, mappingField.offset);
    this.filename.push(numbers.string(mappingField.filename, this.#strings));
    this.buildId.push(numbers.string(mappingField.buildId, this.#strings));
    for (const [i, flag] of this.flags.entries()) flag.push(numbers.isTrue(mappingField.hasFunctions + i));
  }
}
