import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ProfileEngine, ProfileFacts, SearchText } from './engine/questions.ts';
import { FlameTab, type FlameTabHandle } from './flame/FlameTab.tsx';
import { groupedDigits, valueFormat } from './format.ts';
import type { PageHost } from './host.ts';
import { KeyList } from './KeyList.tsx';
import { Names } from './names.ts';
import { usePageKeys } from './pageKeys.ts';
import { markPainted } from './painted.ts';
import { SearchBox } from './SearchBox.tsx';
import type { SavedView } from './savedView.ts';
import { Message } from './statusPages.tsx';
import { Toolbar } from './Toolbar.tsx';
import { searchOutcome, useSearch } from './useSearch.ts';

export interface ProfileViewProps {
  readonly title: string;
  readonly facts: ProfileFacts;
  readonly operations: number | null;
  /** What to show first. */
  readonly view: SavedView;
  readonly host: PageHost;
  readonly engine: ProfileEngine;
  /** A search the host has asked for; each time a new object. */
  readonly requestedSearch: SearchText | null;
  readonly onFailure: (error: unknown) => void;
}

/** A profile that has been read: the toolbar, and below it the view that the user has chosen. */
export function ProfileView(props: ProfileViewProps) {
  const { title, facts, operations, host, engine, requestedSearch } = props;
  const [sampleType, setSampleType] = useState(props.view.sampleType);
  const [search, setSearch] = useState(props.view.search);
  const [path, setPath] = useState(props.view.path);
  // The engine mentions each name once, so what is learnt must last as long as the profile.
  const names = useMemo(() => new Names(), []);
  const [showsKeys, setShowsKeys] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const flame = useRef<FlameTabHandle>(null);

  useEffect(() => {
    if (requestedSearch !== null) setSearch(requestedSearch);
  }, [requestedSearch]);
  useEffect(() => host.save({ title, sampleType, search, path }), [host, title, sampleType, search, path]);

  const total = facts.totals[sampleType]!;
  const type = facts.sampleTypes[sampleType]!;
  const format = useMemo(() => valueFormat(type, total, operations), [type, total, operations]);
  const found = useSearch(engine, sampleType, search, props.onFailure);

  usePageKeys({
    '/': () => searchInput.current?.select(),
    '?': () => setShowsKeys(true),
    '0': () => flame.current?.showEverything(),
    n: () => flame.current?.step(1),
    N: () => flame.current?.step(-1),
  });

  const switchSampleType = (index: number) => {
    setSampleType(index);
    host.send({ type: 'sampleType', sampleType: index });
  };

  return (
    <div class="page">
      <Toolbar
        title={title}
        facts={facts}
        sampleType={sampleType}
        summary={summary(facts, format.value(total))}
        onSampleType={switchSampleType}
        onKeys={() => setShowsKeys(true)}
      >
        <SearchBox
          search={search}
          outcome={searchOutcome(found, format)}
          inputRef={searchInput}
          onSearch={setSearch}
          onStep={(step) => flame.current?.step(step)}
          onLeave={() => flame.current?.focus()}
        />
      </Toolbar>
      {total === 0 ? (
        <NothingToShow facts={facts} sampleType={sampleType} host={host} />
      ) : (
        <FlameTab
          handle={flame}
          engine={engine}
          host={host}
          names={names}
          sampleType={sampleType}
          format={format}
          firstPath={props.view.path}
          matched={found?.ok ? found.value.entries : null}
          onPath={setPath}
          onFailure={props.onFailure}
        />
      )}
      {showsKeys && <KeyList hasEditor={host.hasEditor} onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

/** `1.24s in total · 1 204 stacks · 1.5s recorded` */
function summary({ samples, durationNanos }: ProfileFacts, total: string): string {
  const parts = [l10n.t('{0} in total', total), l10n.t('{0} stacks', groupedDigits(samples))];
  if (durationNanos > 0) {
    const duration = valueFormat({ type: '', unit: 'nanoseconds' }, 0, null).value(durationNanos);
    parts.push(l10n.t('recorded over {0}', duration));
  }
  return parts.join(' · ');
}

/** Instead of a picture that would be one empty row. */
function NothingToShow({
  facts,
  sampleType,
  host,
}: {
  facts: ProfileFacts;
  sampleType: number;
  host: PageHost;
}) {
  useEffect(() => markPainted(host), [host]);
  if (facts.samples === 0) {
    return (
      <Message
        icon="info"
        heading={l10n.t('An empty profile')}
        text={l10n.t(
          'Nothing was recorded. A CPU profile takes a hundred samples a second: let the program or benchmark run longer.',
        )}
      />
    );
  }
  const type = facts.sampleTypes[sampleType]!.type;
  return (
    <Message
      icon="info"
      heading={l10n.t('Nothing of this kind')}
      text={l10n.t('All samples are zero for {0}. Choose another sample type above.', type)}
    />
  );
}
