import * as l10n from '@vscode/l10n';
import type { ComponentChildren, RefObject } from 'preact';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { stagesSvg } from '../../analysis/charts/stagesSvg.ts';
import type { GrowthReport } from '../../base/model.ts';
import type { StageTable } from '../../base/stages.ts';
import type { TimesReport } from '../../base/times.ts';
import type { ResultsTable } from '../../protocol.ts';
import type { PictureAnswer } from '../engine/questions.ts';
import { markPainted } from '../host/painted.ts';
import { CallersTab } from '../tabs/callers/CallersTab.tsx';
import { FlameOptions, LeafButton } from '../tabs/flame/FlameOptions.tsx';
import { FlameTab } from '../tabs/flame/FlameTab.tsx';
import type { FlameHandle } from '../tabs/flame/flamePaneProps.ts';
import { CallGraphTab } from '../tabs/graph/CallGraphTab.tsx';
import { GrowthTab } from '../tabs/growth/GrowthTab.tsx';
import { PeekTab } from '../tabs/peek/PeekTab.tsx';
import { ResultsTab } from '../tabs/results/ResultsTab.tsx';
import { SourceTab } from '../tabs/source/SourceTab.tsx';
import { StagesTab, stagesLabel } from '../tabs/stages/StagesTab.tsx';
import { TagsTab } from '../tabs/tags/TagsTab.tsx';
import { TimesTab } from '../tabs/times/TimesTab.tsx';
import { TopTab } from '../tabs/top/TopTab.tsx';
import { TreeTab } from '../tabs/tree/TreeTab.tsx';
import { type SavedView, type Tab, tabs } from '../view/savedView.ts';
import type { TabProps } from '../view/tabProps.ts';
import { type Asked, isThere } from '../view/useHostAnswer.ts';
import type { ViewChange } from '../view/viewChanges.ts';
import type { SavedPicture } from './exportMenu.ts';

/** What decides which tabs a page has. */
export interface TabFacts {
  readonly facts: PageFacts;
  readonly view: SavedView;
  readonly growth: Asked<GrowthReport | null>;
  readonly times: Asked<TimesReport | null>;
  readonly results: Asked<ResultsTable | null>;
  /** The table that is shown until that of this profile is known. */
  readonly resultsBefore: ResultsTable | null;
}

/** The page, as its tabs see it. */
export interface TabPage extends TabFacts {
  readonly title: string;
  readonly tabProps: TabProps;
  readonly firstPicture: PictureAnswer | null;
  readonly onView: (change: ViewChange) => void;
  readonly flame: RefObject<FlameHandle | null>;
  /** The call graph's drawing as SVG text; `null` where there is none. */
  readonly graph: string | null;
  readonly onGraph: (svg: string | null) => void;
  /** Shows what is outside of the timed loop, too. */
  readonly onUnfold: () => void;
  /** The flame graph is zoomed to this frame; `isDragged` while the user is still moving it. */
  readonly onPath: (path: readonly string[], isDragged: boolean) => void;
}

interface TabSpec {
  readonly title: string;
  /** The beginning of the title that is shown where there is little room. */
  readonly brief?: string;
  /** Whether the page has the tab; without it, every page has. */
  readonly isThere?: (page: TabFacts) => boolean;
  /** It has something to show even where the profile costs nothing. */
  readonly needsNoCosts?: boolean;
  readonly show: (page: TabPage) => ComponentChildren;
  /** Stands at the right of the tabs. */
  readonly options?: (page: TabPage) => ComponentChildren;
  /** What the tab shows as SVG text, to be saved; `null` as long as there is none. */
  readonly picture?: (page: TabPage) => SavedPicture | null;
}

