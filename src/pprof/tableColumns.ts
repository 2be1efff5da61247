import { BooleanBuilder, Int64Builder, Uint32Builder } from './columns.ts';
import { IdBuilder } from './ids.ts';
import { idZero } from './malformed.ts';
import { type StringIndexes, stringIndex } from './stringIndexes.ts';
import { type Wire, wireType } from './wire.ts';

/** Field numbers of `Location`, `Line`, `Function` and `Mapping` (profile.proto). */
const locationField = { id: 1, mappingId: 2, address: 3, line: 4, isFolded: 5 } as const;
const lineField = { functionId: 1, line: 2, column: 3 } as const;
const functionField = { id: 1, name: 2, systemName: 3, filename: 4, startLine: 5 } as const;
const mappingField = {
  id: 1,
  start: 2,
  limit: 3,
  offset: 4,
  filename: 5,
  buildId: 6,
  hasFunctions: 7,
  hasInlineFrames: 10,
} as const;

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

  read(wire: Wire, nested = -1, readNested: (wire: Wire) => void = () => {}): void {
    // For so few numbers a loop is faster than `fill`.
    for (let field = 1; field <= this.#last; field++) {
      this.low[field] = 0;
      this.high[field] = 0;
    }
    const outer = wire.open();
    while (!wire.atEnd) {
      const field = wire.tag();
      if (field === nested) {
        wire.expect(wireType.bytes, this.#message);
        readNested(wire);
      } else if (field < 1 || field > this.#last) wire.skip();
      else {
        wire.expect(wireType.varint, this.#message);
        this.low[field] = wire.varint();
        this.high[field] = wire.high;
      }
    }
    wire.close(outer);
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
export class LocationColumns {
  count = 0;
  readonly id = new Int64Builder('unsigned');
  readonly mappingId = new IdBuilder();
  readonly address = new Int64Builder('unsigned');
  readonly isFolded = new BooleanBuilder();
  readonly lineStart = new Uint32Builder();
  readonly functionId = new IdBuilder();
  readonly lineNumber = new Int64Builder('signed');
  readonly lineColumn = new Int64Builder('signed');
  readonly #location = new Numbers(locationField.isFolded, 'Location');
  readonly #line = new Numbers(lineField.column, 'Line');
  readonly #readLine = (wire: Wire): void => {
    const line = this.#line;
    line.read(wire);
    line.pushTo(this.functionId, lineField.functionId);
    line.pushTo(this.lineNumber, lineField.line);
    line.pushTo(this.lineColumn, lineField.column);
  };

  constructor() {
    this.lineStart.push(0);
  }

  read(wire: Wire): void {
    const location = this.#location;
    location.read(wire, locationField.line, this.#readLine);
    // Here and not when all is read: two bytes would make a row of sixty.
    if (!location.isTrue(locationField.id)) throw idZero('location');
    location.pushTo(this.id, locationField.id);
    location.pushTo(this.mappingId, locationField.mappingId);
    location.pushTo(this.address, locationField.address);
    this.isFolded.push(location.isTrue(locationField.isFolded));
    this.lineStart.push(this.functionId.length);
    this.count++;
  }
}

/** The functions while a profile is decoded. */
export class FunctionColumns {
  count = 0;
  readonly id = new Int64Builder('unsigned');
  readonly name = new Uint32Builder();
  readonly systemName = new Uint32Builder();
  readonly filename = new Uint32Builder();
  readonly startLine = new Int64Builder('signed');
  readonly #numbers = new Numbers(functionField.startLine, 'Function');
  readonly #strings: StringIndexes;

  constructor(strings: StringIndexes) {
    this.#strings = strings;
  }

  read(wire: Wire): void {
    const numbers = this.#numbers;
    numbers.read(wire);
    if (!numbers.isTrue(functionField.id)) throw idZero('function');
    numbers.pushTo(this.id, functionField.id);
    this.name.push(numbers.string(functionField.name, this.#strings));
    this.systemName.push(numbers.string(functionField.systemName, this.#strings));
    this.filename.push(numbers.string(functionField.filename, this.#strings));
    numbers.pushTo(this.startLine, functionField.startLine);
    this.count++;
  }
}

/** The mappings while a profile is decoded. */
export class MappingColumns {
  count = 0;
  readonly id = new Int64Builder('unsigned');
  readonly start = new Int64Builder('unsigned');
  readonly limit = new Int64Builder('unsigned');
  readonly offset = new Int64Builder('unsigned');
  readonly filename = new Uint32Builder();
  readonly buildId = new Uint32Builder();
  /** has_functions, has_filenames, has_line_numbers, has_inline_frames, in this order. */
  readonly flags = [new BooleanBuilder(), new BooleanBuilder(), new BooleanBuilder(), new BooleanBuilder()];
  readonly #numbers = new Numbers(mappingField.hasInlineFrames, 'Mapping');
  readonly #strings: StringIndexes;

  constructor(strings: StringIndexes) {
    this.#strings = strings;
  }

  read(wire: Wire): void {
    const numbers = this.#numbers;
    numbers.read(wire);
    if (!numbers.isTrue(mappingField.id)) throw idZero('mapping');
    numbers.pushTo(this.id, mappingField.id);
    numbers.pushTo(this.start, mappingField.start);
    numbers.pushTo(this.limit, mappingField.limit);
    numbers.pushTo(this.offset, mappingField.offset);
    this.filename.push(numbers.string(mappingField.filename, this.#strings));
    this.buildId.push(numbers.string(mappingField.buildId, this.#strings));
    for (const [i, flag] of this.flags.entries()) flag.push(numbers.isTrue(mappingField.hasFunctions + i));
    this.count++;
  }
}
