/**
 * Goroutines with those that have started them, from what Go's tool prints of an execution trace.
 *
 * CPU and waiting of a goroutine stand on its own stack, and that goes on at the `go` statement that has started it.
 */
import { madeOnce } from '../base/maps.ts';
import { startedLabel } from '../base/profileKinds.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import { StackProfile } from './stackProfile.ts';
import { type TraceEvent, TraceText } from './traceText.ts';

/** The callers of a goroutine's first function: the numbers of their places. */
interface Starter {
  readonly places: readonly number[];
  readonly next: Starter | null;
}

interface Goroutine {
  readonly starter: Starter | null;
  /** Its first function is the runtime's or package testing's: nobody can change for what it waits. */
  readonly isHarness: boolean;
  /** Since when it waits, and on which places. */
  waits: { readonly since: number; readonly places: readonly number[] } | null;
}

/** Go samples a hundred times a second of CPU time. */
const nanosecondsPerSample = 10_000_000;
const unknown: Goroutine = { starter: null, isHarness: false, waits: null };

export class StartedGoroutines {
  readonly #profile = new StackProfile();
  readonly #values = new Int64Builder('signed');
  /** The first functions of goroutines: by place, whether they are of the harness. */
  readonly #harness = new Set<number>();
  readonly #goroutines = new Map<string, Goroutine>();
  /** By the places and those behind them, so that goroutines started alike share one. */
  readonly #starters = new Map<Starter | null, Map<string, Starter>>();
  readonly #text = new TraceText(
    this.#profile,
    (event) => this.#take(event),
    (place, name) => {
      if (isOfHarness(name)) this.#harness.add(place);
    },
  );
  #samples = 0;

  /** The next part of the text, cut anywhere. */
  add(text: string): void {
    this.#text.add(text);
  }

  /** What goroutines did by the end. Problem: `no-samples`. */
  finish(): Result<Profile> {
    this.#text.end();
    if (this.#samples === 0) return fail('no-samples', 'In this execution trace, no goroutine did anything.');
    const types = ['started_samples', 'started_cpu', 'started_waiting'];
    return ok(
      this.#profile.finish(this.#values, {
        sampleTypes: types.map((type, i) => ({ type, unit: i === 0 ? 'count' : 'nanoseconds' })),
        defaultSampleType: 'started_cpu',
      }),
    );
  }

  #take(event: TraceEvent): void {
    const { change, time } = event;
    const goroutine = this.#goroutines.get(change === '' ? event.in : event.of) ?? unknown;
    if (change === '') this.#sample(event.places, goroutine, nanosecondsPerSample, 0);
    else if (change === 'NotExist->Runnable') this.#goroutines.set(event.of, this.#started(event));
    else if (change.endsWith('->NotExist')) this.#goroutines.delete(event.of);
    else if (goroutine === unknown) return;
    else if (change === 'Running->Waiting') goroutine.waits = { since: time, places: event.transition };
    else if (change === 'Waiting->Runnable' && goroutine.waits !== null) {
      const { since, places } = goroutine.waits;
      if (!goroutine.isHarness) this.#sample(places, goroutine, 0, time - since);
      goroutine.waits = null;
    }
  }

  #started({ in: starting, places, transition }: TraceEvent): Goroutine {
    const first = transition.at(-1);
    const isHarness = first === undefined || this.#harness.has(first);
    const starter = isHarness ? null : this.#starter(places, this.#goroutines.get(starting)?.starter ?? null);
    return { starter, isHarness, waits: null };
  }

  /** A goroutine that was started on the same places as one of those that have led to it goes on as that one did. */
  #starter(places: readonly number[], next: Starter | null): Starter {
    const key = places.join(' ');
    for (let each = next; each !== null; each = each.next) if (each.places.join(' ') === key) return each;
    const known = madeOnce(this.#starters, next, () => new Map<string, Starter>());
    return madeOnce(known, key, () => ({ places, next }));
  }

  #sample(places: readonly number[], { starter }: Goroutine, cpu: number, waiting: number): void {
    if (places.length === 0) return;
    for (const place of places) this.#profile.frame(place);
    for (let each = starter; each !== null; each = each.next)
      for (const place of each.places) this.#profile.frame(place);
    if (starter !== null) this.#profile.label(startedLabel, 'started');
    this.#profile.end();
    for (const value of [cpu > 0 ? 1 : 0, cpu, waiting]) this.#values.pushExact(BigInt(value));
    this.#samples++;
  }
}

/** The workers of `RunParallel` do the benchmark's work. */
function isOfHarness(name: string): boolean {
  return /^(?:runtime|testing)[./]/.test(name) && !name.startsWith('testing.(*B).RunParallel.');
}
