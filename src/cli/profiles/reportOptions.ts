import type { GraphOptions } from '../../analysis/callGraph/callGraph.ts';
import { granularities } from '../../analysis/costs/nodes.ts';
import type { FilterOptions } from '../../analysis/filters/filters.ts';
import type { OptionKinds, OptionSpellings, OptionValues } from '../terminal/options.ts';

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
} as const satisfies OptionKinds;

/** pprof also has a flag for each granularity. */
export const pprofSpellings: OptionSpellings = Object.fromEntries(
  granularities.map((granularity) => [granularity, ['granularity', granularity]]),
);

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
export function nodeCountOf({ nodecount }: ReportOptions): number | undefined {
  return nodecount === undefined || nodecount < 0 ? undefined : nodecount;
}

/** The options of a table or a graph. By default nothing is left out. */
export function graphOptions(options: ReportOptions): GraphOptions {
  const { granularity } = options;
  return {
    ...(granularity === undefined ? {} : { granularity }),
    noInlines: options.noinlines ?? false,
    showColumns: options.showcolumns ?? false,
    cumSort: options.cum ?? false,
    dropNegative: options['drop-negative'] ?? false,
    nodeCount: nodeCountOf(options) ?? 0,
    nodeFraction: options.nodefraction ?? 0,
    edgeFraction: options.edgefraction ?? 0,
  };
}
