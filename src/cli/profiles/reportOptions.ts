/** The options of the reports: what they are, and what the help says of them. */
import type { GraphOptions } from '../../analysis/callGraph/callGraph.ts';
import { granularities } from '../../analysis/costs/nodes.ts';
import type { FilterOptions } from '../../analysis/filters/filters.ts';
import {
  type OptionSpellings,
  type Options,
  type OptionValues,
  optionsText,
  outputOption,
} from '../terminal/options.ts';
import { readingOptions, storeOptions, storeOptionsText } from './storeSource.ts';

const outputOptions = {
  json: { is: 'flag', help: 'one JSON document instead of text' },
  output: { ...outputOption, help: 'write there instead of to standard output' },
  'with-source': {
    is: 'flag',
    help: [
      'for html: put the source files into the page, so that it shows them anywhere;',
      'those newer than the profile only from folders of --source-path; weblist',
      'does it unless --with-source=false',
    ],
  },
  unit: { is: 'text', takes: 'UNIT', help: 'unit of text: minimum (default), auto, ms, MB, ...' },
} as const satisfies Options;

const valueOptions = {
  'sample-index': {
    is: 'text',
    takes: 'TYPE|N',
    help: "which sample type; by default the profile's own choice, else the last",
  },
  mean: { is: 'flag', help: 'average over the first sample type, such as the bytes of an object' },
  'divide-by': { is: 'number', takes: 'N', help: 'divide all values' },
  'relative-percentages': {
    is: 'flag',
    help: 'percentages of the filtered profile, not of the whole profile',
  },
} as const satisfies Options;

const rowOptions = {
  granularity: {
    is: { oneOf: granularities },
    takes: 'G',
    help: 'functions (default), filefunctions, files, lines, addresses',
  },
  noinlines: { is: 'flag', help: 'count inlined calls as their caller' },
  showcolumns: { is: 'flag', help: 'columns beside lines' },
  cum: { is: 'flag', help: 'sort by cum' },
  // As in pprof, a negative number means the report's own default.
  nodecount: {
    is: 'integer',
    takes: 'N',
    help: 'at most N rows or nodes (default all; for dot and graph 80)',
  },
  nodefraction: {
    is: 'number',
    takes: 'F',
    help: 'without rows or nodes below this share of the total (for dot and graph 0.005)',
  },
  edgefraction: {
    is: 'number',
    takes: 'F',
    help: 'without calls below this share (for dot and graph 0.001)',
  },
  trim: {
    is: 'flag',
    help: [
      'the limits of go tool pprof: 0.005, 0.001, in tree 80 nodes; --no-trim: no limits at',
      'all, also for dot and graph',
    ],
  },
  'call-tree': {
    is: 'flag',
    help: 'for dot, graph and callgrind: a function apart for each way to reach it',
  },
  'compact-labels': { is: 'flag', help: 'tables without the lines about the profile' },
  'trim-path': {
    is: 'text',
    takes: 'DIRS',
    help: 'cut these folders off file names; separate several with colons',
  },
  'source-path': { is: 'text', takes: 'DIRS', help: 'folders with the sources' },
} as const satisfies Options;

const instructionOptions = {
  binary: {
    is: 'text',
    takes: 'FILE',
    help: [
      'the profiled program, if it is not where the profile says; it can also stand',
      'before the profiles',
    ],
  },
  'intel-syntax': {
    is: 'flag',
    help: "the syntax of Intel instead of Go's, by the objdump of binutils or LLVM",
  },
  tools: {
    is: 'text',
    takes: 'DIRS',
    help: 'folders with nm and objdump of binutils or LLVM, which are then used; with commas',
  },
} as const satisfies Options;

const filters = {
  focus: { is: 'text', takes: 'RE', help: 'only samples with a matching frame' },
  ignore: { is: 'text', takes: 'RE', help: 'only samples without a matching frame' },
  hide: { is: 'text', takes: 'RE', help: 'leave out frames that match' },
  show: { is: 'text', takes: 'RE', help: 'leave out frames that do not match' },
  'show-from': { is: 'text', takes: 'RE', help: 'leave out the callers of the first match' },
  'prune-from': { is: 'text', takes: 'RE', help: 'leave out the callees of the last match' },
  tagfocus: {
    is: 'text',
    takes: 'T',
    help: 'only samples with such a label: RE, KEY=RE, a range such as 16kb:64kb',
  },
  tagignore: { is: 'text', takes: 'T', help: 'only samples without such a label' },
  tagshow: { is: 'text', takes: 'RE', help: 'labels that are shown' },
  taghide: { is: 'text', takes: 'RE', help: 'labels that are not shown' },
  tagroot: { is: 'text', takes: 'KEYS', help: 'labels as frames at the root; several with commas' },
  tagleaf: { is: 'text', takes: 'KEYS', help: 'labels as frames at the leaf; several with commas' },
} as const satisfies Options;

