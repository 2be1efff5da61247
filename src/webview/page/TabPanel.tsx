import { useEffect, useRef } from 'preact/hooks';
import type { Tab } from '../view/savedView.ts';
import { NothingToShow } from './NothingToShow.tsx';
import { type TabPage, tabSpecs } from './tabSpecs.tsx';

/** The place of the tabs, with the tab that is shown. */
export function TabPanel({ tab, page }: { tab: Tab; page: TabPage }) {
  const panel = useRef<HTMLDivElement>(null);
  const tabBefore = useRef(tab);
  useEffect(() => {
    // The element that had the focus went with its tab. The keyboard goes on from the new tab.
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (tab !== tabBefore.current && isLost) panel.current?.focus();
    tabBefore.current = tab;
  }, [tab]);
  const { show, needsNoCosts } = tabSpecs()[tab];
  const { facts, view, tabProps } = page;
  return (
    <main class="view">
      <div class="view" id="view" ref={panel} role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${tab}`}>
        {tabProps.format.total === 0 && needsNoCosts !== true ? (
          <NothingToShow facts={facts} sampleType={view.sampleType} host={tabProps.host} />
        ) : (
          show(page)
        )}
      </div>
    </main>
  );
}
