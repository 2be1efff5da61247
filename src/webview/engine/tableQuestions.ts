import type { Granularity } from '../../analysis/costs/nodes.ts';
import type { ShortName } from '../../analysis/names/nameSet.ts';
import type { Scope, SearchText, TimedCost } from './scope.ts';

/** What a row is about. pprof has no `packages`. */
export type TableGranularity = Extract<Granularity, 'functions' | 'files' | 'lines'> | 'packages';

/** What the table can be sorted by: columns of the page with the same ids. */
export const tableSorts = ['flat', 'cum', 'flat-op', 'cum-op', 'name'] as const;

export type TableSort = (typeof tableSorts)[number];

/** Some rows of a table are asked for: those in sight. */
interface RowsQuestion extends Scope {
  /** Only rows that match; all if the text is empty. */
  readonly search: SearchText;
  /** The rows wanted: the place of the first one in the order, and their number. */
  readonly from: number;
  readonly count: number;
  /** The function whose row is asked for; empty for none. */
  readonly functionName: string;
}

export interface RowsAnswer<Row> {
  /** Number of all rows that match. */
  readonly rowCount: number;
  /** Place of the first of `rows` in the table. */
  readonly from: number;
  readonly rows: readonly Row[];
  /** Place of the function's row; -1 if it is not in the table. */
  readonly rowOfFunction: number;
}

export interface NamedRow {
  /** Name of the row's function, file or package. */
  readonly label: string;
  /** The shortest form of the label that no other label of the table has. */
  readonly short: ShortName;
  /** Empty where the row is not of one function, or only the binary is known. */
  readonly functionName: string;
  readonly file: string;
  readonly line: number;
}

export interface TableQuestion extends RowsQuestion {
  readonly granularity: TableGranularity;
  readonly sort: TableSort;
  /** The reverse order: smallest first, or names from the last to the first. */
  readonly reverse: boolean;
}

export type TableAnswer = RowsAnswer<TableRow>;

export interface TableRow extends NamedRow, TimedCost {
  /** Sum of the flat values of this row and all rows above it. */
  readonly sum: number;
  /** CPU samples behind `flat`; `null` where the profile does not count them. */
  readonly samples: number | null;
  /** In a difference, flat and cum in the base and now; `null` otherwise. */
  readonly change: { readonly flat: Change; readonly cum: Change } | null;
}

/** A value in the base (`was`) and in the profile that is compared with it (`is`). */
export interface Change {
  readonly was: number;
  readonly is: number;
}

/** About functions: those that match are in the table, each with its callers and callees. */
export type PeekQuestion = RowsQuestion;

export interface PeekAnswer extends RowsAnswer<PeekRow> {
  /** The unit in which pprof prints the values. */
  readonly unit: string;
  /** Number of functions that match. */
  readonly functionCount: number;
  /** The functions of those that are in the table: browsers cannot scroll further than their rows. */
  readonly shownCount: number;
}

/** An open row of the tree. */
export interface OpenRow {
  /** Place of the row above it among the open rows, where it comes earlier; -1 at the top. */
  readonly parent: number;
  /** Of the function. */
  readonly name: string;
}

/** The call tree as a table: the functions at the top, and what is below open rows. A search leaves nothing out. */
export interface TreeQuestion extends RowsQuestion {
  /** The costly functions are at the top and their callers below them. */
  readonly fromLeaf: boolean;
  /** `null` opens the hot path, whose last row is then the answer's `rowOfFunction`. */
  readonly open: readonly OpenRow[] | null;
}

export interface TreeAnswer extends RowsAnswer<TreeRow> {
  readonly open: readonly OpenRow[];
}

export interface TreeCost {
  readonly flat: number;
  /** `null` where a caller stands below the function: its own cum says nothing of that call. */
  readonly cum: number | null;
}

export interface TreeRow extends NamedRow, TreeCost {
  /** What operations cost of it. If missing, all of it. */
  readonly timed?: TreeCost;
  /** 1 at the top. */
  readonly level: number;
  /** Its place among the open rows; -1 if it is closed. */
  readonly openAt: number;
  /** The same of the row above it in the tree. */
  readonly parentAt: number;
  /** Place in the table of the row above it in the tree; -1 at the top. */
  readonly parentPlace: number;
  /** Nothing is below it. */
  readonly isLeaf: boolean;
  /** The search matches it. */
  readonly isMatch: boolean;
  readonly inlined: 'all' | 'some' | 'none';
  /** 0 to 1, of the row above it in the tree. */
  readonly shareOfParent: number;
}

/** A function, a caller above it, or a callee below it. */
export type PeekRow = PeekedFunction | PeekedCall;

interface PeekedRow extends NamedRow {
  /** This is the first of the rows of one function. */
  readonly startsBlock: boolean;
}

export interface PeekedFunction extends PeekedRow {
  readonly kind: 'function';
  readonly flat: number;
  /** Sum of the flat values of this function and of all functions above it. */
  readonly sum: number;
  readonly cum: number;
}

export interface PeekedCall extends PeekedRow {
  readonly kind: 'caller' | 'callee';
  readonly value: number;
  /** The function's cum, which the share is of. */
  readonly of: number;
  readonly inline: boolean;
}
