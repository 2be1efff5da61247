import * as l10n from '@vscode/l10n';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import type { FirstPicture } from '../../analysis/flame/flamePicture.ts';
import type { PerUnit } from '../../base/model.ts';
import { type Result, sentence } from '../../base/result.ts';
import type { CostGroup, OpeningStep, PageOffer, PageWatch, SessionAge, ToPage } from '../../protocol.ts';
import type { KnownTexts, OpenAnswer, PictureAnswer } from '../engine/questions.ts';
import { firstTreeKey } from '../engine/treeKey.ts';
import type { HostMessage, ProfileMessage } from '../host/host.ts';
import type { PageOperations } from '../view/format.ts';
import { readSavedView, type SavedView } from '../view/savedView.ts';
import {
  firstView,
  showCallers,
  showInFlameGraph,
  showResults,
  type ViewChange,
} from '../view/viewChanges.ts';

export type ProblemMessage = Omit<Extract<ToPage, { type: 'problem' }>, 'type'>;

export interface Opened {
  readonly title: string;
  readonly facts: PageFacts;
  /** The whole graph of the first sample type; `null` where there is none yet. */
  readonly picture: PictureAnswer | null;
  /** `null` where their number is unknown, or the costs of a comparison are not of as many operations. */
  readonly operations: PageOperations | null;
  /** What they are, if not those of a benchmark. */
  readonly perUnit: PerUnit | undefined;
  /** Of the editor, which offers others beside it; `null` in a file of its own. */
  readonly sessionId: string | null;
  readonly view: SavedView;
}

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

/** A profile that the engine is reading. */
export interface Opening {
  readonly message: Omit<ProfileMessage, 'type' | 'bytes'>;
  /** As in `PageState`. */
  readonly known: KnownTexts | null;
  /** The state's when the profile came. */
  readonly generation: number;
}

/** The state of the whole page. The view of a profile is the profile's own state: see useSavedView.ts. */
export interface PageState {
  readonly phase: Phase;
  /** Number of the profile or problem that is shown. The engine's answer about an earlier one is dropped. */
  readonly generation: number;
  /** The texts of a first picture that is shown until its profile comes: the engine need not send them again. */
  readonly known: KnownTexts | null;
  /** What the host has asked to be shown, each time a new object; `null` for nothing. */
  readonly requested: ViewChange | null;
  /** A sentence of the host above the profile; empty for none. */
  readonly notice: string;
  /** Why the profile is not of now; `null` if it is. */
  readonly age: SessionAge | null;
  /** Of the server that the profile is of, if it was watched. */
  readonly watch: PageWatch | null;
  /** How often the host has said that there are other results. */
  readonly resultsVersion: number;
  /** The functions whose lines the editor's cursor is in. */
  readonly atCursor: readonly string[];
  /** The costs that the user can choose, those of the shown run first; empty in a file of its own. */
  readonly choices: readonly CostGroup[];
  readonly offers: readonly PageOffer[];
}

export const startState: PageState = {
  phase: { is: 'loading', title: '', bytes: 0, step: 'reading', share: null },
  generation: 0,
  known: null,
  requested: null,
  notice: '',
  age: null,
  watch: null,
  resultsVersion: 0,
  atCursor: [],
  choices: [],
  offers: [],
};

/**
 * The state after a message of the host.
 *
 * @param saved the view that an earlier page saved
 */
export function afterMessage(state: PageState, message: HostMessage, saved: unknown): PageState {
  const generation = state.generation + 1;
  switch (message.type) {
    case 'problem': {
      const phase: Phase = { is: 'problem', problem: message };
      return { ...state, phase, generation, known: null, notice: '', watch: null };
    }
    case 'opening': {
      const { title, bytes, step } = message;
      const phase: Phase = { is: 'loading', title, bytes, step, share: null };
      return { ...state, phase, generation, known: null };
    }
    case 'search':
      return { ...state, requested: showInFlameGraph(message.text) };
    case 'neighbours':
      return { ...state, requested: showCallers(message.functionName) };
    case 'results':
      return { ...state, requested: showResults(message.scope) };
    case 'stages':
      return { ...state, requested: { tab: 'stages' } };
    case 'resultsChanged':
      return { ...state, resultsVersion: state.resultsVersion + 1 };
    case 'notice':
      return { ...state, notice: message.text };
    case 'age':
      return { ...state, age: message.age };
    case 'watch':
      return { ...state, watch: message.watch };
    case 'choices':
      return { ...state, choices: message.groups };
    case 'offers':
      return { ...state, offers: message.offers };
    case 'mark':
      return { ...state, atCursor: message.functionNames };
    case 'picture': {
      const { facts, sampleType, picture } = message.first;
      const keyed = { ...picture, sampleType, tree: firstTreeKey(sampleType) };
      const phase = openPhase(message, { facts, picture: keyed }, saved);
      return { ...state, phase, generation, known: textsOf(message.first) };
    }
    case 'profile': {
      // The first picture of this profile stays on the screen.
      if (state.known !== null) return { ...state, known: null };
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
  { message, known, generation }: Opening,
  answer: Result<OpenAnswer>,
  saved: unknown,
): PageState {
  if (generation !== state.generation) return state;
  if (!answer.ok) return { ...state, phase: problemPhase(sentence(answer.problem)) };
  return known === null ? { ...state, phase: openPhase(message, answer.value, saved) } : state;
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
  { title, operations: count, base, perUnit, sampleType, session }: Opening['message'],
  { facts, picture }: OpenAnswer,
  saved: unknown,
): Phase {
  const wanted = { title, run: session?.run ?? '', sampleType };
  const view = firstView(wanted, facts, readSavedView(saved));
  const sessionId = session?.id ?? null;
  const operations = pageOperations(count, base);
  return { is: 'open', opened: { title, facts, picture, operations, perUnit, sessionId, view } };
}

/** Costs of a base that is compared by shares are not those of as many operations. */
function pageOperations(count: number | null, base: Opening['message']['base']): PageOperations | null {
  const inBase = base === undefined ? count : base.ratio === 'shares' ? null : base.operations;
  return count === null || inBase === null || inBase <= 0 ? null : { count, inBase };
}

/** The names and files that a page knows from its first picture. Number 0 is the empty file name. */
function textsOf({ picture: { newNames, newFiles } }: FirstPicture): KnownTexts {
  return { names: newNames.map(([, name]) => name), files: ['', ...newFiles.map(([, name]) => name)] };
}
