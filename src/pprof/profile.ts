/**
 * A pprof profile in memory, as columns: item `i` of every column of a table belongs to row `i`. Tables refer to each
 * other by row number, no longer by the ids of the file.
 *
 *   samples   --locations-->  locations  --lines-->  functions
 *   [s0 s1 ..]  CSR            [l0 l1 ..]  CSR        [f0 f1 ..]
 *
 * "CSR": row `i` of a ragged column is `items[start[i]] .. items[start[i + 1] - 1]`.
 *
 * Built by `decode`, and not changed afterwards: a filter makes a new profile, which shares the tables that stay the same.
 */

/** String indexes refer to `StringTable`; index 0 is always the empty string. */
export type StringIndex = number;

/** The profile's strings. Each is decoded when it is asked for the first time. */
export interface StringTable {
  readonly length: number;
  /** The text of string `index`. */
  get(index: StringIndex): string;
  /** Its bytes as in the file. They need not be UTF-8, and `encode` writes them back. Do not change them. */
  raw(index: StringIndex): Uint8Array;
}

export interface ValueType {
  readonly type: string;
  readonly unit: string;
}

/**
 * A column of int64 or uint64. `approximate` holds the nearest doubles; loops over many rows read these. `exact` is
 * there only if some value is not a safe integer.
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
  /** Row of the mapping; -1 where the location refers to none, or to one that is not in the file. */
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
  /** The type of the sample type to show first; empty if the file does not say. */
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
