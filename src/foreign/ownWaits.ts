/**
 * Waits of goroutines that Go's tool makes no profile of, from what it prints of an execution trace: sleep, waiting for the garbage
 * collector, and waiting for a processor on the stack of the goroutine itself, where the tool has that of who woke it.
 */
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import { StackProfile } from './stackProfile.ts';
import { type TraceEvent, TraceText } from './traceText.ts';

const kinds = ['sleep', 'collector', 'ready'] as const;
type Kind = (typeof kinds)[number];

interface Goroutine {
  /** What it waits for; `null` while it runs, or waits for what the tool knows. */
  kind: Kind | null;
  since: number;
  /** Where it has stopped. */
  places: readonly number[];
}

export class OwnWaits {
  readonly #profile = new StackProfile();
  readonly #values = new Int64Builder('signed');
  readonly #goroutines = new Map<string, Goroutine>();
  readonly #ofRuntime = new Set<number>();
  readonly #text = new TraceText(
    this.#profile,
    (event) => this.#take(event),
    (place, name) => {
      if (name.startsWith('runtime.')) this.#ofRuntime.add(place);
    },
  );

  /** The next part of the text, cut anywhere. */
  add(text: string): void {
    this.#text.add(text);
  }

  finish(): Profile {
    this.#text.end();
    const sampleTypes = kinds.flatMap((kind) => [
      { type: `${kind}_contentions`, unit: 'count' },
      { type: `${kind}_delay`, unit: 'nanoseconds' },
    ]);
    return this.#profile.finish(this.#values, { sampleTypes, defaultSampleType: '' });
  }

  #take({ of, change, reason, time, places, transition }: TraceEvent): void {
    if (change === '') return;
    const [from, to] = change.split('->');
    if (from === 'NotExist') {
      const first = transition.at(-1);
      // Those of the runtime wait for work, which is nobody's wait.
      if (first !== undefined && !this.#ofRuntime.has(first))
        this.#goroutines.set(of, { kind: null, since: time, places: [] });
      return;
    }
    const goroutine = this.#goroutines.get(of);
    if (goroutine === undefined) return;
    this.#end(goroutine, time);
    if (to === 'NotExist') this.#goroutines.delete(of);
    if (from === 'Running') goroutine.places = transition.length > 0 ? transition : places;
    goroutine.since = time;
    goroutine.kind = to === 'Runnable' ? 'ready' : to === 'Waiting' ? waitFor(reason) : null;
  }

  #end({ kind, since, places }: Goroutine, time: number): void {
    if (kind === null || places.length === 0 || time <= since) return;
    for (const place of places) this.#profile.frame(place);
    this.#profile.end();
    for (const each of kinds) {
      this.#values.pushExact(each === kind ? 1n : 0n);
      this.#values.pushExact(each === kind ? BigInt(time - since) : 0n);
    }
  }
}

function waitFor(reason: string): Kind | null {
  if (reason === 'sleep') return 'sleep';
  return /\bGC\b/.test(reason) ? 'collector' : null;
}
