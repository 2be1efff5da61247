import * as l10n from '@vscode/l10n';
import { type Ask, type Asker, type Reply, replyTo } from '../host/openQuestions.ts';
import { LocalEngine } from './localEngine.ts';
import type { Questions } from './questions.ts';
import { runningId, transferables } from './wire.ts';

/**
 * Entry of the engine's script. In a worker it answers messages, one after the other. Where there can be no worker,
 * the page runs the same script itself, which then sets `pprofLensEngine` for connect.ts.
 */

declare global {
  /** Set in front of the script, by `connectEngine`. */
  var pprofLensTranslations: Record<string, string> | undefined;
  var pprofLensEngine: Asker<Questions> | undefined;
}

if (globalThis.pprofLensTranslations !== undefined) {
  l10n.config({ contents: globalThis.pprofLensTranslations });
}
const engine = new LocalEngine();

if (typeof document === 'undefined') {
  const post = (reply: Reply) => self.postMessage(reply, { transfer: transferables(reply) });
  self.onmessage = async ({ data }: MessageEvent<Ask<Questions>>) =>
    post(await replyTo(data, engine.ask, post));
  post({ type: 'answer', id: runningId, answer: null });
} else {
  globalThis.pprofLensEngine = engine.ask;
}
