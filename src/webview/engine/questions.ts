import type { Granularity } from '../../analysis/costs/nodes.ts';
import type { FlamePicture, Zoom } from '../../analysis/flame/flamePicture.ts';
import type { OwnCode } from '../../analysis/lines/ownCode.ts';
import type { ProfileFacts } from '../../analysis/values/profileFacts.ts';
import type { MachineCode } from '../../model.ts';
import type { Result } from '../../result.ts';

/**
 * What the page asks the engine, which holds the profile and does all the work on it. The engine runs in a
 * worker where there can be one (see connect.ts); questions and answers are plain data, large columns are
 * handed over, not copied.
 */
export interface ProfileEngine {
  ask<K extends keyof Questions>(
    kind: K,
    question: Questions[K]['question'],
  ): Promise<Questions[K]['answer']>;
}

export interface Questions {
  /** Reads a profile, which all later questions are about. */
  open: { question: OpenQuestion; answer: Result<OpenAnswer> };
  /** Tries filters out; other questions may only have filters that this one has found to be good. */
  filter: { question: Filters; answer: Result<FilterFacts> };
  /** What is the user's own in it. */
  ownCode: { question: 'whole profile'; answer: OwnCode };
  /** What to draw. */
  picture: { question: PictureQuestion; answer: PictureAnswer };
  /** What a search finds. */
  search: { question: SearchQuestion; answer: Result<SearchAnswer> };
  /** Rows of the table of what costs how much. */
  table: { question: TableQuestion; answer: TableAnswer };
  /** The callers and callees of a function. */
  calls: { question: CallsQuestion; answer: CallsAnswer };
  /** Every function with its callers and callees, as a table. */
  peek: { question: PeekQuestion; answer: PeekAnswer };
  /** What the lines of a function cost. */
  listing: { question: ListingQuestion; answer: readonly Listing[] };
  /** What the instructions of a function cost: of each of its symbols, those with samples, ascending. */
  instructions: { question: InstructionsQuestion; answer: readonly (readonly InstructionAnswer[])[] };
  /** Label values with their totals. */
  tags: { question: Scope; answer: readonly TagAnswer[] };
  /** The call graph, for Graphviz to draw. */
  graph: { question: GraphQuestion; answer: GraphAnswer };
  /** The profile in another form. */
  export: { question: ExportQuestion; answer: Uint8Array };
}

export interface OpenQuestion {
  /** As in the file, gzipped or not. Given away. */
  readonly bytes: ArrayBuffer;
  /** The profile to show the difference from; `null` for none. Given away too. */
  readonly base: { readonly bytes: ArrayBuffer; readonly ratio: number } | null;
  /** Of the first picture; -1 for the default sample type. */
  readonly sampleType: number;
  /** For the first picture: at least the width that the graph will have. */
  readonly pixels: number;
  /** The names and files of a first picture that the page shows already; `null` without one. */
  readonly known: KnownTexts | null;
}

/** Function names and files that the page knows, at their indexes. */
export interface KnownTexts {
  readonly names: readonly string[];
  readonly files: readonly string[];
}

export interface OpenAnswer {
  readonly facts: ProfileFacts;
  /** The whole graph, so that something can be shown before anything else is asked; `null` where the page has it. */
  readonly picture: PictureAnswer | null;
}

/**
 * pprof's filters, several of a kind. A stack must pass every `focus`; the others add up, as alternatives of one
 * expression do. Expressions are Go's.
 */
export interface Filters {
  readonly focus: readonly string[];
  readonly ignore: readonly string[];
  readonly hide: readonly string[];
  readonly show: readonly string[];
  readonly showFrom: readonly string[];
  readonly tagFocus: readonly string[];
  readonly tagIgnore: readonly string[];
}

export interface FilterFacts {
  /** Kinds of which none matched anything: nearly always a mistake in the expression. */
  readonly unmatched: readonly string[];
  /** By sample type: sum of |value| over the samples that are left. */
  readonly totals: readonly number[];
}

/** Which samples a question is about, and what they count. */
export interface Scope {
  readonly sampleType: number;
  readonly filters: Filters;
}

/** Which tree to draw. */
export type TreePart =
  /** Every stack from the root. */
  | { readonly is: 'all' }
  /** Every stack from its leaf: who is costly, and below it who called that. */
  | { readonly is: 'leaves' }
  /** What one function calls; the function is the root. */
  | { readonly is: 'callees'; readonly functionName: string }
  /** Who calls it; the function is the root, its callers are below it. */
  | { readonly is: 'callers'; readonly functionName: string };

export interface PictureQuestion extends Scope {
  readonly part: TreePart;
  readonly zoom: Zoom;
  /** Width of the graph in CSS pixels. Frames narrower than half of one are left out. */
  readonly pixels: number;
}

export interface PictureAnswer extends FlamePicture {
  /** Which tree this is a picture of: sample type, filters and part as one text. */
  readonly tree: string;
  readonly sampleType: number;
}

export interface SearchText {
  readonly text: string;
  /** Take `text` as a regular expression, in Go's syntax. */
  readonly regExp: boolean;
  readonly matchCase: boolean;
}

export interface SearchQuestion extends SearchText, Scope {}

