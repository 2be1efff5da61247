import * as l10n from '@vscode/l10n';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import type { FirstPicture } from '../../analysis/flame/flamePicture.ts';
import type { PerUnit } from '../../base/model.ts';
import type { Result } from '../../base/result.ts';
import type { CostGroup, OpeningStep, SessionAge, ToPage } from '../../protocol.ts';
import { AfterOpening, type ProfileEngine } from '../engine/profileEngine.ts';
import type { KnownTexts, OpenAnswer, PictureAnswer } from '../engine/questions.ts';
import { firstTreeKey } from '../engine/treeKey.ts';
import type { HostMessage } from '../host/host.ts';
import { translated } from '../view/format.ts';
import { readSavedView, type SavedView } from '../view/savedView.ts';
import {
  firstView,
  showCallers,
  showInFlameGraph,
  showResults,
  type ViewChange,
} from '../view/viewChanges.ts';

export type ProfileMessage = Extract<ToPage, { type: 'profile' }>;
export type ProblemMessage = Omit<Extract<ToPage, { type: 'problem' }>, 'type'>;

/** A profile that the page shows. */
export interface Opened {
  readonly title: string;
  readonly facts: PageFacts;
  /** The whole graph of the first sample type; `null` where there is none yet. */
  readonly picture: PictureAnswer | null;
  /** Operations of the benchmark; `null` where their number is unknown. */
  readonly operations: number | null;
  /** What they are, if not those of a benchmark. */
  readonly perUnit: PerUnit | undefined;
  /** Of the editor, which offers others beside it; `null` in a file of its own. */
  readonly sessionId: string | null;
  /** The view that it is shown with at first. */
  readonly view: SavedView;
  readonly engine: ProfileEngine;
}

/** A profile that is on its way. */
export interface LoadingProfile {
  /** Empty until it is known. */
  readonly title: string;
  /** The size of its file; 0 where it is not known. */
  readonly bytes: number;
  /** Where it is: the server reads the file, the editor sends it, or the page reads it. */
  readonly step: OpeningStep | 'decoding';
  /** How much of the step is done, from 0 to 1; `null` where that is not known. */
  readonly share: number | null;
}

export type Phase =
  | ({ readonly is: 'loading' } & LoadingProfile)
  | { readonly is: 'problem'; readonly problem: ProblemMessage }
  | { readonly is: 'open'; readonly opened: Opened };

/** A first picture that is shown until its profile is read. */
export interface Awaited {
  /** The texts that the page knows from the picture: the engine need not send them again. */
  readonly known: KnownTexts;
  /** Answers when the profile is read. */
  readonly engine: AfterOpening;
}

/** A profile that the engine is reading. */
export interface Opening {
  readonly message: Omit<ProfileMessage, 'type' | 'bytes'>;
  /** The first picture of the profile, which is shown already; `null` where there is none. */
  readonly awaited: Awaited | null;
  /** The state's when the profile came. */
  readonly generation: number;
}

/** The state of the whole page. The view of a profile is the profile's own state: see useSavedView.ts. */
export interface PageState {
  readonly phase: Phase;
  /** Number of the profile or problem that is shown. The engine's answer about an earlier one is dropped. */
  readonly generation: number;
  readonly awaited: Awaited | null;
  /** What the host has asked to be shown, each time a new object; `null` for nothing. */
  readonly requested: ViewChange | null;
  /** A sentence of the host above the profile; empty for none. */
  readonly notice: string;
  /** Why the profile is not of now; `null` if it is. */
  readonly age: SessionAge | null;
  /** How often the host has said that there are other results. */
  readonly resultsVersion: number;
  /** The functions whose lines the editor's cursor is in. */
  readonly atCursor: readonly string[];
  /** The costs that the user can choose, those of the shown run first; empty in a file of its own. */
  readonly choices: readonly CostGroup[];
}

export const startState: PageState = {
  phase: { is: 'loading', title: '', bytes: 0, step: 'reading', share: null },
  generation: 0,
  awaited: null,
  requested: null,
  notice: '',
  age: null,
  resultsVersion: 0,
  atCursor: [],
  choices: [],
};