const baseOptions = {
  base: { is: 'texts', takes: 'PROFILE', help: 'subtract a profile' },
  'diff-base': { is: 'texts', takes: 'PROFILE', help: 'the same, with percentages of that profile' },
  normalize: { is: 'flag', help: "first scale to the base's total" },
  'drop-negative': { is: 'flag', help: 'leave out what is negative' },
} as const satisfies Options;

const profileOptions = {
  'all-frames': { is: 'flag', help: 'also the frames that the profile itself wants left out' },
  'add-comment': { is: 'text', takes: 'TEXT', help: 'add a comment to the profile' },
  // As pprof's option.
  symbolize: {
    is: { oneOf: ['none'] },
    help: 'for scripts made for pprof; names that the profile lacks are never looked up',
  },
  ...readingOptions,
} as const satisfies Options;

/** The options of the reports, with pprof's names and meanings. */
export const reportOptions = {
  ...outputOptions,
  ...valueOptions,
  ...rowOptions,
  ...instructionOptions,
  ...filters,
  ...baseOptions,
  ...profileOptions,
  ...storeOptions,
} as const satisfies Options;

/** What the help of a report says of its options. Not translated: option names and these texts belong together. */
export const reportOptionsText = `Output:
${optionsText(outputOptions)}
Values:
${optionsText(valueOptions)}
Rows:
${optionsText(rowOptions)}
Instructions:
${optionsText(instructionOptions)}
Filters; RE is a regular expression of Go:
${optionsText(filters)}
Comparing:
${optionsText(baseOptions)}
Reading:
${optionsText(profileOptions)}
${storeOptionsText}`;

export type ReportOptions = OptionValues<typeof reportOptions>;

/** Sample types for which pprof has a flag of its own. */
const typeFlags = ['inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects', 'contentions'] as const;

/** pprof also has a flag for each granularity, order and well-known sample type. */
export const pprofSpellings: OptionSpellings = {
  ...Object.fromEntries(granularities.map((granularity) => [granularity, [['granularity', granularity]]])),
  ...Object.fromEntries(typeFlags.map((type) => [type.replace('_', '-'), [['sample-index', type]]])),
  'total-delay': [['sample-index', 'delay']],
  'mean-delay': [
    ['sample-index', 'delay'],
    ['mean', 'true'],
  ],
  flat: [['cum', 'false']],
  'no-trim': [['trim', 'false']],
};

/** The options of the filters. */
export function filterOptions(options: ReportOptions): FilterOptions {
  return {
    focus: options.focus,
    ignore: options.ignore,
    hide: options.hide,
    show: options.show,
    showFrom: options['show-from'],
    pruneFrom: options['prune-from'],
    tagFocus: options.tagfocus,
    tagIgnore: options.tagignore,
    tagShow: options.tagshow,
    tagHide: options.taghide,
  };
}

/** The names of the filters on the command line. */
export const filterNames: Readonly<Record<keyof FilterOptions, string>> = {
  focus: '--focus',
  ignore: '--ignore',
  hide: '--hide',
  show: '--show',
  showFrom: '--show-from',
  pruneFrom: '--prune-from',
  tagFocus: '--tagfocus',
  tagIgnore: '--tagignore',
  tagShow: '--tagshow',
  tagHide: '--taghide',
};

/** How many nodes to show; 0 means all. */
function nodeCountOf({ nodecount }: ReportOptions): number | undefined {
  return nodecount === undefined || nodecount < 0 ? undefined : nodecount;
}

/** What is left out of a table or a graph if nothing else is asked for. */
export interface Limits {
  readonly nodeCount: number;
  readonly nodeFraction: number;
  readonly edgeFraction: number;
}

/** pprof's own limits. */
export const pprofLimits: Limits = { nodeCount: 80, nodeFraction: 0.005, edgeFraction: 0.001 };

const nothingLeftOut: Limits = { nodeCount: 0, nodeFraction: 0, edgeFraction: 0 };

/**
 * The limits that the options name, the others from `own`. `--trim=false` (`--no-trim`) leaves nothing out, whatever else
 * is named.
 */
export function limitsOf(options: ReportOptions, own: Limits): Limits {
  if (options.trim === false) return nothingLeftOut;
  return {
    nodeCount: nodeCountOf(options) ?? own.nodeCount,
    nodeFraction: options.nodefraction ?? own.nodeFraction,
    edgeFraction: options.edgefraction ?? own.edgeFraction,
  };
}

/** The options of a table or a graph. By default nothing is left out; `--trim` asks for pprof's own limits of tables. */
export function graphOptions(options: ReportOptions): GraphOptions {
  const { granularity } = options;
  const own = options.trim === true ? { ...pprofLimits, nodeCount: 0 } : nothingLeftOut;
  return {
    ...(granularity === undefined ? {} : { granularity }),
    noInlines: options.noinlines ?? false,
    showColumns: options.showcolumns ?? false,
    cumSort: options.cum ?? false,
    dropNegative: options['drop-negative'] ?? false,
    ...limitsOf(options, own),
  };
}
