import { type CallTree, callTree } from '../../analysis/callTree/callTree.ts';
import { flameSvg } from '../../analysis/callTree/flameSvg.ts';
import type { Value } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import type { Json } from '../terminal/jsonText.ts';
import { picturedChanges } from './changes.ts';
import { costCells, inTableUnit, profileLabels } from './header.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `calltree`: the call tree from the root. */
export const callTreeReport = {
  json(context) {
    const built = treeOf(context);
    return ok({ root: nodeJson(built, 0, context) });
  },

  output: (context) => ok(treeText(context)),
} satisfies Report;

function* treeText(context: ReportContext): Generator<string> {
  const built = treeOf(context);
  const inUnit = inTableUnit(context, costsOf(built));
  for (const label of profileLabels(inUnit)) yield `${label}\n`;
  yield columns;
  const cells = remembered((value) => costCells(value, inUnit));
  for (const { node, depth } of depthFirst(built)) {
    const inline = built.inline[node] === 1 ? ' (inline)' : '';
    const name = `${indentation(depth)}${built.table.label(built.tableNode[node]!)}${inline}`;
    yield `${cells(built.cum(node))} ${cells(built.flat(node))}  ${name}\n`;
  }
}

/** Go's stacks end before this depth; those of a file can have millions of frames, and would be as wide. */
const deepestIndentation = 500;

/** Two spaces a level. A deeper frame says how deep it is. */
function indentation(depth: number): string {
  return depth <= deepestIndentation ? '  '.repeat(depth) : `${'  '.repeat(deepestIndentation)}${depth}: `;
}

const columns = '       cum   cum%       flat  flat%\n';

/** Remembers the text of each value: the millions of nodes of a large tree have only a few different costs. */
function remembered(print: (value: Value) => string): (value: Value) => string {
  const known = new Map<Value, string>();
  return (value) => {
    let text = known.get(value);
    if (text === undefined) {
      text = print(value);
      if (known.size < mostRemembered) known.set(value, text);
    }
    return text;
  };
}

const mostRemembered = 100_000;

function* costsOf(built: CallTree): Generator<{ flat: Value; cum: Value }> {
  for (let node = 0; node < built.count; node++) yield { flat: built.flat(node), cum: built.cum(node) };
}

/** The call tree of a report, with the report's granularity. */
function treeOf({ profile, costs, graph, measured }: ReportContext): CallTree {
  return callTree(profile, costs.nodes(graph), measured.weights);
}

/** All nodes except the root, each before its children. The children of the root have depth 0. */
function* depthFirst(tree: CallTree): Generator<{ node: number; depth: number }> {
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

/** The JSON of a node. The JSON of its children is made when it is written. */
function nodeJson(tree: CallTree, node: number, context: ReportContext): Json {
  const { name, file, line } = node === 0 ? root : tree.table.info(tree.tableNode[node]!);
  return {
    // A node without a name gets pprof's label.
    name: name === '' ? tree.table.label(tree.tableNode[node]!) : name,
    file,
    line,
    inline: node !== 0 && tree.inline[node] === 1,
    flat: jsonCost(tree.flat(node), context),
    cum: jsonCost(tree.cum(node), context),
    children: childrenJson(tree, node, context),
  };
}

const root = { name: 'root', file: '', line: 0 };

function* childrenJson(tree: CallTree, node: number, context: ReportContext): Generator<Json> {
  for (const child of tree.children(node)) yield nodeJson(tree, child, context);
}

/** `svg`: a flame graph picture. */
export const svg = {
  fileEnding: 'svg',
  output(context) {
    const { measured, format } = context;
    const changes = picturedChanges(context);
    if (!changes.ok) return changes;
    const title = [`${measured.type} (${measured.unit})`, changes.value?.summary];
    return ok(
      flameSvg(treeOf(context), {
        title: title.filter((part) => part !== undefined).join(' · '),
        total: measured.total,
        format: { ...format, outputUnit: 'auto' },
        isBorne: changes.value?.isBorne,
      }),
    );
  },
} satisfies Report;