/**
 * The state after a message of the host.
 *
 * @param saved the view that an earlier page saved
 */
export function afterMessage(
  state: PageState,
  message: HostMessage,
  engine: ProfileEngine,
  saved: unknown,
): PageState {
  const generation = state.generation + 1;
  switch (message.type) {
    case 'problem':
      return { ...state, phase: { is: 'problem', problem: message }, generation, awaited: null, notice: '' };
    case 'opening': {
      const { title, bytes, step } = message;
      return {
        ...state,
        phase: { is: 'loading', title, bytes, step, share: null },
        generation,
        awaited: null,
      };
    }
    case 'search':
      return { ...state, requested: showInFlameGraph(message.text) };
    case 'neighbours':
      return { ...state, requested: showCallers(message.functionName) };
    case 'results':
      return { ...state, requested: showResults(message.scope) };
    case 'resultsChanged':
      return { ...state, resultsVersion: state.resultsVersion + 1 };
    case 'notice':
      return { ...state, notice: message.text };
    case 'age':
      return { ...state, age: message.age };
    case 'choices':
      return { ...state, choices: message.groups };
    case 'mark':
      return { ...state, atCursor: message.functionNames };
    case 'picture': {
      const awaited = { known: textsOf(message.first), engine: new AfterOpening(engine) };
      const { facts, sampleType, picture } = message.first;
      const keyed = { ...picture, sampleType, tree: firstTreeKey(sampleType) };
      const phase = openPhase(message, { facts, picture: keyed }, awaited.engine, saved);
      return { ...state, phase, generation, awaited };
    }
    case 'profile': {
      // The first picture of this profile stays on the screen.
      if (state.awaited !== null) return { ...state, awaited: null };
      const { title, bytes } = message;
      const phase: Phase = { is: 'loading', title, bytes: bytes.byteLength, step: 'decoding', share: 0 };
      return { ...state, phase, generation, requested: null, notice: '', age: null };
    }
    default:
      return state;
  }
}

/** The state after the engine has read a share (0 to 1) of a profile. */
export function afterShare(state: PageState, { generation }: Opening, share: number): PageState {
  if (generation !== state.generation || state.phase.is !== 'loading') return state;
  return { ...state, phase: { ...state.phase, share } };
}

/** The state after the engine has read a profile, or has found that it cannot. */
export function afterOpening(
  state: PageState,
  { message, awaited, generation }: Opening,
  answer: Result<OpenAnswer>,
  engine: ProfileEngine,
  saved: unknown,
): PageState {
  if (generation !== state.generation) return state;
  if (!answer.ok) return { ...state, phase: problemPhase(translated(answer.problem)) };
  return awaited === null ? { ...state, phase: openPhase(message, answer.value, engine, saved) } : state;
}

/** The state after an error that no user has caused. */
export function afterFailure(state: PageState, error: unknown): PageState {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  const message = l10n.t('The page failed unexpectedly: {0}. Close it and open it again.', reason ?? '');
  return { ...state, phase: problemPhase(message) };
}

function problemPhase(message: string): Phase {
  return { is: 'problem', problem: { message } };
}

function openPhase(
  { title, operations, perUnit, sampleType, session }: Opening['message'],
  { facts, picture }: OpenAnswer,
  engine: ProfileEngine,
  saved: unknown,
): Phase {
  const wanted = { title, run: session?.run ?? '', sampleType };
  const view = firstView(wanted, facts, readSavedView(saved));
  const sessionId = session?.id ?? null;
  return { is: 'open', opened: { title, facts, picture, operations, perUnit, sessionId, view, engine } };
}

/** The names and files that a page knows from its first picture. Number 0 is the empty file name. */
function textsOf({ picture: { newNames, newFiles } }: FirstPicture): KnownTexts {
  return { names: newNames.map(([, name]) => name), files: ['', ...newFiles.map(([, name]) => name)] };
}
