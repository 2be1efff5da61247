/** The options of the reports: what they are, and what the help says of them. */
import type { GraphOptions } from '../../analysis/callGraph/callGraph.ts';
import { type GraphLimits, pprofLimits } from '../../analysis/callGraph/graphLimits.ts';
import { granularities } from '../../analysis/costs/nodes.ts';
import { type FilterOptions, patternOptions } from '../../analysis/filters/filters.ts';
import {
  flag,
  integer,
  number,
  type OptionSpellings,
  type OptionValues,
  oneOf,
  optionsText,
  outputOption,
  text,
  texts,
} from '../terminal/options.ts';
import { readingOptions, storeOptions, storeOptionsText } from './storeSource.ts';

const outputOptions = {
  json: flag('one JSON document instead of text'),
  output: outputOption('write there instead of to standard output'),
  'with-source': flag(
    'for html: put the source files into the page, so that it shows them anywhere;',
    'those newer than the profile only from folders of --source-path; weblist',
    'does it unless --with-source=false',
  ),
  unit: text('UNIT', 'unit of text: minimum (default), auto, ms, MB, ...'),
};

const valueOptions = {
  'sample-index': text('TYPE|N', "which sample type; by default the profile's own choice, else the last"),
  mean: flag('average over the first sample type, such as the bytes of an object'),
  'divide-by': number('N', 'divide all values'),
  'relative-percentages': flag('percentages of the filtered profile, not of the whole profile'),
};

const rowOptions = {
  granularity: {
    ...oneOf(granularities, 'functions (default), filefunctions, files, lines, addresses'),
    takes: 'G',
  },
  noinlines: flag('count inlined calls as their caller'),
  showcolumns: flag('columns beside lines'),
  cum: flag('sort by cum'),
  owned: flag(
    'for top and lines: only your own code, and what it owns with the libraries and the',
    'runtime below it, by cause: own work, allocation, map, lock, ...',
  ),
  // As in pprof, a negative number means the report's own default.
  nodecount: integer('N', 'at most N rows or nodes (default all; in tree, dot and graph 80)'),
  nodefraction: number('F', 'without rows or nodes below this share of the total (default 0.005)'),
  edgefraction: number('F', 'without calls below this share (default 0.001)'),
  trim: flag(
    "these limits of go tool pprof's, also with --json, which has none by default;",
    '--no-trim: no limits at all',
  ),
  'call-tree': flag('for dot, graph and callgrind: a function apart for each way to reach it'),
  'compact-labels': flag('tables without the lines about the profile'),
  'trim-path': text('DIRS', 'cut these folders off file names; separate several with colons'),
  'source-path': text('DIRS', 'folders with the sources'),
};

const instructionOptions = {
  binary: text(
    'FILE',
    'the profiled program, if it is not where the profile says; it can also stand',
    'before the profiles',
  ),
  'intel-syntax': flag("the syntax of Intel instead of Go's, by the objdump of binutils or LLVM"),
  tools: text('DIRS', 'folders with nm and objdump of binutils or LLVM, which are then used; with commas'),
};

const filters = {
  focus: text('RE', 'only samples with a matching frame'),
  ignore: text('RE', 'only samples without a matching frame'),
  hide: text('RE', 'leave out frames that match'),
  show: text('RE', 'leave out frames that do not match'),
  'show-from': text('RE', 'leave out the callers of the first match'),
  'prune-from': text('RE', 'leave out the callees of the last match'),
  tagfocus: text('T', 'only samples with such a label: RE, KEY=RE, a range such as 16kb:64kb'),
  tagignore: text('T', 'only samples without such a label'),
  tagshow: text('RE', 'labels that are shown'),
  taghide: text('RE', 'labels that are not shown'),
  tagroot: text('KEYS', 'labels as frames at the root; several with commas'),
  tagleaf: text('KEYS', 'labels as frames at the leaf; several with commas'),
};

const baseOptions = {
  base: texts('PROFILE', 'subtract a profile'),
  'diff-base': texts('PROFILE', 'the same, with percentages of that profile'),
  normalize: flag("first scale to the base's total"),
  'drop-negative': flag('leave out what is negative'),
};

const profileOptions = {
  'all-frames': flag('also the frames that the profile itself wants left out'),
  'add-comment': text('TEXT', 'add a comment to the profile'),
  // As pprof's option.
  symbolize: oneOf(['none'], 'for scripts made for pprof; names that the profile lacks are never looked up'),
  ...readingOptions,
};

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
};

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

/** The names of the filters on the command line. */
export const filterNames = {
  ...patternOptions,
  tagFocus: 'tagfocus',
  tagIgnore: 'tagignore',
} as const satisfies Record<keyof FilterOptions, keyof ReportOptions>;

/** The options of the filters. */
export function filterOptions(options: ReportOptions): FilterOptions {
  return Object.fromEntries(Object.entries(filterNames).map(([filter, name]) => [filter, options[name]]));
}

/** How many nodes to show; 0 means all. */
function nodeCountOf({ nodecount }: ReportOptions): number | undefined {
  return nodecount === undefined || nodecount < 0 ? undefined : nodecount;
}

const nothingLeftOut: GraphLimits = { nodeCount: 0, nodeFraction: 0, edgeFraction: 0 };

/**
 * The limits that the options name, the others from `own`. `--trim=false` (`--no-trim`) leaves nothing out, whatever else
 * is named.
 */
export function limitsOf(options: ReportOptions, own: GraphLimits): GraphLimits {
  if (options.trim === false) return nothingLeftOut;
  return {
    nodeCount: nodeCountOf(options) ?? own.nodeCount,
    nodeFraction: options.nodefraction ?? own.nodeFraction,
    edgeFraction: options.edgefraction ?? own.edgeFraction,
  };
}

/** The options of a table or a graph. `--trim` asks for pprof's own limits of tables. */
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
