import * as l10n from '@vscode/l10n';
import { lazily } from '../../base/lazily.ts';
import { graphvizElement, sourcesElement, standalonePage } from '../../base/standalonePage.ts';
import type { Assembly, FromPage, PageQuestions, PageToSave, SourceText } from '../../protocol.ts';
import { fromBase64 } from './base64.ts';
import {
  embeddedText,
  readEmbeddedAssembly,
  readEmbeddedGraphviz,
  readEmbeddedPicture,
  readEmbeddedProfile,
  readEmbeddedSources,
  readEmbeddedView,
} from './embedded.ts';
import type { HostMessage, PageHost } from './host.ts';
import type { Answers } from './openQuestions.ts';

/**
 * The page as a file of its own in a browser: the document holds the profile and all answers. The view's state lasts as
 * long as the browser's history entry.
 */
export class BrowserHost implements PageHost {
  readonly hasEditor = false;
  #listener: (message: HostMessage) => void = () => {};
  readonly #sources = lazily(readEmbeddedSources);
  readonly #code = lazily(readEmbeddedAssembly);
  readonly #answers: Answers<PageQuestions> = {
    growth: () => null,
    times: () => null,
    results: () => null,
    graphviz: () => readEmbeddedGraphviz(),
    source: ({ file }) => this.#source(file),
    assembly: ({ functionName }) => this.#assembly(functionName),
  };

  /** @param ownScript the text of the page's script */
  constructor(private readonly ownScript: string) {}

  /** They come after the script in the document. */
  get hasSources(): boolean {
    return embeddedText(sourcesElement) !== null;
  }

  send({ type }: FromPage): void {
    if (type !== 'ready') return;
    const picture = readEmbeddedPicture();
    if (picture !== null) this.#listener(picture);
    // The profile comes after the script in the document.
    if (document.readyState !== 'loading') this.#listener(readEmbeddedProfile());
    else addEventListener('DOMContentLoaded', () => this.#listener(readEmbeddedProfile()));
  }

  listen(listener: (message: HostMessage) => void): void {
    this.#listener = listener;
  }

  saved(): unknown {
    return history.state ?? readEmbeddedView();
  }

  save(state: object): void {
    try {
      history.replaceState(state, '');
    } catch {
      // Browsers may forbid this for a page that was opened from a file. The view is then not kept over a reload.
    }
  }

  readonly ask: PageHost['ask'] = async (kind, question) => {
    try {
      return { ok: true, value: await this.#answers[kind](question, () => {}) };
    } catch (error) {
      console.error(error);
      return { ok: false, message: l10n.t('This part of the saved page is damaged.') };
    }
  };

  async #assembly(functionName: string): Promise<Assembly> {
    const missing = l10n.t(
      'Assembly is read from the profiled binary, which a saved page does not have. Open the profile in VS Code, beside its binary, to see it.',
    );
    return (await this.#code()).get(functionName) ?? { missing };
  }

  async #source(file: string): Promise<SourceText> {
    const sources = await this.#sources();
    return sources === null ? { missing: 'not saved' } : (sources.get(file) ?? { missing: 'absent' });
  }

  offerFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    // The download begins only after this task has ended, so the address must last longer.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  async offerPage(name: string, page: PageToSave): Promise<void> {
    const graphviz = embeddedText(graphvizElement);
    const html = standalonePage({
      ...page,
      pageScript: this.ownScript,
      styles: document.querySelector('style')?.textContent ?? '',
      ...(graphviz === null ? {} : { graphviz: new Uint8Array(fromBase64(graphviz)) }),
      language: document.documentElement.lang,
      nonce: crypto.randomUUID(),
    });
    this.offerFile(name, new TextEncoder().encode(html));
  }
}
