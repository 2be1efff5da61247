import type { FirstPicture } from '../../analysis/flame/flamePicture.ts';
import type { PerUnit } from '../../base/model.ts';
import type {
  FromPage,
  PageQuestionKind,
  PageQuestions,
  PageReply,
  PageToSave,
  ToPage,
} from '../../protocol.ts';
import type { Outcome } from './openQuestions.ts';

/** The program around the page: VS Code with its webview, or a browser that has opened the page as a file. */
export interface PageHost {
  /** Whether an editor is there, which can open a frame's source. */
  readonly hasEditor: boolean;
  /** Whether it may know the texts of source files. */
  readonly hasSources: boolean;
  send(message: FromPage): void;
  /** Sets the one listener, which gets every message from now on. */
  listen(listener: (message: HostMessage) => void): void;
  /** The state that `save` got last before the page was reloaded. It can be anything: check it. */
  saved(): unknown;
  save(state: object): void;
  /** Asks the host. A question that fails can be asked again. The promise never rejects. */
  ask<K extends PageQuestionKind>(
    kind: K,
    question: PageQuestions[K]['question'],
  ): Promise<Outcome<PageQuestions[K]['answer']>>;
  /** Offers a file to the user, to be saved. */
  offerFile(name: string, bytes: Uint8Array<ArrayBuffer>): void;
  /** Offers the page itself, with a profile in it. */
  offerPage(name: string, page: PageToSave): Promise<void>;
}

/** A message that a host sends unasked. A host that has the profile's first picture sends it before the profile. */
export type HostMessage = Exclude<ToPage, PageReply> | PictureMessage;

export type ProfileMessage = Extract<ToPage, { type: 'profile' }>;

export interface PictureMessage {
  readonly type: 'picture';
  readonly title: string;
  /** Index in the profile's sample types. -1: the page shows the one that the user saw last, or the profile's default. */
  readonly sampleType: number;
  readonly operations: number | null;
  readonly perUnit?: PerUnit | undefined;
  readonly first: FirstPicture;
}
