/**
 * What `go tool trace -d=parsed` prints of an execution trace: an event on a line, then its stacks, the innermost frame first.
 *
 *   M=23 P=0 G=19 StateTransition Time=534 GoID=11 NotExist->Runnable Reason=""
 *   TransitionStack=
 *   	example.com/m.fan.func1 @ 0x52f219
 *   		/m/fan.go:11
 */
import { madeOnce } from '../base/maps.ts';
import type { StackProfile } from './stackProfile.ts';

export interface TraceEvent {
  /** The goroutine that it happened in. */
  readonly in: string;
  /** The goroutine that changes its state; empty for a sample. */
  readonly of: string;
  readonly change: string;
  readonly reason: string;
  readonly time: number;
  /** The places of its own stack, and of the goroutine that changes. */
  readonly places: number[];
  readonly transition: number[];
}

const event =
  /^M=-?\d+ P=-?\d+ G=(-?\d+) (StackSample|StateTransition) Time=(\d+)(?:.* GoID=(\d+) (\w+->\w+))?/;
/** Go 1.24 and 1.25 print it elsewhere. */
const why = / Reason="([^"]*)"/;
const frame = /^\t(\S.*) @ 0x[0-9a-f]+$/;
const line = /^\t\t(.*):(\d+)$/;

/** Reads samples of the CPU and changes of goroutines, in pieces. */
export class TraceText {
  readonly #places = new Map<string, number>();
  #rest = '';
  #event: TraceEvent | null = null;
  #isTransition = false;
  #name = '';

  /**
   * @param profile gets the places
   * @param found hears of each new one
   */
  constructor(
    private readonly profile: StackProfile,
    private readonly take: (event: TraceEvent) => void,
    private readonly found: (place: number, name: string) => void,
  ) {}

  /** The next part of the text, cut anywhere. */
  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const each of lines) this.#line(each);
  }

  end(): void {
    this.#line(this.#rest);
    this.#endEvent();
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
      const made = this.profile.place({ address: 0n, object: '', frames });
      this.found(made, this.#name);
      return made;
    });
    (this.#isTransition ? event.transition : event.places).push(place);
  }

  #endEvent(): void {
    const ended = this.#event;
    this.#event = null;
    if (ended !== null) this.take(ended);
  }
}

function eventIn(text: string): TraceEvent | null {
  const [, starting = '', what, time, of = '', change = ''] = event.exec(text) ?? [];
  if (what === undefined || (what === 'StateTransition' && change === '')) return null;
  const [, reason = ''] = change.endsWith('Waiting') ? (why.exec(text) ?? []) : [];
  return { in: starting, of, change, reason, time: Number(time), places: [], transition: [] };
}
