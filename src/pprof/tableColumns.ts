import { BooleanBuilder, Int64Builder, Uint32Builder } from './columns.ts';
import { type Growth, grownLength, growthFrom, type ReadSoFar } from './growing.ts';
import { IdBuilder, IdIndex } from './ids.ts';
import { functionMissing, idTwice, idZero, type TableName } from './malformed.ts';
import { Numbers } from './numbers.ts';
import type { FunctionTable, Int64Column, MappingTable } from './profile.ts';
import type { ProfileReader } from './profileReader.ts';
import type { StringIndexes } from './stringIndexes.ts';

/** What a column holds: numbers of 64 bits, string indexes, or true and false. */
interface Kinds {
  readonly uint64: { readonly builder: Int64Builder; readonly column: Int64Column; readonly item: bigint };
  readonly int64: { readonly builder: Int64Builder; readonly column: Int64Column; readonly item: bigint };
  readonly string: { readonly builder: Uint32Builder; readonly column: Uint32Array; readonly item: number };
  readonly flag: { readonly builder: BooleanBuilder; readonly column: Uint8Array; readonly item: boolean };
}

/** The columns of a table: the field that each has in the table's message (profile.proto), and what it holds. */
export type Fields = Readonly<Record<string, readonly [field: number, kind: keyof Kinds]>>;

type Of<F extends Fields, What extends keyof Kinds['flag']> = {
  readonly [Name in keyof F]: Kinds[F[Name][1]][What];
};

export const functionFields = {
  id: [1, 'uint64'],
  name: [2, 'string'],
  systemName: [3, 'string'],
  filename: [4, 'string'],
  startLine: [5, 'int64'],
} as const satisfies Record<Exclude<keyof FunctionTable, 'count'>, Fields[string]>;

export const mappingFields = {
  id: [1, 'uint64'],
  start: [2, 'uint64'],
  limit: [3, 'uint64'],
  offset: [4, 'uint64'],
  filename: [5, 'string'],
  buildId: [6, 'string'],
  hasFunctions: [7, 'flag'],
  hasFilenames: [8, 'flag'],
  hasLineNumbers: [9, 'flag'],
  hasInlineFrames: [10, 'flag'],
} as const satisfies Record<Exclude<keyof MappingTable, 'count'>, Fields[string]>;

export const locationFields = { id: [1, 'uint64'], address: [3, 'uint64'], isFolded: [5, 'flag'] } as const;
const mappingIdField = 2;
const nestedLineField = 4;
const lineField = { functionId: 1, line: 2, column: 3 } as const;

/** A row to be added: what is not given is 0 or false. */
export type NewRow<F extends Fields> = Partial<Of<F, 'item'>>;

/** The columns of one table while it grows. */
export class TableColumns<F extends Fields> {
  readonly columns: Of<F, 'builder'>;
  #count = 0;

