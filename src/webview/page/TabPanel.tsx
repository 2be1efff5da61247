import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ProfileFacts } from '../../analysis/values/profileFacts.ts';
import type { GrowthReport } from '../../model.ts';
import type { ResultsTable } from '../../protocol.ts';
import { CallersTab } from '../callers/CallersTab.tsx';
import { CallGraphTab } from '../callGraph/CallGraphTab.tsx';
import type { PictureAnswer } from '../engine/questions.ts';
import { FlameTab } from '../flame/FlameTab.tsx';
import type { FlameHandle } from '../flame/flamePaneProps.ts';
import { GrowthTab } from '../growth/GrowthTab.tsx';
import { markPainted } from '../host/painted.ts';
import { PeekTab } from '../peek/PeekTab.tsx';
import { ResultsTab } from '../results/ResultsTab.tsx';
import { SourceTab } from '../source/SourceTab.tsx';
import { TopTab } from '../table/TopTab.tsx';
import { TagsTab } from '../tags/TagsTab.tsx';
import type { SavedView, Tab } from '../view/savedView.ts';
import type { TabProps } from '../view/tabProps.ts';
import type { Asked } from '../view/useHostAnswer.ts';
import type { ExtraTabs, ViewChange } from '../view/viewChanges.ts';
import { NothingToShow } from './NothingToShow.tsx';

/** The tabs of a profile. */
export function tabsFor(
  { hasTags }: ProfileFacts,
  has: ExtraTabs,
): { id: Tab; label: string; brief?: string }[] {
  const tabs: { id: Tab; label: string; brief?: string }[] = [
    { id: 'flame', label: l10n.t('Flame graph') },
    { id: 'top', label: l10n.t('Top') },
    { id: 'callers', label: l10n.t('Callers and callees'), brief: 'Callers' },
    { id: 'peek', label: l10n.t('Peek') },
    { id: 'source', label: l10n.t('Source') },
    { id: 'graph', label: l10n.t('Call graph') },
  ];
  if (hasTags) tabs.push({ id: 'tags', label: l10n.t('Tags') });
  if (has.growth) tabs.push({ id: 'growth', label: l10n.t('Growth') });
  if (has.results) tabs.push({ id: 'results', label: l10n.t('Results') });
  return tabs;
}

export interface TabPanelProps {
  readonly tab: Tab;
  readonly tabProps: TabProps;
  readonly facts: ProfileFacts;
  readonly view: SavedView;
  /** The picture that came with the profile. */
  readonly picture: PictureAnswer | null;
  readonly growth: Asked<GrowthReport | null>;
  readonly results: Asked<ResultsTable | null>;
  /** The table that is shown until that of this profile is known. */
  readonly resultsBefore: ResultsTable | null;
  readonly onView: (change: ViewChange) => void;
  readonly flame: RefObject<FlameHandle | null>;
  /** Gets the call graph's drawing as SVG text; `null` if it cannot be drawn. */
  readonly onGraph: (svg: string | null) => void;
  /** The flame graph is zoomed to this frame; `isDragged` while the user is still moving it. */
  readonly onPath: (path: readonly string[], isDragged: boolean) => void;
}

/** The place of the tabs, with the tab that is shown. */
export function TabPanel(props: TabPanelProps) {
  const { tab } = props;
  const panel = useRef<HTMLDivElement>(null);
  const tabBefore = useRef(tab);
  useEffect(() => {
    // The element that had the focus went with its tab. The keyboard goes on from the new tab.
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (tab !== tabBefore.current && isLost) panel.current?.focus();
    tabBefore.current = tab;
  }, [tab]);
  return (
    <main class="view">
      <div class="view" id="view" ref={panel} role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${tab}`}>
        <TabContent {...props} />
      </div>
    </main>
  );
}

function TabContent(props: TabPanelProps) {
  const { tab, tabProps, facts, view, picture, growth, results, resultsBefore, onView, flame, onPath } =
    props;
  const { host, format, actions } = tabProps;
  if (tab === 'growth') return <GrowthTab growth={growth} actions={actions} />;
  if (tab === 'results') {
    return (
      <ResultsTab
        results={results}
        before={resultsBefore}
        view={view.results}
        onView={(results) => onView({ results })}
        onShow={({ runId }, isStaying) => {
          onView(isStaying ? { results: { ...view.results, stays: true } } : { tab: 'flame' });
          host.send({ type: 'showResult', runId });
        }}
        onDrawn={() => markPainted(host)}
      />
    );
  }
  if (format.total === 0) return <NothingToShow facts={facts} sampleType={view.sampleType} host={host} />;
  switch (tab) {
    case 'flame':
      return (
        <FlameTab
          {...tabProps}
          handle={flame}
          direction={view.direction}
          fromLeaf={view.fromLeaf}
          firstPath={view.path}
          firstPicture={picture}
          onPath={onPath}
          onDrawn={() => markPainted(host)}
        />
      );
    case 'top':
      return <TopTab {...tabProps} />;
    case 'callers':
      return <CallersTab {...tabProps} />;
    case 'peek':
      return <PeekTab {...tabProps} />;
    case 'source':
      return <SourceTab {...tabProps} />;
    case 'graph':
      return <CallGraphTab {...tabProps} onDrawn={props.onGraph} />;
    default:
      return <TagsTab {...tabProps} />;
  }
}