/** All tabs, in the language of the page. */
export function tabSpecs(): Record<Tab, TabSpec> {
  return {
    flame: {
      title: l10n.t('Flame graph'),
      show: ({ tabProps, view, firstPicture, flame, onPath }) => (
        <FlameTab
          {...tabProps}
          handle={flame}
          direction={view.direction}
          fromLeaf={view.fromLeaf}
          firstPath={view.path}
          firstPicture={firstPicture}
          onPath={onPath}
          onDrawn={() => markPainted(tabProps.host)}
        />
      ),
      options: ({ view, facts, onView }) => (
        <FlameOptions view={view} isDifference={facts.isDifference} onChange={onView} />
      ),
      picture:
        ({ flame, title, tabProps: { changes } }) =>
        (fileName) => {
          const shown = [title, changes.summary].filter((part) => part !== '').join(' · ');
          return flame.current?.svg(shown, fileName) ?? '';
        },
    },
    top: { title: l10n.t('Top'), show: ({ tabProps }) => <TopTab {...tabProps} /> },
    tree: {
      title: l10n.t('Tree'),
      show: ({ tabProps, view }) => (
        <TreeTab {...tabProps} key={view.fromLeaf ? 'leaf' : 'root'} fromLeaf={view.fromLeaf} />
      ),
      options: ({ view, onView }) => <LeafButton view={view} onChange={onView} />,
    },
    callers: {
      title: l10n.t('Callers and callees'),
      brief: l10n.t('Callers'),
      show: ({ tabProps }) => <CallersTab {...tabProps} />,
    },
    peek: { title: l10n.t('Peek'), show: ({ tabProps }) => <PeekTab {...tabProps} /> },
    source: { title: l10n.t('Source'), show: ({ tabProps }) => <SourceTab {...tabProps} /> },
    graph: {
      title: l10n.t('Call graph'),
      show: ({ tabProps, onGraph }) => <CallGraphTab {...tabProps} onDrawn={onGraph} />,
      picture: ({ graph }) => (graph === null ? null : () => graph),
    },
    tags: {
      title: l10n.t('Tags'),
      isThere: ({ facts }) => facts.hasTags,
      show: ({ tabProps }) => <TagsTab {...tabProps} />,
    },
    growth: {
      title: l10n.t('Growth'),
      isThere: ({ growth }) => isThere(growth),
      needsNoCosts: true,
      show: ({ growth, tabProps: { actions } }) => <GrowthTab growth={growth} actions={actions} />,
    },
    times: {
      title: l10n.t('Times'),
      isThere: ({ times, view }) => isThere(times) || (times.is === 'coming' && view.tab === 'times'),
      needsNoCosts: true,
      show: ({ times }) => <TimesTab times={times} />,
    },
    stages: {
      title: l10n.t('Stages'),
      isThere: ({ results, view }) =>
        results.is === 'answered'
          ? results.answer?.stages !== undefined
          : results.is === 'coming' && view.tab === 'stages',
      needsNoCosts: true,
      show: ({ results }) => <StagesTab stages={stagesIn(results)} />,
      picture: ({ results }) => {
        const stages = stagesIn(results);
        return stages === null ? null : () => stagesSvg(stages, stagesLabel(stages));
      },
    },
    results: {
      title: l10n.t('Results'),
      isThere: ({ results, resultsBefore, view }) =>
        results.is === 'coming' ? view.tab === 'results' || resultsBefore !== null : isThere(results),
      needsNoCosts: true,
      show: ({ results, resultsBefore, view, onView, tabProps: { host } }) => (
        <ResultsTab
          results={results}
          before={resultsBefore}
          view={view.results}
          onView={(results) => onView({ results })}
          onShow={({ runId }, isStaying) => {
            onView(isStaying ? { results: { ...view.results, stays: true } } : { tab: 'flame' });
            host.send({ type: 'showResult', runId, lines: isStaying });
          }}
          onDrawn={() => markPainted(host)}
        />
      ),
    },
  };
}

function stagesIn(results: TabFacts['results']): StageTable | null {
  return results.is === 'answered' ? (results.answer?.stages ?? null) : null;
}

/** The tabs that a page has, and which of them it shows: a saved view may name one that the profile does not have. */
export function tabsOf(page: TabFacts): { readonly there: readonly Tab[]; readonly shown: Tab } {
  const specs = tabSpecs();
  const there = tabs.filter((tab) => specs[tab].isThere?.(page) ?? true);
  return { there, shown: there.find((tab) => tab === page.view.tab) ?? 'flame' };
}
