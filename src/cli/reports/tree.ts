import { type CallTree, callTree } from '../../analysis/callTree.ts';
import { formatCost } from '../../analysis/costFormat.ts';
import { nodeTable } from '../../analysis/nodes.ts';
import { percentage } from '../../analysis/units.ts';
import { ok } from '../../result.ts';
import type { Report, ReportContext } from '../reportContext.ts';
import { padded, profileLabels } from './header.ts';
import { jsonCost } from './profileJson.ts';
import { inTableUnit } from './tableHeader.ts';

/** `tree`: the call tree from the root. */
export const tree: Report = {
  json(context) {
    const built = treeOf(context);
    return ok({ root: treeJson(built, context) });
  },

  text(context) {
    const built = treeOf(context);
    const nodes = Array.from({ length: built.count }, (_, node) => ({
      flat: built.flat(node),
      cum: built.cum(node),
    }));
    const { measured, format } = inTableUnit(context, nodes);
    const rows = [
      ...profileLabels({ ...context, format }),
      `${'cum'.padStart(10)} ${padded('cum%')} ${'flat'.padStart(10)} ${padded('flat%')}`,
    ];
    for (const { node, depth } of depthFirst(built)) {
      const [flat, cum] = [built.flat(node), built.cum(node)];
      const inline = built.inline[node] === 1 ? ' (inline)' : '';
      rows.push(
        `${formatCost(cum, format).padStart(10)} ${padded(percentage(cum, measured.total))} ${formatCost(flat, format).padStart(10)} ${padded(percentage(flat, measured.total))}  ${'  '.repeat(depth)}${built.table.label(built.entry[node]!)}${inline}`,
      );
    }
    return ok(`${rows.join('\n')}\n`);
  },
};

/** The call tree of a report, at its granularity. */
export function treeOf({ profile, graph, measured }: ReportContext): CallTree {
  return callTree(profile, nodeTable(profile, graph), measured.weights);
}

/** All nodes but the root, each before its children; `depth` of the root's children is 0. */
export function* depthFirst(tree: CallTree): Generator<{ node: number; depth: number }> {
  const pending = tree
    .children(0)
    .reverse()
    .map((node) => ({ node, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    const { depth } = next;
    for (const child of tree.children(next.node).reverse()) pending.push({ node: child, depth: depth + 1 });
  }
}

interface TreeNodeJson {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly inline: boolean;
  readonly flat: number | string;
  readonly cum: number | string;
  readonly children: TreeNodeJson[];
}

function treeJson(tree: CallTree, context: ReportContext): TreeNodeJson {
  const costs = (node: number) => ({
    flat: jsonCost(tree.flat(node), context),
    cum: jsonCost(tree.cum(node), context),
    children: [],
  });
  const root: TreeNodeJson = { name: 'root', file: '', line: 0, inline: false, ...costs(0) };
  const made = new Map<number, TreeNodeJson>([[0, root]]);
  for (const { node } of depthFirst(tree)) {
    const { name, file, line } = tree.table.info(tree.entry[node]!);
    const json = {
      // What has no name is called as pprof prints it.
      name: name === '' ? tree.table.label(tree.entry[node]!) : name,
      file,
      line,
      inline: tree.inline[node] === 1,
      ...costs(node),
    };
    made.set(node, json);
    made.get(tree.parent[node]!)!.children.push(json);
  }
  return root;
}
