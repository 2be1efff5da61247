import { dotText } from '../../analysis/callGraph/dot.ts';
import { visualGraph } from '../../analysis/callGraph/visualGraph.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { type CostFormat, tableUnit } from '../../analysis/values/costFormat.ts';
import { type Measure, remeasured } from '../../analysis/values/measure.ts';
import type { GraphAnswer, GraphQuestion } from './questions.ts';

/**
 * pprof's call graph of a filtered profile, without its legend: the page says all that is in it.
 *
 * @param ofAll the measure of the whole profile: shares are of that
 * @param units of numeric labels, of the whole profile
 */
export function callGraphAnswer(
  costs: ProfileCosts,
  ofAll: Measure,
  units: ReadonlyMap<string, string>,
  { sampleType, nodeCount, nodeFraction, edgeFraction }: GraphQuestion,
): GraphAnswer {
  const measured = remeasured(costs.profile, sampleType, ofAll);
  const limits = { nodeCount, nodeFraction, edgeFraction };
  const format: CostFormat = { sampleUnit: measured.unit, outputUnit: 'minimum', ratio: 1 };
  const graph = visualGraph(costs, measured, limits, units, format.outputUnit);
  const inUnit = { ...format, outputUnit: tableUnit(graph.nodes, measured.total, format) };
  const dot = dotText(graph, { title: '', legend: [], format: inUnit, total: measured.total });
  return { dot, functions: graph.nodes.map(({ info, label }) => info.name || label) };
}
