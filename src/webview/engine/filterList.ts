import type { Filters } from './scope.ts';

export type FilterKind = Exclude<keyof Filters, 'unfolded'>;

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
  unfolded: [],
};

/** The filters with one more; the same object if they have it already. */
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

/** The regular expression that matches exactly the functions of a name. */
export function exactly(name: string): string {
  return `^${escaped(name)}$`;
}

/** The regular expression that matches a text literally. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** An expression as the user reads it: the name alone where `exactly` has made the expression of a name. */
export function readable(expression: string): string {
  const literal = /^\^(.*)\$$/s.exec(expression)?.[1];
  if (literal === undefined) return expression;
  const name = literal.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
  return exactly(name) === expression ? name : expression;
}
