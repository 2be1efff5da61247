import * as l10n from '@vscode/l10n';
import { useRef, useState } from 'preact/hooks';
import { outsides } from '../../analysis/benchmark/timedLoop.ts';
import type { CostGroup, ResultsTable } from '../../protocol.ts';
import { IconButton } from '../controls/Icon.tsx';
import { MenuButton } from '../controls/Menu.tsx';
import { SearchBox } from '../controls/SearchBox.tsx';
import { Tabs } from '../controls/Tabs.tsx';
import { hasFilters } from '../engine/filterList.ts';
import type { FlameHandle } from '../tabs/flame/flamePaneProps.ts';
import { FilterBar } from '../view/FilterBar.tsx';
import { LoopSwitch } from '../view/LoopSwitch.tsx';
import { useFilters } from '../view/useFilters.ts';
import { type Asked, useHostAnswer } from '../view/useHostAnswer.ts';
import { useSavedView } from '../view/useSavedView.ts';
import { useViewHistory } from '../view/useViewHistory.ts';
import { turnDirection, turnTree, type ViewChange } from '../view/viewChanges.ts';
import { CostSelect } from './CostSelect.tsx';
import { exportMenu } from './exportMenu.ts';
import { KeyList } from './KeyList.tsx';
import { useHistoryKeys, usePageKeys } from './pageKeys.ts';
import { TabPanel } from './TabPanel.tsx';
import { summary, Toolbar } from './Toolbar.tsx';
import { type TabPage, tabSpecs, tabsOf } from './tabSpecs.tsx';
import { type TabSources, useTabProps } from './useTabProps.ts';

export interface ProfileViewProps extends TabSources {
  readonly onFailure: (error: unknown) => void;
  /** What the host asks to be shown, each time a new object. */
  readonly requested: ViewChange | null;
  readonly choices: readonly CostGroup[];
  /** The table of results that the page has shown last, whatever the profile. */
  readonly lastResults: { current: ResultsTable | null };
}

/** The table of results that was shown last: it stays until the page knows that of another profile. */
function useLastResults(
  last: { current: ResultsTable | null },
  results: Asked<ResultsTable | null>,
): ResultsTable | null {
  if (results.is === 'answered') last.current = results.answer;
  return last.current;
}

/** A profile that has been read: the toolbar, the tabs, the filters, and the tab that is shown. */
export function ProfileView(props: ProfileViewProps) {
  const { title, facts, operations, perUnit, host, engine, onFailure } = props;
  const filters = useFilters(engine, props.view.filters);
  const [view, change] = useSavedView(host, props.view, filters.current, props.requested);
  const growth = useHostAnswer(host, 'growth', null);
  const times = useHostAnswer(host, 'times', null, true, props.resultsVersion);
  const results = useHostAnswer(host, 'results', null, true, props.resultsVersion);
  const lastResults = useLastResults(props.lastResults, results);
  const specs = tabSpecs();
  const asked = { facts, view, growth, times, results, resultsBefore: lastResults };
  const { there, shown: tab } = tabsOf(asked);
  const { tabProps, outcome } = useTabProps(props, view, change, filters);
  const isFiltered = hasFilters(filters.current);
  const [showsKeys, setShowsKeys] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const flame = useRef<FlameHandle>(null);
  const [callGraph, setCallGraph] = useState<string | null>(null);

  const isDragged = useRef(false);
  const { path, fromLeaf, functionName } = view;
  const step = { tab, path, fromLeaf, functionName, filters: filters.current };
  const history = useViewHistory(step, isDragged.current, ({ filters: earlier, ...place }) => {
    change(place);
    filters.changes.restore(earlier);
    flame.current?.zoomTo(place.path);
  });
  useHistoryKeys(history.back, history.forward);
  usePageKeys({
    '/': () => searchInput.current?.select(),
    '?': () => setShowsKeys(true),
    '0': () => flame.current?.showEverything(),
    n: () => flame.current?.step(1),
    N: () => flame.current?.step(-1),
    f: () => filters.changes.setOpen(true),
    u: () => filters.changes.undo(),
    l: () => change(turnTree(view)),
    i: () => change(turnDirection(view)),
    Escape: () => {
      if (view.search.text !== '') change({ search: { ...view.search, text: '' } });
    },
  });

  const { scope, format } = tabProps;
  const hasCosts = format.total !== 0;
  const requests = perUnit === 'request' ? (operations?.count ?? null) : null;
  const isLoop = facts.loop !== null && filters.current.unfolded.length === 0;
  const about = summary(facts, format.value(format.total), requests, isLoop, tabProps.changes.summary);
  const page: TabPage = {
    ...asked,
    title,
    tabProps,
    firstPicture: props.picture,
    onView: change,
    flame,
    graph: callGraph,
    onGraph: setCallGraph,
    onUnfold: () => filters.changes.unfold(outsides),
    onPath: (path, dragged) => {
      isDragged.current = dragged;
      change({ path });
    },
  };
  return (
    <div class="page">
      <div class="head">
        <Toolbar
          title={title}
          summary={about}
          costs={
            <CostSelect
              facts={facts}
              sampleType={view.sampleType}
              sessionId={props.sessionId}
              groups={props.choices}
              onSampleType={(sampleType) => {
                change({ sampleType });
                host.send({ type: 'sampleType', sampleType });
              }}
              onShow={(cost) => host.send({ type: 'show', cost })}
            />
          }
          onKeys={() => setShowsKeys(true)}
          history={history}
        >
          <SearchBox
            search={view.search}
            outcome={outcome}
            inputRef={searchInput}
            onSearch={(search) => change({ search })}
            onStep={(step) => flame.current?.step(step)}
            onLeave={() => flame.current?.focus()}
          />
        </Toolbar>
        <Tabs
          label={l10n.t('Views')}
          tabs={there.map((id) => ({ id, label: specs[id].title, brief: specs[id].brief }))}
          chosen={tab}
          panel="view"
          onChoose={(tab) => change({ tab })}
        >
          <span class="choice-brief" title={about}>
            {tabProps.changes.summary}
          </span>
          <LoopSwitch filters={filters} facts={facts} sampleType={view.sampleType} />
          {specs[tab].options?.(page)}
          <IconButton
            icon="filter"
            label={l10n.t('Filters')}
            pressed={filters.isOpen || isFiltered}
            onClick={() => filters.changes.setOpen(!filters.isOpen)}
          />
          <MenuButton
            icon="save"
            label={l10n.t('Save as')}
            items={() =>
              exportMenu({
                title,
                engine,
                host,
                scope,
                view: { ...view, tab, filters: filters.current },
                operations,
                perUnit,
                picture: hasCosts ? (specs[tab].picture?.(page) ?? null) : null,
                onFailure,
              })
            }
          />
        </Tabs>
      </div>
      {(filters.isOpen || isFiltered || filters.note !== '') && (
        <FilterBar filters={filters} facts={facts} sampleType={view.sampleType} engine={engine} />
      )}
      <TabPanel tab={tab} page={page} />
      {showsKeys && <KeyList hasEditor={host.hasEditor} onClose={() => setShowsKeys(false)} />}
    </div>
  );
}
