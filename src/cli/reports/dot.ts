import type { GraphOptions } from '../../analysis/callGraph/callGraph.ts';
import { dotText } from '../../analysis/callGraph/dot.ts';
import { pprofLimits } from '../../analysis/callGraph/graphLimits.ts';
import { visualGraph } from '../../analysis/callGraph/visualGraph.ts';
import { baseName } from '../../analysis/names/filePaths.ts';
import { ok } from '../../base/result.ts';
import { limitsOf } from '../profiles/reportOptions.ts';
import { type PicturedChanges, picturedChanges } from './changes.ts';
import { headerLines, inTableUnit } from './header.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `dot`: the call graph for Graphviz, as `go tool pprof -dot` writes it. */
export const dot = {
  output: (context) => ok(graphInDot(context)),
} satisfies Report;

/** The call graph of a report in Graphviz's language. */
export function graphInDot(context: ReportContext, changes: PicturedChanges | null = null): string {
  const { profile, costs, measured, labelUnits, format } = context;
  const limits = withLimits(context);
  const graph = visualGraph(costs, measured, limits, labelUnits, format.outputUnit);
  const inUnit = inTableUnit({ ...context, graph: limits }, graph.nodes);
  const { mappings, strings } = profile;
  const binary = mappings.count > 0 ? strings.get(mappings.filename[0]!) : '';
  return dotText(graph, {
    title: binary === '' ? '' : baseName(binary),
    legend: [
      ...headerLines(inUnit, graph, true),
      ...(changes === null ? [] : [changes.summary]),
      '\nSee https://git.io/JfYMW for how to read the graph',
    ],
    format: inUnit.format,
    total: measured.total,
    ...(changes === null ? {} : { own: { isGrey: changes.isUncertain } }),
  });
}

/** The limits of a graph. pprof's defaults leave small nodes and edges out. */
function withLimits({ graph, options }: ReportContext): GraphOptions {
  return { ...graph, ...limitsOf(options, pprofLimits), callTree: options['call-tree'] === true };
}

/** `graph`: the call graph as an SVG picture. Graphviz is included. */
export const graph = {
  fileEnding: 'svg',
  async output(context) {
    const changes = picturedChanges(context);
    if (!changes.ok) return changes;
    const { drawGraph } = await import('./drawGraph.ts');
    return drawGraph(graphInDot(context, changes.value));
  },
} satisfies Report;
