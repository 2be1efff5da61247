/**
 * What stands around the nodes of a Go file. It is found from the top in one pass: asking a node for its parent takes as long as
 * the file is deep, and deep files are made to hurt.
 */
import type { Node } from 'web-tree-sitter';
import { namedChildren, shortText } from './syntax.ts';

/** What stands in more blocks within blocks is not looked at. People write ten. */
export const mostLevels = 20;

/** A function with the functions around it. */
export class FunctionAround {
  #parameters: ReadonlyMap<string, string> | null = null;

  constructor(
    readonly node: Node,
    readonly outer: FunctionAround | null,
    /** The innermost call or declaration that a literal is a part of. */
    readonly within: Node | null,
  ) {}

  /** By name, the types of its parameters as they are written. */
  get parameters(): ReadonlyMap<string, string> {
    this.#parameters ??= new Map(
      namedChildren(this.node.childForFieldName('parameters')).flatMap((declaration) => {
        const type = shortText(declaration.childForFieldName('type'));
        const names = declaration.childrenForFieldName('name');
        return names.flatMap((name): [string, string][] => (name?.isNamed ? [[name.text, type]] : []));
      }),
    );
    return this.#parameters;
  }

  /** The innermost function that has a parameter of this name: this one, or one around it. */
  with(parameter: string): FunctionAround | null {
    for (let at: FunctionAround | null = this; at !== null; at = at.outer) {
      if (at.parameters.has(parameter)) return at;
    }
    return null;
  }

  /** Its name; of a literal that of the variable, or the first argument beside it: the name of a sub-benchmark. */
  get name(): string {
    const { node, within } = this;
    if (node.type !== 'func_literal') return shortText(node.childForFieldName('name'));
    if (within?.type === 'var_spec') return shortText(within.childForFieldName('name'));
    return shortText(namedChildren(within?.childForFieldName('arguments') ?? null)[0] ?? null);
  }
}

/** A node and what is around it. */
export interface PlacedNode {
  readonly node: Node;
  readonly owner: FunctionAround | null;
  /** The innermost call, block, function or variable's declaration around it. */
  readonly within: Node | null;
}

const functions = ['function_declaration', 'method_declaration', 'func_literal'];
const tracked = [...functions, 'block', 'call_expression', 'var_spec'];

interface OpenNode {
  readonly node: Node;
  readonly end: number;
  readonly owner: FunctionAround | null;
  readonly level: number;
}

/** The nodes of these types in source order, those in too many blocks left out. */
export function placedNodes(root: Node, types: readonly string[]): PlacedNode[] {
  const open: OpenNode[] = [];
  const placed: PlacedNode[] = [];
  for (const node of root.descendantsOfType([...new Set([...types, ...tracked])])) {
    if (node === null) continue;
    while (open.length > 0 && open.at(-1)!.end <= node.startIndex) open.pop();
    const { owner, level, node: within } = open.at(-1) ?? { owner: null, level: 0, node: null };
    if (level > mostLevels) continue;
    const levelInside = node.type === 'block' ? level + 1 : level;
    if (types.includes(node.type) && levelInside <= mostLevels) placed.push({ node, owner, within });
    if (!tracked.includes(node.type)) continue;
    const inside = functions.includes(node.type) ? new FunctionAround(node, owner, within) : owner;
    open.push({ node, end: node.endIndex, owner: inside, level: levelInside });
  }
  return placed;
}
