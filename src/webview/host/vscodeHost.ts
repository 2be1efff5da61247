import * as l10n from '@vscode/l10n';
import type { AskFromPage, FromPage, PageQuestions, PageToSave, ToPage } from '../../protocol.ts';
import type { HostMessage, PageHost } from './host.ts';
import { OpenQuestions } from './openQuestions.ts';

/** What VS Code gives to the page in a webview. */
export interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: object): void;
}

/** The page in an editor: the extension answers its questions. */
export class VsCodeHost implements PageHost {
  readonly hasEditor = true;
  readonly hasSources = true;
  readonly #questions: OpenQuestions<PageQuestions>;
  #listener: (message: HostMessage) => void = () => {};

  constructor(private readonly api: VsCodeApi) {
    // TypeScript does not see that kind and question of a message belong together.
    this.#questions = new OpenQuestions((message) => api.postMessage(message as AskFromPage));
    addEventListener('focus', () => this.send({ type: 'focused' }));
    addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
      if (typeof data === 'object' && data !== null && 'type' in data) this.#receive(data);
    });
  }

  send(message: FromPage): void {
    this.api.postMessage(message);
  }

  listen(listener: (message: HostMessage) => void): void {
    this.#listener = listener;
  }

  saved(): unknown {
    return this.api.getState();
  }

  save(state: object): void {
    this.api.setState(state);
    this.send({ type: 'saved', view: state });
  }

  readonly ask: PageHost['ask'] = (kind, question) => this.#questions.ask(kind, question);

  offerFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.send({ type: 'save', name, bytes });
  }

  async offerPage(name: string, page: PageToSave): Promise<void> {
    this.send({ type: 'savePage', name, page });
  }

  #receive(message: ToPage): void {
    if (message.type === 'answer' || message.type === 'failure') {
      this.#questions.receive(message);
      return;
    }
    if (message.type === 'profile' || message.type === 'problem') {
      this.#questions.endAll(l10n.t('The profile that this is about is no longer shown.'));
    }
    if (message.type === 'profile' && message.view !== undefined) this.api.setState(message.view);
    this.#listener(message);
  }
}
