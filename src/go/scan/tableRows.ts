/** The tables of table tests. */
import type { Node } from 'web-tree-sitter';
import { descendants, namedChildren, shortText } from './syntax.ts';

/** A row of a table test, as its loop calls it. */
export interface Row {
  readonly variable: string;
  readonly value: Node | null;
  /** The names of the table's fields, in order; empty where they are not known. */
  readonly fields: readonly string[];
}

export const noRow: Row = { variable: '', value: null, fields: [] };

/** The value of a row, of a map's entry, of an element. */
export function element(node: Node | null): Node | null {
  if (node?.type === 'keyed_element') return element(namedChildren(node)[1] ?? null);
  return node?.type === 'literal_element' ? (namedChildren(node)[0] ?? null) : node;
}

export function fieldOf({ value, fields }: Row, field: string): Node | null {
  const row = element(value);
  const body = row?.type === 'composite_literal' ? row.childForFieldName('body') : row;
  if (body?.type !== 'literal_value') return null;
  const elements = namedChildren(body);
  const keyed = elements.filter(({ type }) => type === 'keyed_element');
  const found = keyed.find((each) => namedChildren(each)[0]?.text === field);
  if (found !== undefined || keyed.length > 0) return element(found ?? null);
  return element(elements[fields.indexOf(field)] ?? null);
}

/** Those of `[]struct{...}` and `map[K]struct{...}`. */
export function fieldsOf(type: Node | null): string[] {
  const [struct] = descendants(type, 'struct_type');
  return descendants(struct ?? null, 'field_declaration').flatMap((each) =>
    each.childrenForFieldName('name').map(shortText),
  );
}
