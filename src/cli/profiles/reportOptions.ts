import type { GraphOptions } from '../../analysis/callGraph/callGraph.ts';
import { granularities } from '../../analysis/costs/nodes.ts';
import type { FilterOptions } from '../../analysis/filters/filters.ts';
import type { OptionKinds, OptionSpellings, OptionValues } from '../terminal/options.ts';
import { storeOptionKinds } from './storeSource.ts';

/** The options of the reports, with pprof's names and meanings. */
export const reportOptionKinds = {
  json: 'flag',
  o: 'text',
  output: 'text',
  'sample-index': 'text',
  mean: 'flag',
  'divide-by': 'number',
  cum: 'flag',
  granularity: { oneOf: granularities },
  noinlines: 'flag',
  showcolumns: 'flag',
  unit: 'text',
  'relative-percentages': 'flag',
  focus: 'text',
  ignore: 'text',
  hide: 'text',
  show: 'text',
  'show-from': 'text',
  'prune-from': 'text',
  tagfocus: 'text',
  tagignore: 'text',
  tagshow: 'text',
  taghide: 'text',
  tagroot: 'text',
  tagleaf: 'text',
  base: 'texts',
  'diff-base': 'texts',
  normalize: 'flag',
  'drop-negative': 'flag',
  trim: 'flag',
  'call-tree': 'flag',
  'compact-labels': 'flag',
  'all-frames': 'flag',
  // As pprof's option; names that are not in the profile are never looked up.
  symbolize: { oneOf: ['none'] },
  'add-comment': 'text',
  binary: 'text',
  tools: 'text',
  'intel-syntax': 'flag',
  // As in pprof, a negative number means the report's own default.
  nodecount: 'integer',
  nodefraction: 'number',
  edgefraction: 'number',
  'trim-path': 'text',
  'source-path': 'text',
  'with-source': 'flag',
  'max-bytes': 'whole',
  seconds: 'whole',
  timeout: 'number',
  'max-time': 'number',
  ...storeOptionKinds,
} as const satisfies OptionKinds;

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

export type ReportOptions = OptionValues<typeof reportOptionKinds>;

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
