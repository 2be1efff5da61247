/** For the hover of a line that allocates: about what the garbage collector takes because of it. It is in no profile's flat or cum. */
import { perOperation } from '../../analysis/values/units.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { Session } from '../sessions/session.ts';
import { type HoverCost, sampleTypeOf } from './hoverCost.ts';
import { said } from './hoverMarkdown.ts';

/** An estimate has no more digits. */
const digits = 2;

/**
 * What was measured of all operations, split by allocated bytes: each brings the next collection nearer. `null` where the line
 * allocates nothing, and where it was not measured.
 */
export function collectorRow(
  costs: readonly HoverCost[],
  resultOf: (session: Session) => BenchmarkResult | undefined,
): Markdown | null {
  const bytes = costs.find((each) => sampleTypeOf(each).type === 'alloc_space');
  if (bytes === undefined || bytes.session.base !== undefined) return null;
  const { session, sampleType, cost } = bytes;
  const memory = resultOf(session)?.memory;
  if (memory === undefined || 'missing' in memory || 'missing' in memory.collector) return null;
  const all = Number(session.operationLines.total(sampleType));
  const nanoseconds = (Number(cost.byCause.operations.cum) / all) * memory.collector.perOp;
  if (!(nanoseconds > 0)) return null;
  const text = perOperation(nanoseconds, 1, 'nanoseconds', digits);
  return said(
    "GC (estimated) {0}: its part of the collector's CPU time, by allocated bytes",
    escapeMarkdown(`~${text}`),
  );
}
