import {
  type CallEdge,
  type CallGraph,
  type CallNode,
  callGraph,
} from '../../analysis/callGraph/callGraph.ts';
import { pprofLimits } from '../../analysis/callGraph/graphLimits.ts';
import { compilePattern } from '../../analysis/filters/pattern.ts';
import { formatCost } from '../../analysis/values/costFormat.ts';
import { percentage } from '../../analysis/values/units.ts';
import { add, type Value } from '../../analysis/values/value.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { limitsOf } from '../profiles/reportOptions.ts';
import type { Json } from '../terminal/jsonText.ts';
import { shareOf } from '../terminal/tint.ts';
import { costCells, headerLines, inTableUnit, padded } from './header.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `peek`: callers and callees of the nodes whose name matches. */
export const peek = {
  takesPattern: true,

  json(context) {
    const matched = matchingNodes(context);
    if (!matched.ok) return matched;
    return ok({ nodes: nodesJson(matched.value.nodes, context) });
  },

  output(context) {
    const matched = matchingNodes(context);
    if (!matched.ok) return matched;
    return ok(nodesText(matched.value, context));
  },
} satisfies Report;

/** Nodes with their callers and callees. */
function nodesJson(nodes: readonly CallNode[], context: ReportContext): Json[] {
  const edge = (other: CallNode, { weight, inline }: CallEdge) => ({
    label: other.label,
    value: jsonCost(weight, context),
    inline,
  });
  return nodes.map(({ label, info, flat, cum, callers, callees }) => ({
    label,
    name: info.name,
    file: info.file,
    line: info.line,
    flat: jsonCost(flat, context),
    cum: jsonCost(cum, context),
    callers: callers.map((call) => edge(call.caller, call)),
    callees: callees.map((call) => edge(call.callee, call)),
  }));
}

/** Each node between its callers and its callees, as pprof prints it. */
function* nodesText({ graph, nodes }: Matched, context: ReportContext): Generator<string> {
  const inUnit = inTableUnit(context, graph.nodes);
  yield `${[...headerLines(inUnit, graph), separator, legend].join('\n')}\n`;
  let sum: Value = 0;
  for (const node of nodes) {
    sum = add(sum, node.flat);
    yield `${separator}\n`;
    for (const row of nodeRows(node, sum, inUnit)) yield `${row}\n`;
  }
  yield `${separator}\n`;
}

const separator = '----------------------------------------------------------+-------------';
// pprof prints the spaces and tabs at the end, too.
const legend = '      flat  flat%   sum%        cum   cum%   calls calls% + context \t \t ';

/** A graph, and those of its nodes that are shown. */
export interface Matched {
  readonly graph: CallGraph;
  readonly nodes: readonly CallNode[];
}

function matchingNodes({ costs, measured, graph: options, argument }: ReportContext): Result<Matched> {
  const pattern = compilePattern('peek', argument);
  if (!pattern.ok) return pattern;
  const untrimmed = { ...options, nodeCount: 0, nodeFraction: 0, edgeFraction: 0 };
  const graph = callGraph(costs, measured, untrimmed, (label) => pattern.value.matches(label));
  const nodes = graph.nodes.filter(({ label }) => pattern.value.matches(label));
  return nodes.length > 0 ? ok({ graph, nodes }) : noMatch(argument);
}

/** The failure of a report if its pattern matches nothing. */
export function noMatch(pattern: string): Result<never> {
  return fail('no-match', 'Nothing in the profile matches {0}. A pattern is a regular expression of Go.', [
    pattern,
  ]);
}

function nodeRows(node: CallNode, sum: Value, context: ReportContext): string[] {
  const { format, tint } = context;
  const { total } = context.measured;
  const edgeRow = (other: CallNode, { weight, inline }: CallEdge) => {
    const cells = `${formatCost(weight, format).padStart(50)} ${padded(percentage(weight, node.cum))}`;
    return `${tint(cells, shareOf(weight, total))} |   ${other.label}${inline ? ' (inline)' : ''}`;
  };
  const runningShare = padded(percentage(sum, total));
  const own = `${costCells(node.flat, context)} ${runningShare} ${costCells(node.cum, context)}`;
  return [
    ...node.callers.map((call) => edgeRow(call.caller, call)),
    `${own}                | ${node.label}`,
    ...node.callees.map((call) => edgeRow(call.callee, call)),
  ];
}

/** `tree`: every node with its callers and callees, as `go tool pprof -tree` prints them. */
export const tree = {
  json: (context) => ok({ nodes: nodesJson(wholeGraph(context).nodes, context) }),

  output: (context) => ok(nodesText(wholeGraph(context), context)),
} satisfies Report;

function wholeGraph({ costs, measured, graph: limits, options }: ReportContext): Matched {
  const shown = options.trim === true ? { ...limits, ...limitsOf(options, pprofLimits) } : limits;
  const graph = callGraph(costs, measured, shown, 'all');
  return { graph, nodes: graph.nodes };
}
