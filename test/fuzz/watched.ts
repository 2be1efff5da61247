/** What the fuzzing thread and the campaign that watches it share. */

export interface WorkerOptions {
  readonly seed: number;
  /** How many inputs to make; `Infinity` until stopped. */
  readonly inputs: number;
  /** Keep inputs that reach code no earlier one did, and change them further. */
  readonly guided: boolean;
  /** Path of the reference program; `null` to do without. */
  readonly reference: string | null;
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
      /** Profiles to start from, and parts of the engine reached, by now. */
      readonly kept: number;
      readonly parts: number;
    };

const headerWords = 3;
const largestInput = 2 ** 20;

/** The input under examination, in memory that another thread can read while the examining one hangs. */
export class WatchedInput {
  static readonly size = headerWords * 4 + largestInput;

  /** Inputs begun, inputs ended, length of the one begun last. */
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

  /** Number of the input under examination; 0 between inputs. */
  get current(): number {
    const begun = Atomics.load(this.#header, 0);
    return begun === Atomics.load(this.#header, 1) ? 0 : begun;
  }

  /** A copy of the input begun last. */
  get input(): Uint8Array {
    return this.#bytes.slice(0, Atomics.load(this.#header, 2));
  }
}
