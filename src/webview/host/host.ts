import type { FromPage, PageQuestionKind, PageQuestions, PageToSave } from '../../protocol.ts';
import type { HostMessage } from './hostMessage.ts';
import type { Outcome } from './openQuestions.ts';

/** The program around the page: VS Code with its webview, or a browser that has opened the page as a file. */
export interface PageHost {
  /** Whether an editor is there, which can open a frame's source. */
  readonly hasEditor: boolean;
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
