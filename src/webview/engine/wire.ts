import { append } from '../../base/lists.ts';

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
