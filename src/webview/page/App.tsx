import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ResultsTable, SessionAge } from '../../protocol.ts';
import { LinkButton } from '../controls/Button.tsx';
import { Loading, Message } from '../controls/statusPages.tsx';
import type { KnownTexts, ProfileEngine } from '../engine/questions.ts';
import type { PageHost, ProfileMessage } from '../host/host.ts';
import { markRead } from '../host/painted.ts';
import { readTheme, textMeasure } from '../tabs/flame/theme.ts';
import { AtCursorContext } from '../view/atCursor.ts';
import { WatchStrip } from '../watch/WatchStrip.tsx';
import { ContextMenu } from './ContextMenu.tsx';
import { Offers, offerLabel } from './Offers.tsx';
import { ProfileView } from './ProfileView.tsx';
import {
  afterFailure,
  afterMessage,
  afterOpening,
  afterShare,
  type LoadingProfile,
  type PageState,
  type ProblemMessage,
  startState,
} from './pageState.ts';

export function App(props: { host: PageHost; engine: ProfileEngine }) {
  return (
    <>
      <Content {...props} />
      <ContextMenu hasEditor={props.host.hasEditor} />
    </>
  );
}

/** What the page shows: the host's messages lead from loading to a profile or to a problem. */
function Content({ host, engine }: { host: PageHost; engine: ProfileEngine }) {
  const { shown, asked, onFailure } = usePageState(host, engine);
  const { watch } = shown;
  return (
    <>
      {watch !== null && <WatchStrip key={watch.id} watch={watch} host={host} />}
      <Phase shown={shown} host={host} engine={asked} onFailure={onFailure} />
    </>
  );
}

function Phase(props: {
  shown: PageState;
  host: PageHost;
  engine: ProfileEngine;
  onFailure: (error: unknown) => void;
}) {
  const { shown, host, engine, onFailure } = props;
  const { phase, generation, requested, notice, age, resultsVersion, atCursor, choices, offers } = shown;
  const lastResults = useRef<ResultsTable | null>(null);

  if (phase.is === 'loading') return <LoadingPage {...phase} />;
  if (phase.is === 'problem') return <ProblemPage problem={phase.problem} host={host} />;
  return (
    <AtCursorContext.Provider value={atCursor}>
      {age !== null && <AgeBanner age={age} host={host} />}
      {offers.includes('profileWaiting') && <WaitedBanner host={host} />}
      {notice !== '' && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <ProfileView
        key={generation}
        {...phase.opened}
        host={host}
        engine={engine}
        requested={requested}
        choices={choices}
        lastResults={lastResults}
        resultsVersion={resultsVersion}
        onFailure={onFailure}
      />
    </AtCursorContext.Provider>
  );
}

/** Follows the host's messages, and has the engine read the profiles among them. */
function usePageState(host: PageHost, engine: ProfileEngine) {
  const [shown, setShown] = useState(startState);
  const latest = useRef(startState);
  const show = (next: PageState) => {
    latest.current = next;
    setShown(next);
  };
  const onFailure = (error: unknown) => {
    console.error(error);
    show(afterFailure(latest.current, error));
  };
  const asked = useMemo(() => reporting(engine, onFailure), [engine]);
  const read = async (message: ProfileMessage, known: KnownTexts | null) => {
    const opening = { message, known, generation: latest.current.generation };
    const onShare = (share: number) => show(afterShare(latest.current, opening, share));
    const answer = await asked.ask('open', { ...message, pixels: innerWidth, known }, onShare);
    if (opening.generation !== latest.current.generation) return;
    markRead();
    show(afterOpening(latest.current, opening, answer, host.saved()));
  };
  // Before the first paint rather than after it: the host sends a profile only when the page is ready.
  useLayoutEffect(() => {
    host.listen((message) => {
      const { known } = latest.current;
      show(afterMessage(latest.current, message, host.saved()));
      if (message.type === 'profile') read(message, known).catch(onFailure);
    });
    host.send({ type: 'ready' });
    // A browser takes long to measure its first text. Until a profile comes there is time for that.
    setTimeout(() => textMeasure(readTheme())('warm'));
  }, [host, engine]);
  return { shown, asked, onFailure };
}

/** An engine whose failures are told to the page. Whoever has asked gets no answer: the page shows the failure instead. */
function reporting(engine: ProfileEngine, onFailure: (error: unknown) => void): ProfileEngine {
  return {
    ask: (kind, question, onShare) =>
      engine.ask(kind, question, onShare).catch((error: unknown) => {
        onFailure(error);
        return new Promise<never>(() => {});
      }),
  };
}

/** Says above a profile that it is not of now, and leads to the newest run. */
function AgeBanner({ age, host }: { age: SessionAge; host: PageHost }) {
  const { sentence, newestRunId } = age;
  return (
    <Banner sentence={sentence}>
      {newestRunId !== null && (
        <LinkButton onClick={() => host.send({ type: 'showResult', runId: newestRunId })}>
          {l10n.t('Show newest')}
        </LinkButton>
      )}
    </Banner>
  );
}

/** Says above a profile of computing that it is the lesser part, however many samples it has. */
function WaitedBanner({ host }: { host: PageHost }) {
  return (
    <Banner sentence={l10n.t('The benchmark waited. A profile of waiting says what for.')}>
      <LinkButton onClick={() => host.send({ type: 'offer', chosen: 'profileWaiting' })}>
        {offerLabel('profileWaiting')}
      </LinkButton>
    </Banner>
  );
}

/** A sentence above a profile, and what leads on from it. */
function Banner({ sentence, children }: { sentence: string; children: ComponentChildren }) {
  return (
    <div class="notice banner">
      <span role="status">{sentence}</span>
      {children}
    </div>
  );
}

/** A smaller file is there before anybody has read about it. */
const worthTelling = 2e6;

/** The page while a profile is on its way: of a large one, where it is. */
function LoadingPage({ title, bytes, step, share }: LoadingProfile) {
  const isLarge = bytes >= worthTelling;
  return (
    <Loading text={headline(title, isLarge ? bytes : 0)}>
      {isLarge && (
        <div class="loading-step">
          <p>{stepText(step)}</p>
          <progress aria-label={stepText(step)} {...(share === null ? {} : { value: share })} />
        </div>
      )}
    </Loading>
  );
}

function headline(title: string, bytes: number): string {
  if (title === '') return l10n.t('Loading…');
  return bytes === 0
    ? l10n.t('Reading {0}…', title)
    : l10n.t('Reading {0}, {1} MB…', title, Math.round(bytes / 1e6));
}

function stepText(step: LoadingProfile['step']): string {
  switch (step) {
    case 'reading':
      return l10n.t('1 of 3: reading it for the lines of your code');
    case 'sending':
      return l10n.t('2 of 3: bringing it to this page');
    case 'decoding':
      return l10n.t('3 of 3: building the flame graph');
  }
}

/** What is wrong with a profile, and what the user can do about it. */
function ProblemPage({ problem, host }: { problem: ProblemMessage; host: PageHost }) {
  const { heading, message, offers = [] } = problem;
  const isElsewhere = offers.includes('showHere');
  return (
    <main class="page">
      <Message
        heading={heading ?? l10n.t('No flame graph')}
        text={message}
        {...(isElsewhere ? {} : { icon: 'warning', role: 'alert' })}
      >
        <Offers offers={offers} host={host} />
      </Message>
    </main>
  );
}
