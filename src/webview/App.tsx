import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { FirstPicture } from '../analysis/flame/flamePicture.ts';
import type { ProfileFacts } from '../analysis/values/profileFacts.ts';
import type { ToPage } from '../protocol.ts';
import type { Result } from '../result.ts';
import { Loading } from './controls/statusPages.tsx';
import { AfterOpening } from './engine/afterOpening.ts';
import { exactly } from './engine/filterList.ts';
import type { KnownTexts, OpenAnswer, PictureAnswer, ProfileEngine } from './engine/questions.ts';
import { firstTreeKey } from './engine/treeKey.ts';
import { type EditorLink, EditorLinkContext } from './flame/editorLink.ts';
import { readTheme, textMeasure } from './flame/theme.ts';
import type { PageHost } from './host/host.ts';
import type { PictureMessage } from './host/hostMessage.ts';
import { markRead } from './host/painted.ts';
import { type ProblemMessage, ProblemPage } from './ProblemPage.tsx';
import { ProfileView } from './ProfileView.tsx';
import { translated } from './view/format.ts';
import { newView, noSearch, readSavedView, type SavedView } from './view/savedView.ts';

type ProfileMessage = Extract<ToPage, { type: 'profile' }>;

/** A profile that has been opened, and how to show it at first. */
interface Opened {
  readonly title: string;
  readonly facts: ProfileFacts;
  /** The whole graph of the sample type asked for. */
  readonly picture: PictureAnswer | null;
  readonly operations: number | null;
  readonly view: SavedView;
}

type Phase =
  | { readonly is: 'loading'; readonly title: string }
  | { readonly is: 'problem'; readonly problem: ProblemMessage }
  | {
      readonly is: 'open';
      readonly opened: Opened;
      readonly generation: number;
      readonly engine: ProfileEngine;
    };

/** A first picture that is shown while its profile is still to come. */
interface AwaitedProfile {
  readonly known: KnownTexts;
  readonly engine: AfterOpening;
}

/** The whole page: follows the host's messages from loading to the profile or to what went wrong. */
export function App({ host, engine }: { host: PageHost; engine: ProfileEngine }) {
  const [phase, setPhase] = useState<Phase>({ is: 'loading', title: '' });
  const [requested, setRequested] = useState<Partial<SavedView> | null>(null);
  const [notice, setNotice] = useState('');
  const [atCursor, setAtCursor] = useState<readonly string[]>([]);

  const onFailure = (error: unknown) => setPhase(unexpected(error));
  // Before the first paint rather than after it: until then nobody can send a profile.
  useLayoutEffect(() => {
    let generation = 0;
    let awaited: AwaitedProfile | null = null;
    host.listen((message) => {
      if (message.type === 'problem') {
        generation++;
        awaited = null;
        setNotice('');
        setPhase({ is: 'problem', problem: message });
      } else if (message.type === 'search') setRequested(searchForName(message.text));
      else if (message.type === 'neighbours')
        setRequested({ tab: 'neighbours', functionName: message.functionName });
      else if (message.type === 'notice') setNotice(message.text);
      else if (message.type === 'mark') setAtCursor(message.functionNames);
      else if (message.type === 'picture') {
        awaited = { known: textsOf(message.first), engine: new AfterOpening(engine) };
        setPhase(firstPhase(message, host, awaited.engine, ++generation));
      } else if (message.type === 'profile') {
        const shown = awaited;
        awaited = null;
        if (shown === null) {
          generation++;
          setNotice('');
          setRequested(null);
          setPhase({ is: 'loading', title: message.title });
        }
        const current = generation;
        open(engine, message, shown?.known ?? null).then((answer) => {
          if (current !== generation) return;
          markRead();
          if (!answer.ok) setPhase({ is: 'problem', problem: { message: translated(answer.problem) } });
          else if (shown !== null) shown.engine.begin();
          else setPhase(openPhase(message, answer.value, host, engine, generation));
        }, onFailure);
      }
    });
    host.send({ type: 'ready' });
    // The first text takes a browser long; now it has the time.
    setTimeout(() => textMeasure(readTheme())('warm'));
  }, [host, engine]);

  const link = useMemo(
    (): EditorLink => ({
      atCursor,
      reveal: host.hasEditor ? (file, line) => host.send({ type: 'reveal', file, line }) : null,
    }),
    [host, atCursor],
  );

  if (phase.is === 'loading') return <Loading title={phase.title} />;
  if (phase.is === 'problem') return <ProblemPage problem={phase.problem} host={host} />;
  return (
    <EditorLinkContext.Provider value={link}>
      {notice !== '' && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <ProfileView
        key={phase.generation}
        {...phase.opened}
        host={host}
        engine={phase.engine}
        requested={requested}
        onFailure={onFailure}
      />
    </EditorLinkContext.Provider>
  );
}

function open(
  engine: ProfileEngine,
  { bytes, sampleType, operations, base }: ProfileMessage,
  known: KnownTexts | null,
): Promise<Result<OpenAnswer>> {
  const compared =
    base === undefined ? null : { bytes: base.bytes, ratio: operationRatio(operations, base.operations) };
  return engine.ask('open', { bytes, base: compared, sampleType, pixels: innerWidth, known });
}

function openPhase(
  { title, operations, sampleType }: Omit<ProfileMessage, 'type' | 'bytes'>,
  { facts, picture }: OpenAnswer,
  host: PageHost,
  engine: ProfileEngine,
  generation: number,
): Phase {
  const view = firstView({ title, sampleType }, facts, readSavedView(host.saved()));
  return { is: 'open', opened: { title, facts, picture, operations, view }, generation, engine };
}

/** The picture that came before the profile. */
function firstPhase(
  message: PictureMessage,
  host: PageHost,
  engine: ProfileEngine,
  generation: number,
): Phase {
  const { facts, sampleType, picture } = message.first;
  const keyed = { ...picture, sampleType, tree: firstTreeKey(sampleType) };
  return openPhase(message, { facts, picture: keyed }, host, engine, generation);
}

/** What a page knows from its first picture. */
function textsOf({ picture: { newNames, newFiles } }: FirstPicture): KnownTexts {
  return { names: newNames.map(([, name]) => name), files: ['', ...newFiles.map(([, name]) => name)] };
}

/** What makes a base's costs those of as many operations as the profile has; 1 where that is not known. */
function operationRatio(operations: number | null, ofBase: number | null): number {
  return operations === null || ofBase === null || ofBase === 0 ? 1 : operations / ofBase;
}

/**
 * What to show first: of the sample type that the host names, the place where the user left this profile; a host that
 * names none leaves that to the user as well.
 */
function firstView(
  { sampleType, title }: { sampleType: number; title: string },
  facts: ProfileFacts,
  saved: SavedView | null,
): SavedView {
  const isThere = (index: number) => index >= 0 && index < facts.sampleTypes.length;
  const own = saved !== null && saved.title === title ? saved : null;
  const shown = [sampleType, own?.sampleType ?? -1].find(isThere) ?? facts.defaultSampleType;
  const colouring = facts.isDifference ? 'difference' : 'package';
  return own === null ? newView(title, shown, colouring) : { ...own, sampleType: shown };
}

/** The search that finds exactly the functions of a name. */
function searchForName(name: string): Partial<SavedView> {
  const text = name === '' ? '' : exactly(name);
  return { tab: 'flame', search: { ...noSearch, text } };
}

function unexpected(error: unknown): Phase {
  console.error(error);
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  const message = l10n.t('The page failed unexpectedly: {0}. Close it and open it again.', reason ?? '');
  return { is: 'problem', problem: { message } };
}