  constructor(
    protected readonly fields: F,
    growthOf: (itemBytes: number) => Growth = () => grownLength,
  ) {
    const made = Object.entries(fields).map(([name, [, kind]]) => [name, newBuilder(kind, growthOf)]);
    this.columns = Object.fromEntries(made) as Of<F, 'builder'>;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a row, which has the next id. Answers its number. */
  push(row: NewRow<F>): number {
    const items: Readonly<Record<string, bigint | number | boolean | undefined>> = row;
    for (const [name, builder] of Object.entries<Kinds[keyof Kinds]['builder']>(this.columns)) {
      const item = name === 'id' ? BigInt(this.#count + 1) : items[name];
      if (builder instanceof Int64Builder) builder.pushExact(BigInt(item ?? 0));
      else if (builder instanceof BooleanBuilder) builder.push(item === true);
      else builder.push(Number(item ?? 0));
    }
    return this.#count++;
  }

  /** Counts a row whose items have been pushed. */
  protected endRow(): void {
    this.#count++;
  }

  finish(): { readonly count: number } & Of<F, 'column'> {
    const columns = Object.entries<Kinds[keyof Kinds]['builder']>(this.columns);
    const finished = columns.map(([name, builder]) => [name, builder.finish()]);
    return { count: this.#count, ...(Object.fromEntries(finished) as Of<F, 'column'>) };
  }
}

function newBuilder(kind: keyof Kinds, growthOf: (itemBytes: number) => Growth) {
  if (kind === 'string') return new Uint32Builder(undefined, growthOf(4));
  if (kind === 'flag') return new BooleanBuilder(growthOf(1));
  return new Int64Builder(kind === 'int64' ? 'signed' : 'unsigned', undefined, growthOf(8));
}

/** A message's tag, its length, and a field's tag and value: no row takes fewer bytes. */
const fewestRowBytes = 4;

function growthIn(read: ReadSoFar): (itemBytes: number) => Growth {
  return (itemBytes) => growthFrom(read, itemBytes, fewestRowBytes);
}

/** A table whose rows have ids, while a profile is decoded. */
export class DecodedTable<
  F extends Fields & { readonly id: readonly [1, 'uint64'] },
> extends TableColumns<F> {
  readonly index: IdIndex;
  protected readonly numbers: Numbers;
  readonly #pushes: readonly (() => void)[];

  /** @param last the last field of its message */
  constructor(
    read: ReadSoFar,
    private readonly table: TableName,
    fields: F,
    last: number,
    strings: StringIndexes,
  ) {
    super(fields, growthIn(read));
    const numbers = new Numbers(last, `${table.charAt(0).toUpperCase()}${table.slice(1)}`);
    this.numbers = numbers;
    this.index = new IdIndex((this.columns as Of<{ id: readonly [1, 'uint64'] }, 'builder'>).id);
    this.#pushes = Object.entries<Kinds[keyof Kinds]['builder']>(this.columns).map(([name, builder]) => {
      const [field] = fields[name]!;
      if (builder instanceof Int64Builder) return () => numbers.pushTo(builder, field);
      if (builder instanceof BooleanBuilder) return () => builder.push(numbers.isTrue(field));
      return () => builder.push(numbers.string(field, strings));
    });
  }

  /** Reads one row, whose length comes next. */
  read(reader: ProfileReader): void {
    this.numbers.read(reader);
    this.addRow();
  }

  /**
   * Adds the row that was read. What can never be valid is refused here and not when all is read: such rows would take much more
   * memory than their bytes.
   */
  protected addRow(): void {
    const [low, high] = [this.numbers.low[1]!, this.numbers.high[1]!];
    if (low === 0 && high === 0) throw idZero(this.table);
    if (!this.index.add(low, high)) throw idTwice(this.table, low, high);
    for (const push of this.#pushes) push();
    this.endRow();
  }
}

/** The locations and their lines while a profile is decoded. */
export class DecodedLocations extends DecodedTable<typeof locationFields> {
  readonly mappingId: IdBuilder;
  readonly lineStart: Uint32Builder;
  readonly functionId: IdBuilder;
  readonly lineNumber: Int64Builder;
  readonly lineColumn: Int64Builder;
  readonly #line = new Numbers(lineField.column, 'Line');
  readonly #readLine = (reader: ProfileReader): void => {
    const line = this.#line;
    line.read(reader);
    if (!line.isTrue(lineField.functionId)) throw functionMissing();
    line.pushTo(this.functionId, lineField.functionId);
    line.pushTo(this.lineNumber, lineField.line);
    line.pushTo(this.lineColumn, lineField.column);
  };

  constructor(read: ReadSoFar, strings: StringIndexes) {
    super(read, 'location', locationFields, locationFields.isFolded[0], strings);
    const growthOf = growthIn(read);
    this.mappingId = new IdBuilder(growthOf(4));
    this.lineStart = new Uint32Builder(undefined, growthOf(4));
    this.functionId = new IdBuilder(growthOf(4));
    this.lineNumber = new Int64Builder('signed', undefined, growthOf(8));
    this.lineColumn = new Int64Builder('signed', undefined, growthOf(8));
    this.lineStart.push(0);
  }

  override read(reader: ProfileReader): void {
    this.numbers.read(reader, nestedLineField, this.#readLine);
    this.addRow();
    this.numbers.pushTo(this.mappingId, mappingIdField);
    this.lineStart.push(this.functionId.length);
  }
}
