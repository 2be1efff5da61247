import { noFilters } from './filterList.ts';
import type { TreePart } from './questions.ts';
import type { Filters } from './scope.ts';

/** Filters as text: equal filters give equal texts. */
export function filtersKey(filters: Filters): string {
  return JSON.stringify(filters);
}

/**
 * A text that is different for each tree of a profile.
 *
 * @param filters the filters as text
 */
export function treeKey(filters: string, sampleType: number, part: TreePart): string {
  return `${filters} ${sampleType} ${part.is} ${'functionName' in part ? part.functionName : ''}`;
}

/** The key of the tree that a page shows first. */
export function firstTreeKey(sampleType: number): string {
  return treeKey(filtersKey(noFilters), sampleType, { is: 'all' });
}
