import { granularities } from '../analysis/nodes.ts';
import type { OptionKinds, OptionValues } from './args.ts';

/** Options of the reports; names and meanings are pprof's. */
export const reportOptionKinds = {
  json: 'flag',
  'sample-index': 'text',
  cum: 'flag',
  granularity: { oneOf: granularities },
  noinlines: 'flag',
  showcolumns: 'flag',
  unit: 'text',
  nodecount: 'whole',
  'max-bytes': 'whole',
} as const satisfies OptionKinds;

export type ReportOptions = OptionValues<typeof reportOptionKinds>;
