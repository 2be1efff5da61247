/** Edits that import packages into a Go file, and take imports out, as gofmt would leave them. */
import type { Node } from 'web-tree-sitter';
import type { SourceEdit } from './benchmarkSmells.ts';
import { descendants, namedChildren, readStringLiteral, shortText } from './syntax.ts';

export interface Import {
  readonly path: string;
  /** As it is written before the path: `_`, `.`, another name; empty for none. */
  readonly name: string;
}

interface Spec extends Import {
  readonly node: Node;
}

export function importsIn(root: Node): Spec[] {
  return descendants(root, 'import_spec').map((node) => ({
    node,
    path: readStringLiteral(shortText(node.childForFieldName('path'))) ?? '',
    name: shortText(node.childForFieldName('name')),
  }));
}

/** Each goes where gofmt sorts it: among packages of the standard library, or among the others. */
export function addImports(root: Node, added: readonly Import[]): SourceEdit[] {
  const specs = importsIn(root);
  const missing = added.filter(({ path }) => !specs.some((spec) => spec.path === path));
  if (missing.length === 0) return [];
  const clause = namedChildren(root).find(({ type }) => type === 'package_clause');
  const block = specs.find(({ node }) => node.parent?.type === 'import_spec_list')?.node.parent;
  if (block == null) {
    const last = specs.at(-1)?.node ?? clause;
    if (last === undefined) return [];
    const lines = missing.map((each) => `import ${written(each)}\n`).join('');
    return [insertedAt(last.endPosition.row + 1, specs.length === 0 ? `\n${lines}` : lines)];
  }
  const lines = new Map<number, string>();
  const sorted = [...missing].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const each of sorted) {
    const line = lineFor(each, groupsOf(specs.filter(({ node }) => node.parent?.equals(block))), block);
    lines.set(line, `${lines.get(line) ?? ''}\t${written(each)}\n`);
  }
  return [...lines].map(([line, text]) => insertedAt(line, text));
}

/** Takes whole lines out; a declaration that loses all its imports goes, too. */
export function removeImports(root: Node, specs: readonly Spec[]): SourceEdit[] {
  const declarations = namedChildren(root).filter(({ type }) => type === 'import_declaration');
  const isGone = (spec: Node) => specs.some(({ node }) => node.equals(spec));
  const empty = declarations.filter((each) => descendants(each, 'import_spec').every(isGone));
  const [first, last] = [empty[0], empty.at(-1)];
  // Of the empty lines around the declarations one is enough.
  if (first && last && empty.length === declarations.length && specs.length > 0) {
    const { row } = last.endPosition;
    return [
      removedLines(first.startPosition.row, last.nextSibling?.startPosition.row === row + 1 ? row : row + 1),
    ];
  }
  const left = specs.filter(({ node }) => !empty.some((each) => holds(each, node)));
  return [...empty, ...left.map(({ node }) => node)].map((node) =>
    removedLines(node.startPosition.row, node.endPosition.row),
  );
}

function holds(declaration: Node, spec: Node): boolean {
  return declaration.startIndex <= spec.startIndex && spec.endIndex <= declaration.endIndex;
}

export function insertedAt(line: number, newText: string): SourceEdit {
  return { range: { startLine: line, startCharacter: 0, endLine: line, endCharacter: 0 }, newText };
}

/** @param last the last line that goes, 0-based */
export function removedLines(first: number, last: number): SourceEdit {
  return {
    range: { startLine: first, startCharacter: 0, endLine: last + 1, endCharacter: 0 },
    newText: '',
  };
}

function written({ name, path }: Import): string {
  return name === '' ? JSON.stringify(path) : `${name} ${JSON.stringify(path)}`;
}

/** Empty lines divide a block of imports into groups, which are sorted each for itself. */
function groupsOf(specs: readonly Spec[]): Spec[][] {
  const groups: Spec[][] = [];
  for (const spec of specs) {
    const before = groups.at(-1)?.at(-1)?.node.endPosition.row;
    if (before !== undefined && spec.node.startPosition.row <= before + 1) groups.at(-1)?.push(spec);
    else groups.push([spec]);
  }
  return groups;
}

function lineFor(added: Import, groups: readonly Spec[][], block: Node): number {
  const group = groups.find(([first]) => first !== undefined && isStandard(first) === isStandard(added));
  const next = group?.find(({ path }) => path > added.path)?.node;
  const last = group?.at(-1)?.node ?? groups.at(-1)?.at(-1)?.node;
  if (next !== undefined) return next.startPosition.row;
  return last === undefined ? block.startPosition.row + 1 : last.endPosition.row + 1;
}

function isStandard({ path }: Import): boolean {
  return !path.split('/', 1)[0]?.includes('.');
}
