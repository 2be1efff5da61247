import * as l10n from '@vscode/l10n';
import type { GrowthTable } from '../../model.ts';
import type { Assembly, FromPage, PageToSave, SourceText, ToPage } from '../../protocol.ts';
import { graphvizElement, sourcesElement, standalonePage } from '../../standalonePage.ts';
import { fromBase64 } from './base64.ts';
import {
  readEmbeddedGraphviz,
  readEmbeddedPicture,
  readEmbeddedProfile,
  readEmbeddedSources,
} from './embedded.ts';
import type { HostMessage } from './hostMessage.ts';

/** What stands around the page: a VS Code webview, or a browser that opened the page as a file. */
export interface PageHost {
  /** Whether there is an editor that can open a frame's source. */
  readonly hasEditor: boolean;
  send(message: FromPage): void;
  /** One listener, told of every message from now on. */
  listen(listener: (message: HostMessage) => void): void;
  /** What `save` was last given before the page was reloaded; anything, or nothing. */
  saved(): unknown;
  save(state: object): void;
  /** The text of dist/graphviz.js; `null` where it cannot be had. */
  graphviz(): Promise<string | null>;
  /** The series that the profile's benchmark is one of; `null` where it is in none, or nobody knows. */
  growth(): Promise<GrowthTable | null>;
  /** The text of a source file, as the profile names it, or why there is none. */
  source(file: string): Promise<SourceText>;
  /** The instructions of a function, as the profile names it, or why there are none. */
  assembly(functionName: string): Promise<Assembly>;
  /** Offers a file to the user to be kept. */
  offerFile(name: string, bytes: Uint8Array<ArrayBuffer>): void;
  /** The same with the page itself, a profile in it. */
  offerPage(name: string, page: PageToSave): Promise<void>;
}

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: object): void;
}

declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

/**
 * The host this page finds itself in. To be called once, while the page's script runs for the first time: VS Code
 * hands its interface out once.
 */
export function connectHost(): PageHost {
  const ownScript = document.currentScript?.textContent ?? '';
  return typeof acquireVsCodeApi === 'function'
    ? new VsCodeHost(acquireVsCodeApi())
    : new BrowserHost(ownScript);
}

class VsCodeHost implements PageHost {
  readonly hasEditor = true;
  readonly #api: VsCodeApi;
  #listener: (message: HostMessage) => void = () => {};
  readonly #waitingForGraphviz: ((script: string | null) => void)[] = [];
  readonly #waitingForGrowth: ((table: GrowthTable | null) => void)[] = [];
  /** By file. */
  readonly #waitingForSource = new Map<string, ((source: SourceText) => void)[]>();
  /** By the question's id. */
  readonly #waitingForAssembly = new Map<number, (assembly: Assembly) => void>();
  #assemblies = 0;

