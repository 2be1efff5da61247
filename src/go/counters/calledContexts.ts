/**
 * The stacks of what callgrind has counted. It gives each function a number of its own for each chain of callers
 * (`--separate-callers`), so a context has one caller, and with it one stack, but for the lines of the caller that call it:
 *
 *   loop  --line 7--> parse  --line 20--> text        text in parse in loop: 300, of which line 20 pays 200 and line 21 pays 100
 *                            --line 21--> text
 *
 * A function that calls itself has a context for each depth (`--separate-recs`). Which of its lines calls at one depth says nothing of
 * the next one: where several do, each depth is taken to have them by chance.
 */
import { listAt, madeOnce } from '../../base/maps.ts';
import type { ExecutedCall } from './callgrindFile.ts';

/** One stack of a context. */
export interface ContextStack {
  /** The call instructions, the innermost first. */
  readonly calls: readonly CallSite[];
  /** Which share of the context's cost it has. */
  readonly share: number;
}

export type CallSite = Pick<ExecutedCall, 'object' | 'address' | 'context'>;

/**
 * Where a call stands on a stack: it is the `first` of it, or `before` its beginning; or `inside`, with its callers; or it is `none`, so
 * that the stack is that of its callers.
 */
export type CallPlace = 'first' | 'before' | 'inside' | 'none';

/** Stacks of a context with a smaller share get it on the largest one. */
const leastShare = 0.001;
/** Deeper stacks lack their beginning, as in Go's own profiles. */
const mostCalls = 100;

/** Whose callers are being looked at, and which is next. */
interface Visit {
  readonly context: number;
  next: number;
}

export class CalledContexts {
  /** By the context that is called. */
  readonly #callers = new Map<number, ExecutedCall[]>();
  readonly #stacks = new Map<number, readonly ContextStack[]>();

  /** @param placeOf of a call on the stacks that it leads to */
  constructor(
    calls: readonly ExecutedCall[],
    private readonly placeOf: (call: CallSite & Pick<ExecutedCall, 'callee'>) => CallPlace,
  ) {
    for (const call of calls) listAt(this.#callers, call.callee).push(call);
  }

  /** The stacks of a context, each with every call of it once. Their shares add up to 1. */
  stacks(context: number): readonly ContextStack[] {
    const path: Visit[] = [{ context, next: 0 }];
    const seen = new Set([context]);
    for (let visit = path.at(-1); visit !== undefined && !this.#stacks.has(context); visit = path.at(-1)) {
      const call = this.#callers.get(visit.context)?.[visit.next++];
      if (call === undefined) {
        const found = this.#combined(visit.context);
        if (found.length > 0) this.#stacks.set(visit.context, found);
        path.pop();
      } else if (
        !seen.has(call.context) &&
        !this.#stacks.has(call.context) &&
        !isOutermost(this.placeOf(call))
      ) {
        seen.add(call.context);
        path.push({ context: call.context, next: 0 });
      }
    }
    return madeOnce(this.#stacks, context, () => [{ calls: [], share: 1 }]);
  }

  /** By the stacks of its callers that are known: who is only called by what it calls itself has none yet. */
  #combined(context: number): readonly ContextStack[] {
    const callers = this.#callers.get(context);
    if (callers === undefined) return [{ calls: [], share: 1 }];
    const shares = new Map<string, { readonly calls: readonly CallSite[]; share: number }>();
    let all = 0;
    for (const call of callers) {
      const outer = this.#outerOf(call);
      if (outer.length > 0) all += call.count;
      for (const { calls, share } of outer) {
        const key = calls.map(({ address }) => address).join(' ');
        madeOnce(shares, key, () => ({ calls, share: 0 })).share += share * call.count;
      }
    }
    const [largest, ...others] = [...shares.values()].sort((a, b) => b.share - a.share);
    if (largest === undefined) return [];
    const parts = others
      .map(({ calls, share }) => ({ calls, share: all === 0 ? 0 : share / all }))
      .filter(({ share }) => share >= leastShare);
    return [{ ...largest, share: 1 - parts.reduce((sum, { share }) => sum + share, 0) }, ...parts];
  }

  /** The stacks of what is called there. A call that is there already is not there once more. */
  #outerOf(call: ExecutedCall): readonly ContextStack[] {
    const place = this.placeOf(call);
    if (isOutermost(place)) return [{ calls: place === 'first' ? [call] : [], share: 1 }];
    const outer = this.#stacks.get(call.context) ?? [];
    if (place === 'none') return outer;
    return outer.map(({ calls, share }) => {
      const isThere = calls.some(({ address }) => address === call.address);
      return { calls: isThere ? calls : [call, ...calls].slice(0, mostCalls), share };
    });
  }
}

/** Whether no caller of the call is on its stacks. */
function isOutermost(place: CallPlace): boolean {
  return place === 'first' || place === 'before';
}
