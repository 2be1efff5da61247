import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import type { GraphLimits } from '../../analysis/callGraph/graphLimits.ts';
import type { FlamePicture, Zoom } from '../../analysis/flame/flamePicture.ts';
import type { CallerOrCallee } from '../../analysis/lines/callersAndCallees.ts';
import type { OwnCode } from '../../analysis/names/ownCode.ts';
import type { MachineCode } from '../../base/model.ts';
import type { Result } from '../../base/result.ts';
import type { ProfileMessage } from '../host/host.ts';
import type { Asker } from '../host/openQuestions.ts';
import type { Filters, Scope, SearchText, TimedCost } from './scope.ts';
import type {
  PeekAnswer,
  PeekQuestion,
  TableAnswer,
  TableQuestion,
  TreeAnswer,
  TreeQuestion,
} from './tableQuestions.ts';

/**
 * The questions that the page asks the engine, with their answers. The engine holds the profile and does all the work
 * on it, in a worker where the browser allows one (see connect.ts). Questions and answers are plain data; the buffers
 * of their columns are transferred, not copied.
 */
export interface Questions {
  /** Reads a profile. All later questions are about it. */
  open: { question: OpenQuestion; answer: Result<OpenAnswer> };
  /** Tries filters out. Other questions may only have filters that this one has accepted. */
  filter: { question: Filters; answer: Result<FilterFacts> };
  /** The modules and benchmarks that are the user's own. */
  ownCode: { question: 'whole profile'; answer: OwnCode };
  /** The function that the tabs about one function show until the user chooses one: see `shownFirst`. */
  hottest: { question: HottestQuestion; answer: string };
  picture: { question: PictureQuestion; answer: PictureAnswer };
  search: { question: SearchQuestion; answer: Result<SearchAnswer> };
  table: { question: TableQuestion; answer: TableAnswer };
  calls: { question: CallsQuestion; answer: CallsAnswer };
  /** Every function with its callers and callees, as a table. */
  peek: { question: PeekQuestion; answer: PeekAnswer };
  tree: { question: TreeQuestion; answer: TreeAnswer };
  listing: { question: ListingQuestion; answer: readonly Listing[] };
  /** The costs of a function's instructions: for each of its symbols, the instructions with samples, ascending. */
  instructions: { question: InstructionsQuestion; answer: readonly (readonly InstructionAnswer[])[] };
  /** The labels of the samples, which pprof calls tags, with their costs. */
  tags: { question: Scope; answer: readonly TagAnswer[] };
  /** The call graph in Graphviz's language. */
  graph: { question: GraphQuestion; answer: GraphAnswer };
  export: { question: ExportQuestion; answer: Uint8Array };
}

/** Answers the page's questions about a profile. Only `open` tells which share of its work is done. */
export interface ProfileEngine {
  readonly ask: Asker<Questions>;
}

/** The buffers of the profiles are transferred: the page cannot use them afterwards. Sample type -1 is the profile's default. */
export interface OpenQuestion
  extends Pick<ProfileMessage, 'bytes' | 'base' | 'timed' | 'operations' | 'sampleType'> {
  /** Width of the first picture in CSS pixels: at least that of the graph. */
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
  readonly facts: PageFacts;
  /** The whole graph, which the page shows at once; `null` where the page has a first picture already. */
  readonly picture: PictureAnswer | null;
}

export interface FilterFacts {
  /** Kinds whose filters match nothing, which is nearly always a mistake in an expression. */
  readonly unmatched: readonly string[];
  /** By sample type: sum of |value| over the samples that are left. */
  readonly totals: readonly number[];
}

export type TreePart =
  /** Every stack from the root. */
  | { readonly is: 'all' }
  /** Every stack from its leaf: the costly functions, with their callers below them. */
  | { readonly is: 'leaves' }
  /** The callees of a function, which is the root. */
  | { readonly is: 'callees'; readonly functionName: string }
  /** The callers of a function, which is the root. */
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

export interface SearchQuestion extends SearchText, Scope {}

export interface SearchAnswer {
  /** By name index: 1 for each name to mark. */
  readonly marked: Uint8Array;
  /** Of all samples with a match on their stack, in the sample type's unit. */
  readonly cum: number;
  /** Binaries that match by their own name. */
  readonly binaries: readonly string[];
}

export interface HottestQuestion extends Scope {
  /** The functions whose lines the editor's cursor is in. */
  readonly atCursor: readonly string[];
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

export interface CallRow extends Omit<CallerOrCallee, 'value'> {
  readonly value: number;
}

export interface ListingQuestion extends Scope {
  readonly functionName: string;
}

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
  readonly lines: readonly ({ readonly line: number } & TimedCost)[];
}

export interface InstructionsQuestion extends Scope {
  /** Of the profile as it was opened, without a base. */
  readonly code: MachineCode;
}

export interface InstructionAnswer extends TimedCost {
  /** Index in the symbol's instructions. */
  readonly instruction: number;
  /** Of the instruction's line, as the profile names it; empty where unknown. */
  readonly file: string;
}

export interface TagAnswer {
  readonly key: string;
  readonly total: number;
  readonly values: readonly { readonly value: string; readonly total: number }[];
}

export interface GraphQuestion extends HottestQuestion, GraphLimits {}

export interface GraphAnswer {
  /** In Graphviz's language; node `N1` is the first of `functions`. */
  readonly dot: string;
  readonly functions: readonly string[];
  /** The number of the node to look at first: of the function that `shownFirst` names, else that with the largest flat. */
  readonly hottest: number;
}

/**
 * pprof's own, gzipped; flamegraph.pl's; speedscope's; Firefox Profiler's. For a page with the profile in it: `page` is pprof's with what
 * operations cost, `picture` the page's first picture, `files` a JSON list of its source files (`trimmedFiles`).
 */
export type ExportFormat = 'pprof' | 'folded' | 'speedscope' | 'firefox' | 'page' | 'picture' | 'files';

export interface ExportQuestion extends Scope {
  readonly format: ExportFormat;
}
