import { append } from '../../lists.ts';
import type { Questions } from './questions.ts';

/** Page -> worker. */
export interface EngineMessage<K extends keyof Questions = keyof Questions> {
  readonly id: number;
  readonly kind: K;
  readonly question: Questions[K]['question'];
}

/** Worker -> page. `failure` is the stack of a bug. A failure that a user can cause is part of the answer. */
export type EngineAnswer =
  | { readonly id: number; readonly answer: unknown }
  /** The answer will come. This share of the work is done, from 0 to 1. */
  | { readonly id: number; readonly share: number }
  | { readonly id: number; readonly failure: string };

/** Id of the message that says that the worker runs, which is no answer. */
export const runningId = -1;

/** The buffers of a message's columns: they are transferred to the other side instead of copied. */
export function transferables(message: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const pending: unknown[] = [message];
  while (pending.length > 0) {
    const value = pending.pop();
    if (value instanceof ArrayBuffer) buffers.add(value);
    else if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      append(pending, Object.values(value));
  }
  return [...buffers];
}
