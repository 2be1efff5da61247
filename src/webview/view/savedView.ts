import { outsides } from '../../analysis/benchmark/timedLoop.ts';
import {
  flag,
  nullable,
  number,
  object,
  oneOf,
  type Reader,
  text,
  validItems,
} from '../../base/outsideValues.ts';
import type { ResultsScope } from '../../protocol.ts';
import { noFilters, ofEachKind } from '../engine/filterList.ts';
import type { Filters, SearchText } from '../engine/scope.ts';

/** The tabs of the page, in their order. Each has a folder of its name, and a row in page/tabSpecs.tsx. */
export const tabs = [
  'flame',
  'top',
  'tree',
  'callers',
  'peek',
  'source',
  'graph',
  'tags',
  'growth',
  'times',
  'stages',
  'results',
] as const;

export type Tab = (typeof tabs)[number];

/** What the colours of frames show. */
export type Colouring = 'package' | 'heat' | 'origin' | 'cause' | 'difference';

export const colourings: readonly Colouring[] = ['package', 'heat', 'origin', 'cause', 'difference'];

/** `down` draws callees below their callers (an icicle graph), `up` above them (a flame graph). */
export type Direction = 'down' | 'up';

export interface ResultsOrder {
  /** `source`, `name`, `change`, `warning`, `file`, `taken`, or a unit as `go test` prints it. */
  readonly by: string;
  readonly reverse: boolean;
}

/** What the user has chosen in the table of results. It is the same for all profiles. */
export interface ResultsView {
  /** `null` until the user chooses: then it depends on the profile. */
  readonly scope: ResultsScope | null;
  /** The result that was shown when the user chose the scope; `null` if the editor chose it. */
  readonly chosenAt: string | null;
  readonly order: ResultsOrder;
  /** The user has chosen a row: the next profile is its, and the table stays. */
  readonly stays: boolean;
}

/** Everything that the user has chosen on the page. It survives a reload. */
export interface SavedView {
  /** Title of the profile. A profile with another title starts with a new view, unless it is of the same run. */
  readonly title: string;
  /** The same for the profiles of one run; empty where there is none. */
  readonly run: string;
  readonly tab: Tab;
  readonly sampleType: number;
  readonly filters: Filters;
  readonly search: SearchText;
  /** The frame that the flame graph is zoomed to: function names from below the root to the frame. */
  readonly path: readonly string[];
  readonly direction: Direction;
  /** Stacks from the leaf instead of from the root. */
  readonly fromLeaf: boolean;
  readonly colouring: Colouring;
  /** The function that the tabs about one function show; empty for none. */
  readonly functionName: string;
  readonly results: ResultsView;
}

const newResultsView: ResultsView = {
  scope: null,
  chosenAt: null,
  order: { by: 'source', reverse: false },
  stays: false,
};

/** The default search of pprof's own web page: a regular expression, and case matters. */
export const noSearch: SearchText = { text: '', regExp: true, matchCase: true };

/** The view of a profile that is opened for the first time. */
export function newView(title: string, sampleType: number, colouring: Colouring): SavedView {
  return {
    title,
    run: '',
    tab: 'flame',
    sampleType,
    filters: noFilters,
    search: noSearch,
    path: [],
    direction: 'down',
    fromLeaf: false,
    colouring,
    functionName: '',
    results: newResultsView,
  };
}

const filterLists = object<object, Filters>(
  {},
  { ...ofEachKind(validItems(text)), unfolded: validItems(oneOf(...outsides)), myCode: flag },
);
const filtersReader: Reader<Filters> = (saved) => {
  const lists = filterLists(saved);
  return lists === undefined ? undefined : { ...noFilters, ...lists };
};

const searchReader: Reader<SearchText> = (saved) => {
  const read = object({ text }, { regExp: flag, matchCase: flag })(saved);
  return read === undefined ? undefined : { ...noSearch, ...read };
};

const scopeReader: Reader<ResultsScope> = (saved) =>
  object({ of: oneOf('benchmark', 'file'), name: text })(saved) ?? object({ of: oneOf('package') })(saved);

const viewReader = object<Pick<SavedView, 'title' | 'sampleType'>, Omit<SavedView, 'title' | 'sampleType'>>(
  { title: text, sampleType: number },
  {
    run: text,
    tab: oneOf(...tabs),
    filters: filtersReader,
    search: searchReader,
    path: validItems(text),
    direction: oneOf('down', 'up'),
    fromLeaf: flag,
    colouring: oneOf(...colourings),
    functionName: text,
    results: object<ResultsView>({
      scope: nullable(scopeReader),
      chosenAt: nullable(text),
      order: object<ResultsOrder>({ by: text, reverse: flag }),
      stays: flag,
    }),
  },
);

/**
 * The view that an earlier page saved, possibly of an older version; `null` if it is not a view. What this version
 * does not know is replaced by its default.
 */
export function readSavedView(saved: unknown): SavedView | null {
  const read = viewReader(saved);
  return read === undefined ? null : { ...newView(read.title, read.sampleType, 'package'), ...read };
}
