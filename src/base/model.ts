/** The few words that all rooms share: the pure rooms, the Go side, and the messages between the processes. No logic. */

import type { ProfileKind } from './profileKinds.ts';

/** What a run's profile is of: one of these kinds, or an event that the processor or the kernel counts: `event:instructions`. */
export type TakenKind = ProfileKind | `event:${string}`;

/**
 * The largest profile that editor and page show, in bytes after decompression: server and page each hold all of it in
 * memory. The setting `pprofLens.maxProfileBytes` can lower this limit but not raise it; `--max-bytes` of the command line,
 * where nothing has to be shown in a page, can.
 */
export const mostProfileBytes = 2 ** 31;

/** How a cost grows with a size x: the simplest formula that its points support. Exponents: 0 flat, 1 linear, 2 quadratic. */
export type Growth =
  /** As x^exponent. The 95 % interval is `null` with only two points, which do not give one. */
  | {
      readonly shape: 'power';
      readonly exponent: number;
      readonly interval: { readonly low: number; readonly high: number } | null;
    }
  /** As log x, or as x log x. */
  | { readonly shape: 'log'; readonly exponent: 0 | 1 }
  /** As x^before up to about `until`, then as x^after. */
  | { readonly shape: 'bend'; readonly until: number; readonly before: number; readonly after: number }
  /** The same up to the point `until`, and `factor` times as much from the point `from` on. */
  | { readonly shape: 'step'; readonly until: number; readonly from: number; readonly factor: number }
  | { readonly shape: 'none' };

/** Benchmarks that differ by one number of their names, or by GOMAXPROCS; small enough for JSON. */
export interface GrowthTable {
  /** The name with `#` for the number: `BenchmarkTree/size=#`. */
  readonly name: string;
  /** What the number is called: `size`, `procs`. */
  readonly parameter: string;
  readonly kind: 'size' | 'procs';
  /** Ascending by `x`; `label` is the number as the name has it. */
  readonly points: readonly { readonly x: number; readonly label: string }[];
  readonly results: readonly GrowthRow[];
  /** The user's lines, costliest at the last point first. */
  readonly lines: readonly GrowthLine[];
}

/** A table of growth, and what is said of it, in the user's language. */
export interface GrowthReport {
  readonly table: GrowthTable;
  readonly verdict: string;
  /** How each row of `table.results` grows; empty where that is not known. */
  readonly resultLabels: readonly string[];
  /** The same for `table.lines`. */
  readonly lineLabels: readonly string[];
  /** Index in `table.lines` of the line that grows fastest of those that matter; -1 if none grows too fast. */
  readonly steepest: number;
}

export interface GrowthRow {
  /** `ns/op`, `B/op`, `allocs/op`. */
  readonly unit: string;
  /** By the table's points; `null` where one has none. */
  readonly values: readonly (number | null)[];
  readonly growth: Growth | null;
}

export interface GrowthLine {
  /** As the profile names it, and 1-based line. */
  readonly file: string;
  readonly line: number;
  readonly functionName: string;
  /** CPU nanoseconds per operation, of the line and the libraries it calls; by the table's points. */
  readonly values: readonly (number | null)[];
  readonly growth: Growth | null;
}

/** What an instruction does that can keep the CPU waiting. */
export type SlowKind = 'load' | 'store' | 'atomic' | 'division' | 'call';

export interface Instruction {
  /** In the binary, as its symbols have it. */
  readonly address: number;
  /** Base name of the file and 1-based line that it was compiled from; of another function where that was inlined. */
  readonly file: string;
  readonly line: number;
  /** In the assembler of Go; for who wants it, in another one. */
  readonly text: string;
  /** The function that it was compiled from, where the tool says so. */
  readonly functionName?: string;
  /** Its samples may belong to the instruction before it, which does this: see `skidsIn`. */
  readonly skidOf?: SlowKind;
}

/** The instructions of one symbol, ascending by address, none missing between them; never none. */
export interface MachineSymbol {
  readonly name: string;
  readonly instructions: readonly Instruction[];
  /** Address of the first byte after them. */
  readonly end: number;
}

/** A function's code: several symbols where a generic function was compiled for several types. */
export interface MachineCode {
  readonly symbols: readonly MachineSymbol[];
  /** By index in the profile's mappings, those of the binary: an address in the profile is `base` more than in the binary. */
  readonly loads: readonly { readonly mapping: number; readonly base: number }[];
}

/**
 * What a profile's costs can be divided by besides operations of a benchmark: requests that a server answered while it was
 * profiled, or the seconds of the profile.
 */
export type PerUnit = 'request' | 'second';

/** What speaks against a difference between two profiles, whatever their samples say. */
export interface Evidence {
  /** Standard deviation of the logarithm of the ratio of the two passes' speeds. */
  readonly deviation: number;
  readonly isSameCode: boolean;
  /** The machine can explain a difference between times. */
  readonly isDisturbed: boolean;
  /** By which share two counts of the instructions of the same code have differed. */
  readonly countSpread: number;
}
