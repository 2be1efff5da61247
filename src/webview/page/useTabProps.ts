import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { totalsShown } from '../../analysis/benchmark/timedLoop.ts';
import { samplePeriodOf } from '../../analysis/values/operationCost.ts';
import { type Result, sentence } from '../../base/result.ts';
import type { SearchOutcome } from '../controls/SearchBox.tsx';
import type { SearchAnswer } from '../engine/questions.ts';
import type { Scope } from '../engine/scope.ts';
import { changesOf } from '../view/changes.ts';
import { type ValueFormat, valueFormat } from '../view/format.ts';
import type { FunctionActions } from '../view/functionActions.ts';
import { Names } from '../view/names.ts';
import { noSearch, type SavedView } from '../view/savedView.ts';
import type { TabProps } from '../view/tabProps.ts';
import { useAnswer } from '../view/useAnswer.ts';
import type { FilterControl } from '../view/useFilters.ts';
import { showCallers, showInFlameGraph, showPeek, showSource, type ViewChange } from '../view/viewChanges.ts';
import type { Opened } from './pageState.ts';

/** A profile that has been read, and whom its tabs ask. */
export interface TabSources extends Opened, Pick<TabProps, 'host' | 'engine' | 'resultsVersion'> {}

/** The props of the tabs, and the outcome of the search. */
export function useTabProps(
  { facts, operations, perUnit, picture, host, engine, resultsVersion }: TabSources,
  view: SavedView,
  change: (part: ViewChange) => void,
  filters: FilterControl,
): { readonly tabProps: TabProps; readonly outcome: SearchOutcome | null } {
  const { sampleType, search } = view;
  const scope = useMemo(
    (): Scope => ({ sampleType, filters: filters.current }),
    [sampleType, filters.current],
  );
  // The engine sends each name once, so the page keeps them as long as the profile.
  const names = useMemo(() => {
    const names = new Names();
    if (picture !== null) names.learn(picture);
    return names;
  }, []);
  const type = facts.sampleTypes[sampleType]!;
  const { unfolded } = filters.current;
  const total = totalsShown(facts, unfolded)[sampleType]!;
  const hasOthers = unfolded.length > 0;
  const format = useMemo(() => {
    const samplePeriod = samplePeriodOf(facts.sampleTypes, sampleType, (each) => facts.totals[each] ?? 0);
    const { isDifference } = facts;
    return valueFormat(type, total, { operations, perUnit, samplePeriod, isDifference, hasOthers });
  }, [sampleType, operations, perUnit, facts, total, hasOthers]);
  const changes = useMemo(() => changesOf(facts, sampleType), [facts, sampleType]);
  const found = useAnswer(engine, 'search', search.text === '' ? null : { ...scope, ...search });
  const actions: FunctionActions = {
    select: (functionName) => change({ functionName }),
    addFilter: (kind, expression) => filters.changes.add(kind, expression),
    showCallers: (functionName) => change(showCallers(functionName)),
    showPeek: (functionName) => change(showPeek(functionName)),
    showSource: (functionName) => change(showSource(functionName)),
    showInFlameGraph: (functionName) => change(showInFlameGraph(functionName)),
    openSource: host.hasEditor ? (file, line) => host.send({ type: 'open', file, line }) : null,
    mapPath: host.hasEditor ? (file) => host.send({ type: 'mapPath', file }) : null,
  };
  const tabProps = {
    engine,
    host,
    names,
    scope,
    type,
    format,
    // The switches of an empty search have no effect: lists must not be asked for again.
    search: search.text === '' ? noSearch : search,
    matched: found?.ok ? found.value.marked : null,
    functionName: view.functionName,
    colouring: view.colouring,
    changes,
    resultsVersion,
    actions,
  };
  return { tabProps, outcome: searchOutcome(found, format) };
}

/** The outcome of a search in words: the cost of all samples with a match on their stack. */
function searchOutcome(found: Result<SearchAnswer> | null, format: ValueFormat): SearchOutcome | null {
  if (found === null) return null;
  if (!found.ok) return { isProblem: true, text: sentence(found.problem) };
  const { marked, cum, binaries } = found.value;
  if (!marked.includes(1)) return { isProblem: false, text: l10n.t('No match') };
  const total = l10n.t('{0} · {1}', format.value(cum), format.share(cum));
  const [binary] = binaries;
  const text = binary === undefined ? total : l10n.t('{0} (all code of {1})', total, binary);
  return { isProblem: false, text };
}
