import type { Filters } from './questions.ts';

export type FilterKind = keyof Filters;

export const filterKinds: readonly FilterKind[] = [
  'focus',
  'ignore',
  'hide',
  'show',
  'showFrom',
  'tagFocus',
  'tagIgnore',
];

export const noFilters: Filters = {
  focus: [],
  ignore: [],
  hide: [],
  show: [],
  showFrom: [],
  tagFocus: [],
  tagIgnore: [],
};

/** The filters with one more; as they are if it is among them. */
export function withFilter(filters: Filters, kind: FilterKind, expression: string): Filters {
  if (filters[kind].includes(expression)) return filters;
  return { ...filters, [kind]: [...filters[kind], expression] };
}

/** The filters without one of them. */
export function withoutFilter(filters: Filters, kind: FilterKind, expression: string): Filters {
  return { ...filters, [kind]: filters[kind].filter((other) => other !== expression) };
}

export function hasFilters(filters: Filters): boolean {
  return filterKinds.some((kind) => filters[kind].length > 0);
}

/** The expression that matches exactly the functions of a name, whatever characters it has. */
export function exactly(name: string): string {
  return `^${escaped(name)}$`;
}

/** An expression for the text itself. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
