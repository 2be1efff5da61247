import type { FromPage, ToPage } from '../protocol.ts';
import { readEmbeddedProfile } from './embedded.ts';

/** What stands around the page: a VS Code webview, or a browser that opened the page as a file. */
export interface PageHost {
  /** Whether there is an editor that can open a frame's source. */
  readonly hasEditor: boolean;
  send(message: FromPage): void;
  /** One listener, told of every message from now on. */
  listen(listener: (message: ToPage) => void): void;
  /** What `save` was last given before the page was reloaded; anything, or nothing. */
  saved(): unknown;
  save(state: object): void;
}

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: object): void;
}

declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

/** The host this page finds itself in. To be called once: VS Code hands its interface out once. */
export function connectHost(): PageHost {
  return typeof acquireVsCodeApi === 'function' ? vscodeHost(acquireVsCodeApi()) : browserHost();
}

function vscodeHost(api: VsCodeApi): PageHost {
  return {
    hasEditor: true,
    send: (message) => api.postMessage(message),
    listen: (listener) =>
      addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
        if (typeof data === 'object' && data !== null && 'type' in data) listener(data);
      }),
    saved: () => api.getState(),
    save: (state) => api.setState(state),
  };
}

/** The document holds the profile; view state lasts as long as the history entry. */
function browserHost(): PageHost {
  let listener: (message: ToPage) => void = () => {};
  return {
    hasEditor: false,
    send: ({ type }) => {
      if (type === 'ready') listener(readEmbeddedProfile(document));
    },
    listen: (newListener) => {
      listener = newListener;
    },
    saved: () => history.state,
    // A page opened from a file may not be allowed to write its history; it then forgets, no more.
    save: (state) => {
      try {
        history.replaceState(state, '');
      } catch {}
    },
  };
}
