import { literalPattern } from '../../base/escape.ts';
import { type FilterKind, type Filters, filterKinds } from './scope.ts';

/** The same for each kind of filter. */
export function ofEachKind<T>(value: T): Readonly<Record<FilterKind, T>> {
  return Object.fromEntries(filterKinds.map((kind) => [kind, value])) as Record<FilterKind, T>;
}

export const noFilters: Filters = { ...ofEachKind([]), unfolded: [] };

/** The filters with one more; the same object if they have it already. */
export function withFilter(filters: Filters, kind: FilterKind, expression: string): Filters {
  if (filters[kind].includes(expression)) return filters;
  return { ...filters, [kind]: [...filters[kind], expression] };
}

export function withoutFilter(filters: Filters, kind: FilterKind, expression: string): Filters {
  return { ...filters, [kind]: filters[kind].filter((other) => other !== expression) };
}

export function hasFilters(filters: Filters): boolean {
  return filters.myCode === true || filterKinds.some((kind) => filters[kind].length > 0);
}

/** The regular expression that matches exactly the functions of a name. */
export function exactly(name: string): string {
  return `^${literalPattern(name)}$`;
}

/** An expression as the user reads it: the name alone where `exactly` has made the expression of a name. */
export function readable(expression: string): string {
  const literal = /^\^(.*)\$$/s.exec(expression)?.[1];
  if (literal === undefined) return expression;
  const name = literal.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
  return exactly(name) === expression ? name : expression;
}
