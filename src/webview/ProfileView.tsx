import * as l10n from '@vscode/l10n';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ProfileFacts } from '../analysis/values/profileFacts.ts';
import { CallGraphTab } from './callGraph/CallGraphTab.tsx';
import { IconButton } from './controls/Icon.tsx';
import { KeyList } from './controls/KeyList.tsx';
import { Menu } from './controls/Menu.tsx';
import { SearchBox } from './controls/SearchBox.tsx';
import { Tabs } from './controls/Tabs.tsx';
import { exactly, hasFilters } from './engine/filterList.ts';
import type { PictureAnswer, ProfileEngine, Scope } from './engine/questions.ts';
import { exportMenu } from './exports.ts';
import { FlameOptions } from './flame/FlameOptions.tsx';
import type { FlameHandle } from './flame/FlamePane.tsx';
import { FlameTab } from './flame/FlameTab.tsx';
import { GrowthTab } from './growth/GrowthTab.tsx';
import { useGrowth } from './growth/useGrowth.ts';
import type { PageHost } from './host/host.ts';
import { markPainted } from './host/painted.ts';
import { NothingToShow } from './NothingToShow.tsx';
import { NeighboursTab } from './neighbours/NeighboursTab.tsx';
import { PeekTab } from './peek/PeekTab.tsx';
import { PrintPages } from './print/PrintPages.tsx';
import { SourceTab } from './source/SourceTab.tsx';
import { Toolbar } from './Toolbar.tsx';
import { TopTab } from './table/TopTab.tsx';
import { TagsTab } from './tags/TagsTab.tsx';
import { FilterBar } from './view/FilterBar.tsx';
import { filterPresets } from './view/filterPresets.ts';
import { sampleTypeName, valueFormat } from './view/format.ts';
import type { FunctionActions } from './view/functionActions.ts';
import { useHistoryKeys } from './view/historyKeys.ts';
import { Names } from './view/names.ts';
import { usePageKeys } from './view/pageKeys.ts';
import { summary, tabsFor } from './view/profileFacts.ts';
import { noSearch, type SavedView } from './view/savedView.ts';
import { searchOutcome } from './view/searchOutcome.ts';
import { useAnswer } from './view/useAnswer.ts';
import { useFilters } from './view/useFilters.ts';
import { useViewHistory } from './view/useViewHistory.ts';

export interface ProfileViewProps {
  readonly title: string;
  readonly facts: ProfileFacts;
  /** The whole graph, of the sample type that is shown first. */
  readonly picture: PictureAnswer | null;
  readonly operations: number | null;
  /** What to show first. */
  readonly view: SavedView;
  readonly host: PageHost;
  readonly engine: ProfileEngine;
  /** What the host has asked to be shown; each time a new object. */
  readonly requested: Partial<SavedView> | null;
  readonly onFailure: (error: unknown) => void;
}

