import { type FilterKind, filterKinds, noFilters } from '../engine/filterList.ts';
import type { Filters, SearchText } from '../engine/questions.ts';

export const tabs = ['flame', 'top', 'neighbours', 'peek', 'source', 'graph', 'tags', 'growth'] as const;

export type Tab = (typeof tabs)[number];

/** What the colours of frames show. */
export type Colouring = 'package' | 'heat' | 'origin' | 'difference';

export const colourings: readonly Colouring[] = ['package', 'heat', 'origin', 'difference'];

/** Whether callees hang below their callers (an icicle) or stand on them (a flame). */
export type Direction = 'down' | 'up';

/** What the page remembers over a reload, all of it what a user has chosen. */
export interface SavedView {
  /** Of the profile that was shown; another profile starts afresh. */
  readonly title: string;
  readonly tab: Tab;
  readonly sampleType: number;
  readonly filters: Filters;
  readonly search: SearchText;
  /** The frame of the flame graph that is zoomed into. */
  readonly path: readonly string[];
  readonly direction: Direction;
  /** Stacks from the leaf instead of from the root. */
  readonly fromLeaf: boolean;
  readonly colouring: Colouring;
  /** The function whose callers and callees, or whose source is shown; empty for nobody's. */
  readonly functionName: string;
}

/** As pprof's own page searches: a regular expression, and case matters. */
export const noSearch: SearchText = { text: '', regExp: true, matchCase: true };

/** The view of a profile that nobody has looked at yet. */
export function newView(title: string, sampleType: number, colouring: Colouring): SavedView {
  return {
    title,
    tab: 'flame',
    sampleType,
    filters: noFilters,
    search: noSearch,
    path: [],
    direction: 'down',
    fromLeaf: false,
    colouring,
    functionName: '',
  };
}

/** Reads what an earlier page saved, possibly an older version of this one; `null` if it is nothing of ours. */
export function readSavedView(saved: unknown): SavedView | null {
  if (!isRecord(saved) || typeof saved.title !== 'string' || typeof saved.sampleType !== 'number')
    return null;
  const { title, sampleType, tab, filters, search, path, direction, fromLeaf, colouring, functionName } =
    saved;
  return {
    title,
    tab: tabs.find((known) => known === tab) ?? 'flame',
    sampleType,
    filters: readFilters(filters),
    search: readSearch(search),
    path: texts(path),
    direction: direction === 'up' ? 'up' : 'down',
    fromLeaf: fromLeaf === true,
    colouring: colourings.find((known) => known === colouring) ?? 'package',
    functionName: typeof functionName === 'string' ? functionName : '',
  };
}

function readFilters(saved: unknown): Filters {
  if (!isRecord(saved)) return noFilters;
  const filters: Record<FilterKind, readonly string[]> = { ...noFilters };
  for (const kind of filterKinds) filters[kind] = texts(saved[kind]);
  return filters;
}

function readSearch(saved: unknown): SearchText {
  if (!isRecord(saved) || typeof saved.text !== 'string') return noSearch;
  return { text: saved.text, regExp: saved.regExp !== false, matchCase: saved.matchCase !== false };
}

function texts(saved: unknown): string[] {
  return Array.isArray(saved) ? saved.filter((text): text is string => typeof text === 'string') : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
