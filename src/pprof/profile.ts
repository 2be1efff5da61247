/**
 * A pprof profile in memory: columns, not objects. Index `i` of every column of a table belongs to
 * the same row; ids of the file are gone, tables refer to each other by dense index.
 *
 *   samples   --locations-->  locations  --lines-->  functions
 *   [s0 s1 ..]  CSR            [l0 l1 ..]  CSR        [f0 f1 ..]
 *
 * "CSR": row `i` of a ragged column is `items[start[i]] .. items[start[i + 1] - 1]`.
 *
 * Built by `decode` in one pass and immutable afterwards; derive, do not change.
 */

/** String indexes refer to `StringTable`; index 0 is always the empty string. */
export type StringIndex = number;

/** The profile's strings, kept as ranges of the inflated bytes and decoded when asked for. */
export interface StringTable {
  readonly length: number;
  /** The text of string `index`, decoded once and remembered. */
  get(index: StringIndex): string;
  /** Its bytes as in the file, which need not be UTF-8; what `encode` writes back. Do not change them. */
  raw(index: StringIndex): Uint8Array;
}

export interface ValueType {
  readonly type: string;
  readonly unit: string;
}

/**
 * A column of int64 or uint64. `approximate` always holds the nearest doubles and is what loops
 * over big data read; `exact` is there only when some value is not a safe integer.
 */
export interface Int64Column {
  readonly approximate: Float64Array;
  readonly exact: BigInt64Array | BigUint64Array | null;
}

export interface SampleTable {
  readonly count: number;
  /** CSR into `locations`, leaf first. Length `count + 1`. */
  readonly locationStart: Uint32Array;
  readonly locations: Uint32Array;
  /** Row-major, `count * sampleTypes.length`. */
  readonly values: Int64Column;
  /** CSR into the label columns. Length `count + 1`. */
  readonly labelStart: Uint32Array;
  /** What the samples were selected from, if they were, and with their whole stacks. */
  readonly selection: Selection | null;
}

/** Which rows of another table of samples a table consists of. */
export interface Selection {
  /** The other table's `locations`. */
  readonly from: Uint32Array;
  /** Ascending. */
  readonly rows: Uint32Array;
}

/** Labels of all samples, in file order within a sample. A label has a text or a number. */
export interface LabelTable {
  readonly key: Uint32Array;
  /** String index of the text value; 0 for a numeric label. */
  readonly text: Uint32Array;
  readonly number: Int64Column;
  readonly numberUnit: Uint32Array;
}

export interface LocationTable {
  readonly count: number;
  /** The id in the file (uint64). */
  readonly id: Int64Column;
  /** Index into mappings, or -1 where the location names none (or one that is not there). */
  readonly mapping: Int32Array;
  readonly address: Int64Column;
  readonly isFolded: Uint8Array;
  /** CSR into the line columns, innermost inlined callee first. Length `count + 1`. */
  readonly lineStart: Uint32Array;
  readonly lineFunction: Uint32Array;
  readonly lineNumber: Int64Column;
  readonly lineColumn: Int64Column;
}

export interface FunctionTable {
  readonly count: number;
  readonly id: Int64Column;
  readonly name: Uint32Array;
  readonly systemName: Uint32Array;
  readonly filename: Uint32Array;
  readonly startLine: Int64Column;
}

export interface MappingTable {
  readonly count: number;
  readonly id: Int64Column;
  readonly start: Int64Column;
  readonly limit: Int64Column;
  readonly offset: Int64Column;
  readonly filename: Uint32Array;
  readonly buildId: Uint32Array;
  readonly hasFunctions: Uint8Array;
  readonly hasFilenames: Uint8Array;
  readonly hasLineNumbers: Uint8Array;
  readonly hasInlineFrames: Uint8Array;
}

export interface Profile {
  readonly strings: StringTable;
  readonly sampleTypes: readonly ValueType[];
  /** What the file says to show first; empty if it does not say. */
  readonly defaultSampleType: string;
  readonly samples: SampleTable;
  readonly labels: LabelTable;
  readonly locations: LocationTable;
  readonly functions: FunctionTable;
  readonly mappings: MappingTable;
  readonly dropFrames: string;
  readonly keepFrames: string;
  readonly timeNanos: bigint;
  readonly durationNanos: bigint;
  readonly periodType: ValueType;
  readonly period: bigint;
  readonly comments: readonly string[];
  readonly docUrl: string;
}