/** A profile that has been read: the toolbar, the tabs, the filters, and the view that the user has chosen. */
export function ProfileView(props: ProfileViewProps) {
  const { title, facts, operations, host, engine, requested, onFailure } = props;
  const [view, setView] = useState(props.view);
  const change = (part: Partial<SavedView>) => setView((now) => ({ ...now, ...part }));
  const { sampleType, search, direction, functionName } = view;
  const growth = useGrowth(host, onFailure);
  // A place saved of a profile that was in a series then.
  const tab = view.tab === 'growth' && growth === null ? 'flame' : view.tab;
  const filters = useFilters(engine, view.filters, onFailure);
  const scope = useMemo(
    (): Scope => ({ sampleType, filters: filters.current }),
    [sampleType, filters.current],
  );
  // The engine mentions each name once, so what is learnt must last as long as the profile.
  const names = useMemo(() => {
    const names = new Names();
    if (props.picture !== null) names.learn(props.picture);
    return names;
  }, []);
  const [exportsAt, setExportsAt] = useState<DOMRect | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [showsFilters, setShowsFilters] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const flame = useRef<FlameHandle>(null);

  useEffect(() => {
    if (requested !== null) change(requested);
  }, [requested]);
  const latest = useRef({ view, filters: filters.current });
  latest.current = { view, filters: filters.current };
  const save = () => host.save({ ...latest.current.view, filters: latest.current.filters });
  const { path, ...rest } = view;
  useLayoutEffect(save, [host, filters.current, ...Object.values(rest)]);
  useEffect(() => {
    // Dragging changes it at every step, which is more than browsers let a page save.
    const later = setTimeout(save, 200);
    return () => clearTimeout(later);
  }, [path]);

  const total = facts.totals[sampleType]!;
  const type = facts.sampleTypes[sampleType]!;
  const { isDifference } = facts;
  const format = useMemo(
    () => valueFormat(type, total, operations, isDifference),
    [type, total, operations, isDifference],
  );
  const searched = useMemo(() => ({ ...scope, ...search }), [scope, search]);
  const found = useAnswer(engine, 'search', search.text === '' ? null : searched, searched, onFailure);
  const matched = found?.ok ? found.value.marked : null;

  const isFiltering = showsFilters || hasFilters(filters.current) || filters.note !== '';
  const own = useAnswer(engine, 'ownCode', isFiltering ? 'whole profile' : null, isFiltering, onFailure);
  const panel = useRef<HTMLDivElement>(null);
  const tabBefore = useRef(tab);
  useEffect(() => {
    // What had the focus has gone with its tab: whoever has no pointer goes on from the new one.
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (tab !== tabBefore.current && isLost) panel.current?.focus();
    tabBefore.current = tab;
  }, [tab]);
  const isDragged = useRef(false);
  const step = { tab, path, fromLeaf: view.fromLeaf, functionName, filters: filters.current };
  const history = useViewHistory(step, isDragged.current, ({ filters: earlier, ...place }) => {
    change(place);
    filters.restore(earlier);
    flame.current?.zoomTo(place.path);
  });
  useHistoryKeys(history.back, history.forward);

  const actions: FunctionActions = {
    addFilter: (kind, expression) => {
      setShowsFilters(true);
      filters.add(kind, expression);
    },
    showNeighbours: (functionName) => change({ tab: 'neighbours', functionName }),
    showPeek: (functionName) => change({ tab: 'peek', functionName, search: noSearch }),
    showListing: (functionName) => change({ tab: 'source', functionName }),
    showInFlameGraph: (name) => change({ tab: 'flame', search: { ...noSearch, text: exactly(name) } }),
    openSource: host.hasEditor ? (file, line) => host.send({ type: 'open', file, line }) : null,
  };
  usePageKeys({
    '/': () => searchInput.current?.select(),
    '?': () => setShowsKeys(true),
    '0': () => flame.current?.showEverything(),
    n: () => flame.current?.step(1),
    N: () => flame.current?.step(-1),
    f: () => setShowsFilters(true),
    u: filters.undo,
    l: () => change({ fromLeaf: !view.fromLeaf, path: [] }),
    i: () => change({ direction: direction === 'down' ? 'up' : 'down' }),
  });
  const switchSampleType = (index: number) => {
    change({ sampleType: index });
    host.send({ type: 'sampleType', sampleType: index });
  };
  // An editor's page has no printer.
  const canPrint = !host.hasEditor && total !== 0;
  const { colouring } = view;
  const shared = { engine, names, scope, format, colouring, matched, actions, onFailure };

  return (
    <div class="page">
      <Toolbar
        title={title}
        facts={facts}
        sampleType={sampleType}
        summary={summary(facts, format.value(total))}
        onSampleType={switchSampleType}
        onKeys={() => setShowsKeys(true)}
        history={history}
      >
        <SearchBox
          search={search}
          outcome={searchOutcome(found, format)}
          inputRef={searchInput}
          onSearch={(search) => change({ search })}
          onStep={(step) => flame.current?.step(step)}
          onLeave={() => flame.current?.focus()}
        />
      </Toolbar>
      <Tabs
        label={l10n.t('Views')}
        tabs={tabsFor(facts, growth !== null)}
        chosen={tab}
        panel="view"
        onChoose={(tab) => change({ tab })}
      >
        {tab === 'flame' && <FlameOptions view={view} isDifference={facts.isDifference} onChange={change} />}
        <IconButton
          icon="filter"
          label={l10n.t('Filters')}
          pressed={showsFilters || hasFilters(filters.current)}
          onClick={() => setShowsFilters(!showsFilters)}
        />
        <IconButton
          icon="save"
          label={l10n.t('Save as')}
          onClick={(event) => setExportsAt(event.currentTarget.getBoundingClientRect())}
        />
      </Tabs>
      {isFiltering && (
        <FilterBar
          filters={filters.current}
          presets={filterPresets(own)}
          note={filters.note}
          canUndo={filters.canUndo}
          onAdd={actions.addFilter}
          onRemove={(kind, expression) => {
            // The bar stays, so that it can be undone.
            setShowsFilters(true);
            filters.remove(kind, expression);
          }}
          onClear={() => {
            setShowsFilters(true);
            filters.clear();
          }}
          onUndo={filters.undo}
          onClose={() => setShowsFilters(false)}
        />
      )}
      <main class="view">
        <div class="view" id="view" ref={panel} role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${tab}`}>
          {tab === 'growth' && growth !== null ? (
            <GrowthTab table={growth} onOpen={actions.openSource} />
          ) : total === 0 ? (
            <NothingToShow facts={facts} sampleType={sampleType} host={host} />
          ) : tab === 'flame' ? (
            <FlameTab
              {...shared}
              handle={flame}
              direction={direction}
              fromLeaf={view.fromLeaf}
              firstPath={view.path}
              firstPicture={props.picture}
              onPath={(path, dragged) => {
                isDragged.current = dragged;
                change({ path });
              }}
              onDrawn={() => markPainted(host)}
            />
          ) : tab === 'top' ? (
            <TopTab {...shared} search={search} />
          ) : tab === 'neighbours' ? (
            <NeighboursTab {...shared} search={search} functionName={functionName} />
          ) : tab === 'peek' ? (
            <PeekTab {...shared} type={type} search={search} functionName={functionName} />
          ) : tab === 'source' ? (
            <SourceTab {...shared} host={host} search={search} functionName={functionName} />
          ) : tab === 'graph' ? (
            <CallGraphTab {...shared} host={host} />
          ) : (
            <TagsTab {...shared} />
          )}
        </div>
      </main>
      {exportsAt !== null && (
        <Menu
          label={l10n.t('Save as')}
          items={exportMenu({
            title,
            engine,
            host,
            scope,
            operations,
            print: canPrint ? () => setPrinting(true) : null,
            picture: tab === 'flame' && total !== 0 ? () => flame.current?.svg(title) ?? '' : null,
            onFailure,
          })}
          x={exportsAt.left}
          y={exportsAt.bottom + 2}
          onClose={() => setExportsAt(null)}
        />
      )}
      {canPrint && (
        <PrintPages
          {...shared}
          title={title}
          facts={`${sampleTypeName(type)} · ${summary(facts, format.value(total))}`}
          stacks={facts.samples}
          path={path}
          fromLeaf={view.fromLeaf}
          direction={direction}
          isAsked={isPrinting}
          onPrinted={() => setPrinting(false)}
        />
      )}
      {showsKeys && <KeyList hasEditor={host.hasEditor} onClose={() => setShowsKeys(false)} />}
    </div>
  );
}
