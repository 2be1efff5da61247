import { LocalEngine } from './localEngine.ts';
import type { OnShare } from './profileEngine.ts';
import type { Questions } from './questions.ts';
import { type EngineAnswer, type EngineMessage, runningId, transferables } from './wire.ts';

/**
 * Entry of the engine's script. In a worker it answers messages, one after the other. Where there can be no worker,
 * the page runs the same script itself, which then sets `pprofLensEngine` for connect.ts.
 */

declare global {
  var pprofLensEngine:
    | (<K extends keyof Questions>(
        kind: K,
        question: Questions[K]['question'],
        onShare?: OnShare,
      ) => Promise<Questions[K]['answer']>)
    | undefined;
}

const engine = new LocalEngine();

if (typeof document === 'undefined') {
  self.onmessage = async ({ data }: MessageEvent<EngineMessage>) => {
    const answer = await answerTo(data);
    self.postMessage(answer, { transfer: transferables(answer) });
  };
  self.postMessage({ id: runningId, answer: null } satisfies EngineAnswer);
} else {
  globalThis.pprofLensEngine = (kind, question, onShare) => engine.answer(kind, question, onShare);
}

async function answerTo({ id, kind, question }: EngineMessage): Promise<EngineAnswer> {
  try {
    const onShare: OnShare = (share) => self.postMessage({ id, share } satisfies EngineAnswer);
    return { id, answer: await engine.answer(kind, question, onShare) };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
