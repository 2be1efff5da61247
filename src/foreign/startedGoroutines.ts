/**
 * Goroutines with those that have started them, from what `go tool trace -d=parsed` prints of an execution trace: an event on a
 * line, then its stacks, the innermost frame first.
 *
 *   M=23 P=0 G=19 StateTransition Time=534 GoID=11 NotExist->Runnable Reason=""
 *   TransitionStack=
 *   	example.com/m.fan.func1 @ 0x52f219
 *   		/m/fan.go:11
 *
 * CPU and waiting of a goroutine stand on its own stack, and that goes on at the `go` statement that has started it.
 */
import { madeOnce } from '../base/maps.ts';
import { startedLabel } from '../base/profileKinds.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { Int64Builder } from '../pprof/columns.ts';
import type { Profile } from '../pprof/profile.ts';
import { StackProfile } from './stackProfile.ts';

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

interface TraceEvent {
  /** The goroutine that it happened in. */
  readonly in: string;
  /** The goroutine that changes its state; empty for a sample. */
  readonly of: string;
  readonly change: string;
  readonly time: number;
  /** The places of its own stack, and of the goroutine that changes. */
  readonly places: number[];
  readonly transition: number[];
}

/** Go samples a hundred times a second of CPU time. */
const nanosecondsPerSample = 10_000_000;
const event =
  /^M=-?\d+ P=-?\d+ G=(-?\d+) (StackSample|StateTransition) Time=(\d+)(?:.* GoID=(\d+) (\w+->\w+))?/;
const frame = /^\t(\S.*) @ 0x[0-9a-f]+$/;
const line = /^\t\t(.*):(\d+)$/;
const unknown: Goroutine = { starter: null, isHarness: false, waits: null };

export class StartedGoroutines {
  readonly #profile = new StackProfile();
  readonly #values = new Int64Builder('signed');
  readonly #places = new Map<string, number>();
  /** The first functions of goroutines: by place, whether they are of the harness. */
  readonly #harness = new Set<number>();
  readonly #goroutines = new Map<string, Goroutine>();
  /** By the places and those behind them, so that goroutines started alike share one. */
  readonly #starters = new Map<Starter | null, Map<string, Starter>>();
  #rest = '';
  #event: TraceEvent | null = null;
  #isTransition = false;
  #name = '';
  #samples = 0;

  /** The next part of the text, cut anywhere. */
  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const each of lines) this.#line(each);
  }

  /** What goroutines did by the end. Problem: `no-samples`. */
  finish(): Result<Profile> {
    this.#line(this.#rest);
    this.#endEvent();
    if (this.#samples === 0) return fail('no-samples', 'In this execution trace, no goroutine did anything.');
    const types = ['started_samples', 'started_cpu', 'started_waiting'];
    return ok(
      this.#profile.finish(this.#values, {
        sampleTypes: types.map((type, i) => ({ type, unit: i === 0 ? 'count' : 'nanoseconds' })),
        defaultSampleType: 'started_cpu',
      }),
    );
  }

  #line(text: string): void {
    if (text.startsWith('M=')) {
      this.#endEvent();
      this.#event = eventIn(text);
      this.#isTransition = false;
    } else if (this.#event === null) return;
    else if (text === 'TransitionStack=' || text === 'Stack=') this.#isTransition = text !== 'Stack=';
    else {
      const [, name] = frame.exec(text) ?? [];
      if (name !== undefined) this.#name = name;
      else this.#frame(this.#event, text);
    }
  }

  #frame(event: TraceEvent, text: string): void {
    const [, file, number] = line.exec(text) ?? [];
    // Where each goroutine begins; pprof leaves it out, too.
    if (file === undefined || this.#name === 'runtime.goexit') return;
    const place = madeOnce(this.#places, `${this.#name} ${text}`, () => {
      const frames = [{ name: this.#name, file, line: Number(number) }];
      return this.#profile.place({ address: 0n, object: '', frames });
    });
    if (isOfHarness(this.#name)) this.#harness.add(place);
    (this.#isTransition ? event.transition : event.places).push(place);
  }

  #endEvent(): void {
    const ended = this.#event;
    this.#event = null;
    if (ended === null) return;
    const { change, time } = ended;
    const goroutine = this.#goroutines.get(change === '' ? ended.in : ended.of) ?? unknown;
    if (change === '') this.#sample(ended.places, goroutine, nanosecondsPerSample, 0);
    else if (change === 'NotExist->Runnable') this.#goroutines.set(ended.of, this.#started(ended));
    else if (change.endsWith('->NotExist')) this.#goroutines.delete(ended.of);
    else if (goroutine === unknown) return;
    else if (change === 'Running->Waiting') goroutine.waits = { since: time, places: ended.transition };
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

function eventIn(text: string): TraceEvent | null {
  const [, starting = '', what, time, of = '', change = ''] = event.exec(text) ?? [];
  if (what === undefined || (what === 'StateTransition' && change === '')) return null;
  return { in: starting, of, change, time: Number(time), places: [], transition: [] };
}

/** The workers of `RunParallel` do the benchmark's work. */
function isOfHarness(name: string): boolean {
  return /^(?:runtime|testing)[./]/.test(name) && !name.startsWith('testing.(*B).RunParallel.');
}
