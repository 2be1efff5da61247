import type { ProfileFacts } from '../../analysis/values/profileFacts.ts';
import type { ResultsScope } from '../../protocol.ts';
import { exactly } from '../engine/filterList.ts';
import { newView, noSearch, type SavedView } from './savedView.ts';

export type ViewChange = Partial<SavedView>;

/**
 * The view that a profile opens with: as the user left this profile; else what holds of the view of another profile of the
 * same run; else a new one.
 *
 * @param wanted `sampleType` is the one that the host asks for; -1 leaves it to the saved view, then to the profile
 */
export function firstView(
  wanted: { readonly title: string; readonly run?: string; readonly sampleType: number },
  facts: ProfileFacts,
  saved: SavedView | null,
): SavedView {
  const { sampleTypes, defaultSampleType, isDifference } = facts;
  const own = saved?.title === wanted.title ? saved : null;
  const isThere = (index: number) => index >= 0 && index < sampleTypes.length;
  const sampleType = [wanted.sampleType, own?.sampleType ?? -1].find(isThere) ?? defaultSampleType;
  const { title, run = '' } = wanted;
  const fresh = newView(title, sampleType, isDifference ? 'difference' : 'package');
  // A search is about one profile: it would dim the next one.
  const search = own?.run === run ? own.search : noSearch;
  const first =
    own !== null ? { ...own, run, sampleType, search } : { ...fresh, run, ...sharedPart(saved, run) };
  if (saved === null) return first;
  // The table of results is about many profiles. Who goes from one to the next in it stays there.
  const tab = saved.results.stays ? 'results' : first.tab;
  return { ...first, tab, results: { ...saved.results, stays: false } };
}

/**
 * What the user has chosen for one profile of a run, and means the same in another: functions are the same in all. Tags
 * are not: memory profiles have the sizes of objects.
 */
function sharedPart(saved: SavedView | null, run: string): ViewChange {
  if (saved === null || run === '' || saved.run !== run) return {};
  const { tab, path, direction, fromLeaf, functionName, filters } = saved;
  return {
    tab,
    path,
    direction,
    fromLeaf,
    functionName,
    filters: { ...filters, tagFocus: [], tagIgnore: [] },
  };
}

/** The table of results, of the part that the host names. */
export function showResults(scope: ResultsScope | null): ViewChange {
  const order = { by: 'source', reverse: false };
  return {
    tab: 'results',
    ...(scope === null ? {} : { results: { scope, chosenAt: null, order, stays: false } }),
  };
}

export function showCallers(functionName: string): ViewChange {
  return { tab: 'callers', functionName };
}

/** Peek shows every function only without a search. */
export function showPeek(functionName: string): ViewChange {
  return { tab: 'peek', functionName, search: noSearch };
}

export function showSource(functionName: string): ViewChange {
  return { tab: 'source', functionName };
}

/** Marks the frames of a function in the flame graph; of no function if the name is empty. */
export function showInFlameGraph(functionName: string): ViewChange {
  const text = functionName === '' ? '' : exactly(functionName);
  return { tab: 'flame', search: { ...noSearch, text } };
}

/** The other tree: from the leaf instead of from the root, or back. A path of one tree has no meaning in the other. */
export function turnTree({ fromLeaf }: SavedView): ViewChange {
  return { fromLeaf: !fromLeaf, path: [] };
}

export function turnDirection({ direction }: SavedView): ViewChange {
  return { direction: direction === 'down' ? 'up' : 'down' };
}
