/** The types and the memory that the fuzzing thread shares with the campaign that watches it. */

/** What inputs are. Only profiles are compared with google/pprof, and measured. */
export type Inputs = 'profiles' | 'recordings' | 'go' | 'stores';

export interface WorkerOptions {
  readonly seed: number;
  /** How many inputs to make. With `Infinity`, the thread must be stopped. */
  readonly inputs: number;
  /** Whether inputs that reach new code are kept and changed further. */
  readonly guided: boolean;
  readonly makes: Inputs;
  /** Path of the reference program; `null` to compare with none. */
  readonly reference: string | null;
  /** Of so many batches, one is compared with the reference. */
  readonly compareEvery: number;
  /** After so many inputs, a large one is measured; `null` for never. */
  readonly gaugeEvery: number | null;
  readonly shared: SharedArrayBuffer;
}

export type FromWorker =
  | { readonly type: 'finding'; readonly wrong: string; readonly input: Uint8Array }
  | {
      readonly type: 'progress';
      /** Since the last message. */
      readonly inputs: number;
      readonly accepted: number;
      readonly compared: number;
      readonly gauged: number;
      /** How many inputs are kept, and how many parts of the engine were reached, so far. */
      readonly kept: number;
      readonly parts: number;
    };

const headerWords = 3;
const largestInput = 2 ** 20;

/** The current input, in memory that another thread can read also if the examining thread hangs. */
export class WatchedInput {
  static readonly size = headerWords * 4 + largestInput;

  /** How many inputs have begun, how many have ended, and the length of the last one. */
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(shared: SharedArrayBuffer) {
    this.#header = new Int32Array(shared, 0, headerWords);
    this.#bytes = new Uint8Array(shared, headerWords * 4);
  }

  begin(input: Uint8Array): void {
    this.#bytes.set(input);
    Atomics.store(this.#header, 2, input.length);
    Atomics.add(this.#header, 0, 1);
  }

  end(): void {
    Atomics.add(this.#header, 1, 1);
  }

  /** Number of the current input; 0 between inputs. */
  get current(): number {
    const begun = Atomics.load(this.#header, 0);
    return begun === Atomics.load(this.#header, 1) ? 0 : begun;
  }

  /** A copy of the last input. */
  get input(): Uint8Array {
    return this.#bytes.slice(0, Atomics.load(this.#header, 2));
  }
}