  constructor(api: VsCodeApi) {
    this.#api = api;
    addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
      if (typeof data === 'object' && data !== null && 'type' in data) this.#receive(data);
    });
  }

  send(message: FromPage): void {
    this.#api.postMessage(message);
  }

  listen(listener: (message: HostMessage) => void): void {
    this.#listener = listener;
  }

  saved(): unknown {
    return this.#api.getState();
  }

  save(state: object): void {
    this.#api.setState(state);
  }

  graphviz(): Promise<string | null> {
    return new Promise((resolve) => {
      this.#waitingForGraphviz.push(resolve);
      this.send({ type: 'graphviz' });
    });
  }

  growth(): Promise<GrowthTable | null> {
    return new Promise((resolve) => {
      this.#waitingForGrowth.push(resolve);
      this.send({ type: 'growth' });
    });
  }

  source(file: string): Promise<SourceText> {
    return new Promise((resolve) => {
      const waiting = this.#waitingForSource.get(file) ?? [];
      this.#waitingForSource.set(file, [...waiting, resolve]);
      if (waiting.length === 0) this.send({ type: 'source', file });
    });
  }

  assembly(functionName: string): Promise<Assembly> {
    return new Promise((resolve) => {
      const id = this.#assemblies++;
      this.#waitingForAssembly.set(id, resolve);
      this.send({ type: 'assembly', id, functionName });
    });
  }

  offerFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.send({ type: 'save', name, bytes });
  }

  async offerPage(name: string, page: PageToSave): Promise<void> {
    this.send({ type: 'savePage', name, page });
  }

  #receive(message: ToPage): void {
    if (message.type === 'graphviz') {
      for (const resolve of this.#waitingForGraphviz.splice(0)) resolve(message.script);
    } else if (message.type === 'growth') {
      // Answers come in the order of the questions, each about the profile shown then.
      this.#waitingForGrowth.shift()?.(message.table);
    } else if (message.type === 'source') {
      for (const resolve of this.#waitingForSource.get(message.file) ?? []) resolve(message.source);
      this.#waitingForSource.delete(message.file);
    } else if (message.type === 'assembly') {
      this.#waitingForAssembly.get(message.id)?.(message.assembly);
      this.#waitingForAssembly.delete(message.id);
    } else {
      this.#listener(message);
    }
  }
}

/** The document holds everything; view state lasts as long as the history entry. */
class BrowserHost implements PageHost {
  readonly hasEditor = false;
  readonly #ownScript: string;
  #listener: (message: HostMessage) => void = () => {};
  /** Unpacked when first needed. */
  #sources: Promise<ReadonlyMap<string, SourceText> | null> | null = null;

  /** @param ownScript the text of the page's script */
  constructor(ownScript: string) {
    this.#ownScript = ownScript;
  }

  send({ type }: FromPage): void {
    if (type !== 'ready') return;
    const picture = readEmbeddedPicture(document);
    if (picture !== null) this.#listener(picture);
    // The profile comes after the script in the document.
    if (document.readyState !== 'loading') this.#listener(readEmbeddedProfile(document));
    else addEventListener('DOMContentLoaded', () => this.#listener(readEmbeddedProfile(document)));
  }

  listen(listener: (message: HostMessage) => void): void {
    this.#listener = listener;
  }

  saved(): unknown {
    return history.state;
  }

  save(state: object): void {
    try {
      history.replaceState(state, '');
    } catch {
      // A page opened from a file may not be allowed to write its history; it then forgets, no more.
    }
  }

  graphviz(): Promise<string | null> {
    return readEmbeddedGraphviz(document);
  }

  growth(): Promise<GrowthTable | null> {
    return Promise.resolve(null);
  }

  async source(file: string): Promise<SourceText> {
    this.#sources ??= readEmbeddedSources(document);
    const sources = await this.#sources;
    return sources === null ? { missing: 'not saved' } : (sources.get(file) ?? { missing: 'absent' });
  }

  assembly(): Promise<Assembly> {
    return Promise.resolve({
      missing: l10n.t(
        'Assembly is read from the profiled binary, which a saved page does not have. Open the profile in VS Code, beside its binary, to see it.',
      ),
    });
  }

  offerFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    // Not at once: the download begins after this task.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  async offerPage(name: string, page: PageToSave): Promise<void> {
    const graphviz = embeddedBytes(graphvizElement);
    const sources = embeddedBytes(sourcesElement);
    const html = standalonePage({
      ...page,
      pageScript: this.#ownScript,
      styles: document.querySelector('style')?.textContent ?? '',
      ...(graphviz === null ? {} : { graphviz }),
      ...(sources === null ? {} : { sources }),
      language: document.documentElement.lang,
      nonce: crypto.randomUUID(),
    });
    this.offerFile(name, new TextEncoder().encode(html));
  }
}

/** What a block of the document holds; `null` where there is none. */
function embeddedBytes(id: string): Uint8Array | null {
  const text = document.getElementById(id)?.textContent;
  return text == null ? null : new Uint8Array(fromBase64(text));
}
