/**
 * The stacks of what callgrind has counted. It gives each function a number of its own for each chain of callers
 * (`--separate-callers`), so a context has one caller, and with it one stack, but for the lines of the caller that call it:
 *
 *   loop  --line 7--> parse  --line 20--> text        text in parse in loop: 300, of which line 20 pays 200 and line 21 pays 100
 *                            --line 21--> text
 */
import { listAt } from '../../base/maps.ts';
import type { ExecutedCall } from './callgrindFile.ts';

/** One stack of a context. */
export interface ContextStack {
  /** The call instructions, the innermost first. */
  readonly calls: readonly CallSite[];
  /** Which share of the context's cost it has. */
  readonly share: number;
}

export type CallSite = Pick<ExecutedCall, 'object' | 'address' | 'context'>;

/** Of a caller with more call instructions, those with a smaller share of a context get it on the largest one. */
const leastShare = 0.001;
/** Deeper stacks lack their beginning, as in Go's own profiles. */
const mostCalls = 100;

export class CalledContexts {
  /** By the context that is called. */
  readonly #callers = new Map<number, ExecutedCall[]>();
  readonly #stacks = new Map<number, readonly ContextStack[]>();

  /** @param endAt whether a stack begins with this call, or behind it; `null` if its callers belong to the stack, too */
  constructor(
    calls: readonly ExecutedCall[],
    private readonly endAt: (call: CallSite & Pick<ExecutedCall, 'callee'>) => 'with' | 'behind' | null,
  ) {
    for (const call of calls) {
      // A function that calls itself has its first caller, too.
      if (call.callee === call.context) continue;
      listAt(this.#callers, call.callee).push(call);
    }
  }

  /** The stacks of a context. Their shares add up to 1. */
  stacks(context: number): readonly ContextStack[] {
    const known = this.#stacks.get(context);
    if (known !== undefined) return known;
    const found = this.#extended([{ stack: { calls: [], share: 1 }, context }]);
    this.#stacks.set(context, found);
    return found;
  }

  #extended(begun: readonly { readonly stack: ContextStack; readonly context: number }[]): ContextStack[] {
    const finished: ContextStack[] = [];
    const open = [...begun];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { stack, context } = next;
      const callers = stack.calls.length < mostCalls ? this.#weighted(context, stack.share) : [];
      if (callers.length === 0) finished.push(stack);
      for (const { call, share } of callers) {
        const end = this.endAt(call);
        const longer = { calls: end === 'behind' ? stack.calls : [...stack.calls, call], share };
        if (end !== null) finished.push(longer);
        else open.push({ stack: longer, context: call.context });
      }
    }
    return finished;
  }

  /** The calls of a context, each with its part of this share. */
  #weighted(context: number, share: number): { readonly call: ExecutedCall; readonly share: number }[] {
    const callers = [...(this.#callers.get(context) ?? [])].sort((a, b) => b.count - a.count);
    const [largest] = callers;
    if (largest === undefined) return [];
    const all = callers.reduce((sum, { count }) => sum + count, 0);
    const parts = callers
      .map((call) => ({ call, share: all === 0 ? 0 : (share * call.count) / all }))
      .filter((part) => part.share >= leastShare && part.call !== largest);
    const rest = share - parts.reduce((sum, part) => sum + part.share, 0);
    return [{ call: largest, share: rest }, ...parts];
  }
}
