import type { SearchText } from './engine/questions.ts';

/** What the page remembers over a reload, all of it what a user has chosen. */
export interface SavedView {
  /** Of the profile that was shown; another profile starts afresh. */
  readonly title: string;
  readonly sampleType: number;
  /** The frame zoomed into. */
  readonly path: readonly string[];
  readonly search: SearchText;
}

/** As pprof's own page searches: a regular expression, and case matters. */
export const noSearch: SearchText = { text: '', regExp: true, matchCase: true };

/** Reads what an earlier page saved, possibly an older version of this one; `null` if it is nothing of ours. */
export function readSavedView(saved: unknown): SavedView | null {
  if (!isRecord(saved) || typeof saved.sampleType !== 'number') return null;
  const { title, sampleType, path, search } = saved;
  return {
    title: typeof title === 'string' ? title : '',
    sampleType,
    path: Array.isArray(path) ? path.filter((name): name is string => typeof name === 'string') : [],
    search:
      isRecord(search) && typeof search.text === 'string'
        ? { text: search.text, regExp: search.regExp !== false, matchCase: search.matchCase !== false }
        : noSearch,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