export interface SearchAnswer {
  /** By name index: 1 for each name to mark. */
  readonly marked: Uint8Array;
  /** Of all samples with a match on their stack, in the sample type's unit. */
  readonly cum: number;
  /** Binaries that match by their own name. */
  readonly binaries: readonly string[];
}

/** What counts as one row; `packages` is the page's own. */
export type TableGranularity = Extract<Granularity, 'functions' | 'files' | 'lines'> | 'packages';

export type TableSort = 'flat' | 'cum' | 'name';

export interface TableQuestion extends Scope {
  readonly granularity: TableGranularity;
  readonly sort: TableSort;
  /** Smallest first, or names from the end. */
  readonly reverse: boolean;
  /** Only rows that match; all if the text is empty. */
  readonly search: SearchText;
  /** The rows wanted, by their place in the order. */
  readonly from: number;
  readonly count: number;
}

export interface TableAnswer {
  /** All rows that match. */
  readonly rowCount: number;
  readonly from: number;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  /** What the row is called: function, file, package, or function with its place. */
  readonly label: string;
  readonly functionName: string;
  readonly file: string;
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  /** Flat values of this row and all before it in the order. */
  readonly sum: number;
  /** CPU samples behind `flat`; `null` where the profile does not count them. */
  readonly samples: number | null;
  /** In a difference: what flat and cum were and are. */
  readonly change: { readonly flat: Change; readonly cum: Change } | null;
}

/** A value in the base and in the profile that is compared with it. */
export interface Change {
  readonly was: number;
  readonly is: number;
}

export interface CallsQuestion extends Scope {
  readonly functionName: string;
}

export interface CallsAnswer {
  readonly flat: number;
  readonly cum: number;
  readonly callers: readonly CallRow[];
  readonly callees: readonly CallRow[];
}

export interface CallRow {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly value: number;
  readonly inline: boolean;
}

export interface PeekQuestion extends Scope {
  /** Only functions that match; all if the text is empty. */
  readonly search: SearchText;
  /** The rows wanted, by their place. */
  readonly from: number;
  readonly count: number;
  /** A function whose place is asked for; empty for none. */
  readonly functionName: string;
}

export interface PeekAnswer {
  /** In which pprof would print the values. */
  readonly unit: string;
  /** Functions that match. */
  readonly functionCount: number;
  /** Those of them that are in the table, and the rows they have together: browsers cannot scroll any further. */
  readonly shownCount: number;
  readonly rowCount: number;
  readonly from: number;
  readonly rows: readonly PeekRow[];
  /** -1 where the function is not among them. */
  readonly rowOfFunction: number;
}

/** A function, or above it one of its callers, or below it one of its callees. */
export type PeekRow = PeekedFunction | PeekedCall;

interface PeekedEntry {
  readonly label: string;
  /** Empty where only a binary is known. */
  readonly functionName: string;
  readonly file: string;
  readonly line: number;
  /** The first of the rows that belong to one function. */
  readonly startsBlock: boolean;
}

export interface PeekedFunction extends PeekedEntry {
  readonly kind: 'function';
  readonly flat: number;
  /** Flat of this function and of all above it. */
  readonly sum: number;
  readonly cum: number;
}

export interface PeekedCall extends PeekedEntry {
  readonly kind: 'caller' | 'callee';
  readonly value: number;
  /** What its share is of: the function's cum. */
  readonly of: number;
  readonly inline: boolean;
}

export interface ListingQuestion extends Scope {
  readonly functionName: string;
}

/** A function's lines in one file. */
export interface Listing {
  /** As the profile names it; empty where unknown. */
  readonly file: string;
  /** Of the function, each sample counted once: lines of a recursive function may sum to more. */
  readonly flat: number;
  readonly cum: number;
  /** First and last line to show; the file may end earlier. */
  readonly start: number;
  readonly end: number;
  /** Only lines with a cost, ascending; 0 where the line is unknown. */
  readonly lines: readonly { readonly line: number; readonly flat: number; readonly cum: number }[];
}

export interface InstructionsQuestion extends Scope {
  /** Of the profile as it was opened, without a base. */
  readonly code: MachineCode;
}

export interface InstructionAnswer {
  /** Index in the symbol's instructions. */
  readonly instruction: number;
  readonly flat: number;
  readonly cum: number;
  /** Of the instruction's line, as the profile names it; empty where unknown. */
  readonly file: string;
}

export interface TagAnswer {
  readonly key: string;
  readonly total: number;
  readonly values: readonly { readonly value: string; readonly total: number }[];
}

/** What is left out of a call graph, as pprof's options of these names have it. */
export interface GraphLimits {
  readonly nodeCount: number;
  readonly nodeFraction: number;
  readonly edgeFraction: number;
}

export interface GraphQuestion extends Scope, GraphLimits {}

export interface GraphAnswer {
  /** In Graphviz's language; node `N1` is the first of `functions`. */
  readonly dot: string;
  readonly functions: readonly string[];
}

/** pprof's own, gzipped; flamegraph.pl's; speedscope's. */
/** `picture` is the first picture of a page with the profile in it. */
export type ExportFormat = 'pprof' | 'folded' | 'speedscope' | 'picture';

export interface ExportQuestion extends Scope {
  readonly format: ExportFormat;
}
