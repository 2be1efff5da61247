import { type ProfileReader, wireType } from './profileReader.ts';
import { type StringIndexes, stringIndex } from './stringIndexes.ts';

/** The numbers of a message: its varint fields 1 to `last`, by field number. Of several values of a field the last wins. */
export class Numbers {
  /** Unsigned halves. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;

  constructor(
    private readonly last: number,
    private readonly message: string,
  ) {
    this.low = new Uint32Array(last + 1);
    this.high = new Uint32Array(last + 1);
  }

  /** Reads a message whose length comes next. Fields that are none of these are skipped, but for a nested one. */
  read(reader: ProfileReader, nested = -1, readNested: (reader: ProfileReader) => void = () => {}): void {
    // For so few numbers a loop is faster than `fill`.
    for (let field = 1; field <= this.last; field++) {
      this.low[field] = 0;
      this.high[field] = 0;
    }
    const outer = reader.open();
    while (!reader.atEnd) {
      const field = reader.field();
      if (field === nested) {
        reader.expect(wireType.bytes, this.message);
        readNested(reader);
      } else if (field < 1 || field > this.last) reader.skipField();
      else this.take(field, reader);
    }
    reader.close(outer);
  }

  /** Reads the value of a field whose tag has been read. */
  take(field: number, reader: ProfileReader): void {
    reader.expect(wireType.varint, this.message);
    this.low[field] = reader.varint();
    this.high[field] = reader.high;
  }

  isTrue(field: number): boolean {
    return this.low[field] !== 0 || this.high[field] !== 0;
  }

  int64(field: number): bigint {
    return BigInt.asIntN(64, (BigInt(this.high[field]!) << 32n) | BigInt(this.low[field]!));
  }

  pushTo(column: { push(low: number, high: number): void }, field: number): void {
    column.push(this.low[field]!, this.high[field]!);
  }

  /** The string index in a field. */
  index(field: number): number {
    return stringIndex({ low: this.low[field]!, high: this.high[field]! });
  }

  /** The same. `strings` remembers it and checks it later. */
  string(field: number, strings: StringIndexes): number {
    const index = this.index(field);
    strings.refer(index);
    return index;
  }
}
