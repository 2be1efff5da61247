import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { Message } from '../controls/statusPages.tsx';
import type { PageHost } from '../host/host.ts';
import { markPainted } from '../host/painted.ts';
import { sampleTypeName } from '../view/format.ts';
import type { Tab } from '../view/savedView.ts';
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
  useKeyboardComes(panel, tabProps.host.hasEditor);
  return (
    <main class="view">
      <div class="view" id="view" ref={panel} role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${tab}`}>
        {tabProps.format.total === 0 && needsNoCosts !== true ? (
          <NothingToShow
            facts={facts}
            sampleType={view.sampleType}
            host={tabProps.host}
            onUnfold={page.onUnfold}
          />
        ) : (
          show(page)
        )}
      </div>
    </main>
  );
}

/** Where the keys of the tabs work. */
const keyboardPlaces = '.flame-tree, [role="grid"], .pan-zoom';

/**
 * Who comes to the page by a key of the editor goes on by keys: not after a first Tab only. The keyboard is taken when a key is
 * pressed, and not before: VS Code would close a list of its own that has just opened.
 */
function useKeyboardComes(panel: RefObject<HTMLElement | null>, isBesideEditor: boolean): void {
  useEffect(() => {
    if (!isBesideEditor) return;
    const pass = (event: KeyboardEvent) => {
      if (document.activeElement !== document.body || !/^(?:Arrow|Page|Home$|End$)/.test(event.key)) return;
      const place = panel.current?.querySelector<HTMLElement>(keyboardPlaces) ?? panel.current;
      event.preventDefault();
      place?.focus({ preventScroll: true });
      place?.dispatchEvent(new KeyboardEvent('keydown', event));
    };
    addEventListener('keydown', pass);
    return () => removeEventListener('keydown', pass);
  }, []);
}

/** Says why a profile has no costs to show, and what the user can do about it. */
function NothingToShow(props: {
  facts: PageFacts;
  sampleType: number;
  host: PageHost;
  onUnfold: () => void;
}) {
  const { facts, sampleType, host } = props;
  useEffect(() => markPainted(host), [host]);
  if (facts.samples === 0) {
    const why = l10n.t(
      'Nothing was recorded. A CPU profile takes a hundred samples in a second of computing: it was too short, or the program waited.',
    );
    return <Message heading={l10n.t('An empty profile')} text={why} />;
  }
  if (facts.totals[sampleType] !== 0) {
    return (
      <Message
        heading={l10n.t('Nothing in the timed loop')}
        text={l10n.t('Only setup and the background cost something here.')}
      >
        <button type="button" class="button" onClick={props.onUnfold}>
          {l10n.t('Show the whole profile')}
        </button>
      </Message>
    );
  }
  const type = sampleTypeName(facts.sampleTypes[sampleType]!, facts.sampleTypes);
  return (
    <Message
      heading={l10n.t('Nothing of this kind')}
      text={l10n.t('All samples are zero for {0}. Choose another sample type above.', type)}
    />
  );
}
